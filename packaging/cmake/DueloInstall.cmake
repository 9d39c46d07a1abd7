# SPDX-License-Identifier: Apache-2.0
# What a package holds, said once: packaging/package.sh makes every format of these parts. The tree is
# the same in all of them, and runs wherever it lies:
#   engine, window   the programs, and what a desktop or "man" knows of them
#   data             share/duelo, and the licences
#   torch            LibTorch for the CPU
#   gpu-module       the module for NVIDIA GPUs; gpu: LibTorch for them, and NVIDIA's libraries
#   qt               plug-ins and words of Qt
#   libraries        whatever those that are installed still need (BundleLibraries.cmake); comes last
# Windows looks for libraries beside the program, and nowhere else without being told.
if(WIN32)
  set(duelo_bin .)
  set(duelo_lib .)
else()
  set(duelo_bin bin)
  set(duelo_lib lib/duelo)
endif()
set(linux "${CMAKE_SOURCE_DIR}/packaging/linux")

# duelo_runpath(target FOLDER COMPONENT INSTALLED place... BUILT place...): where a program or module
# looks for its libraries once it is installed in FOLDER, and where besides while it lies in the build
# tree. CMake would end the build tree's list with ':', to change it later, and an empty place is the
# current folder: a library that lies among hand-ins would run.
function(duelo_runpath target folder component)
  cmake_parse_arguments(arg "" "" "INSTALLED;BUILT" ${ARGN})
  set(places ${arg_INSTALLED} ${arg_BUILT})
  set_target_properties(${target} PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "${places}")
  if(arg_BUILT)
    list(JOIN places ":" built)
    list(JOIN arg_INSTALLED ":" installed)
    install(CODE "file(RPATH_CHANGE
      FILE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${folder}/$<TARGET_FILE_NAME:${target}>\"
      OLD_RPATH [[${built}]] NEW_RPATH [[${installed}]])" COMPONENT ${component})
  endif()
endfunction()

set(programs duelo-engine)
install(TARGETS duelo-engine RUNTIME DESTINATION ${duelo_bin} COMPONENT engine)
if(TARGET duelo)
  list(APPEND programs duelo)
  install(TARGETS duelo RUNTIME DESTINATION ${duelo_bin} COMPONENT window)
endif()
if(TARGET duelo_dnn_module AND DUELO_TORCH)  # without networks nobody loads it
  install(TARGETS duelo_dnn_module LIBRARY DESTINATION ${duelo_lib} COMPONENT engine)
endif()
if(TARGET duelo_cuda)
  install(TARGETS duelo_cuda
    RUNTIME DESTINATION ${duelo_bin} COMPONENT gpu-module
    LIBRARY DESTINATION ${duelo_lib} COMPONENT gpu-module)
  if(UNIX)
    # An installed copy: libraries beside it, or the unpacked wheels (torch/, nvidia/) beside bin/.
    get_filename_component(cudart_folder "${DUELO_CUDART}" DIRECTORY)
    duelo_runpath(duelo_cuda ${duelo_lib} gpu-module
      INSTALLED "$ORIGIN" "$ORIGIN/../torch/lib" "$ORIGIN/../nvidia/cu13/lib"
      BUILT "${torch_dir}/lib" "${cudart_folder}")
  endif()
endif()

if(WIN32)
  set(windows "${CMAKE_SOURCE_DIR}/packaging/windows")
  # Icon, version, UTF-8 and long paths: in the programs themselves.
  function(duelo_describe program description licence)
    set(rc "${CMAKE_CURRENT_BINARY_DIR}/packaging/${program}.rc")
    configure_file("${windows}/program.rc.in" "${rc}" @ONLY)
    target_sources(${program} PRIVATE "${rc}")
  endfunction()
  duelo_describe(duelo-engine "Duelo, the part that measures" "Apache-2.0")
  if(TARGET duelo)
    duelo_describe(duelo "Duelo" "GPL-3.0-or-later")
  endif()
endif()

if(UNIX)
  set(built "")
  if(DUELO_TORCH)
    set(built "${torch_dir}/lib")
  endif()
  duelo_runpath(duelo-engine ${duelo_bin} engine INSTALLED "$ORIGIN/../${duelo_lib}" BUILT ${built})
  if(TARGET duelo)
    duelo_runpath(duelo ${duelo_bin} window INSTALLED "$ORIGIN/../${duelo_lib}")
  endif()
  foreach(program IN LISTS programs)
    # DT_RPATH counts for the libraries' own libraries as well, DT_RUNPATH would not.
    target_link_options(${program} PRIVATE -Wl,--disable-new-dtags)
  endforeach()
  set(id org.duelo.Duelo)
  # "## 0.1.0 (2026-12-01)" in CHANGELOG.md
  file(READ CHANGELOG.md changes)
  if(NOT changes MATCHES "## ${DUELO_VERSION} \\(([0-9-]+)")
    message(FATAL_ERROR "CHANGELOG.md has no line with the date of ${DUELO_VERSION}.")
  endif()
  set(release_date "${CMAKE_MATCH_1}")
  install(FILES ${linux}/${id}.desktop DESTINATION share/applications COMPONENT window)
  configure_file(${linux}/${id}.metainfo.xml "${CMAKE_CURRENT_BINARY_DIR}/packaging/${id}.metainfo.xml" @ONLY)
  install(FILES "${CMAKE_CURRENT_BINARY_DIR}/packaging/${id}.metainfo.xml" DESTINATION share/metainfo
    COMPONENT window)
  install(FILES ${linux}/${id}.mime.xml DESTINATION share/mime/packages RENAME ${id}.xml
    COMPONENT window)
  install(FILES "${CMAKE_SOURCE_DIR}/resources/icons/duelo.svg"
    DESTINATION share/icons/hicolor/scalable/apps RENAME ${id}.svg COMPONENT window)
  install(FILES ${linux}/duelo.1 DESTINATION share/man/man1 COMPONENT window)
endif()

# The programs look for their data in ../share/duelo or share/duelo; in the build tree that is a
# folder of links.
file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/share/duelo")
function(duelo_ship name folder)
  if(EXISTS "${folder}")
    file(CREATE_LINK "${folder}" "${CMAKE_BINARY_DIR}/share/duelo/${name}" COPY_ON_ERROR SYMBOLIC)
    install(DIRECTORY "${folder}/" DESTINATION share/duelo/${name} COMPONENT data
      PATTERN *.py EXCLUDE)
  endif()
endfunction()
duelo_ship(samples "${CMAKE_SOURCE_DIR}/resources/samples")
duelo_ship(cascades "${CMAKE_SOURCE_DIR}/resources/cascades")
duelo_ship(data "${CMAKE_SOURCE_DIR}/resources/data")
# Files that a real GPU wrote; until there is one, none is shipped, and Duelo says so.
duelo_ship(references "${CMAKE_SOURCE_DIR}/resources/references")
if(DUELO_TORCH)  # nothing else reads them
  duelo_ship(weights "${DUELO_DEPS}/weights")
endif()

set(doc share/doc/duelo)
install(FILES LICENSE DESTINATION ${doc} RENAME copyright COMPONENT data)
install(FILES CHANGELOG.md DESTINATION ${doc} COMPONENT data)
install(DIRECTORY resources/licences DESTINATION ${doc} COMPONENT data)

# What LibTorch needs of NVIDIA even where it never meets a GPU is small, and goes with it.
if(DUELO_TORCH AND UNIX)
  set(nvidia "${torch_dir}/../nvidia")
  foreach(name torch_cpu c10 gomp)
    list(APPEND patterns "${torch_dir}/lib/lib${name}.so*")
  endforeach()
  foreach(name cudart cupti)
    list(APPEND patterns "${nvidia}/cu13/lib/lib${name}.so*")
  endforeach()
  file(GLOB of_torch LIST_DIRECTORIES OFF CONFIGURE_DEPENDS ${patterns})
  install(FILES ${of_torch} DESTINATION ${duelo_lib} COMPONENT torch)
  file(GLOB terms CONFIGURE_DEPENDS "${torch_dir}-*.dist-info/licenses/*")
  install(FILES ${terms} DESTINATION ${doc}/licences/libtorch COMPONENT torch)
  file(GLOB terms CONFIGURE_DEPENDS "${torch_dir}/../nvidia_cuda_runtime-*.dist-info/licenses/*"
    "${torch_dir}/../nvidia_cuda_runtime-*.dist-info/License.txt")
  install(FILES ${terms} DESTINATION ${doc}/licences/nvidia COMPONENT torch)
  if(TARGET duelo_cuda)
    file(GLOB of_gpu LIST_DIRECTORIES OFF CONFIGURE_DEPENDS
      "${torch_dir}/lib/lib*cuda*.so" "${torch_dir}/lib/libcaffe2_nvrtc.so"
      "${torch_dir}/lib/libtorch_nvshmem.so" "${nvidia}/*/lib/lib*.so*")
    # Profilers, and what only they load.
    list(FILTER of_gpu EXCLUDE REGEX "/lib(cudart|cupti|checkpoint|nvperf_.*|pcsamplingutil)\\.so")
    install(FILES ${of_gpu} DESTINATION ${duelo_lib} COMPONENT gpu)
  endif()
endif()

# On Windows LibTorch and oneDNN, with what both ask for (packaging/windows/libraries.sh).
if(DUELO_TORCH AND WIN32)
  file(GLOB runtime CONFIGURE_DEPENDS "${DUELO_MINGW}/runtime/*.dll")
  if(NOT runtime)
    message(FATAL_ERROR "${DUELO_MINGW}/runtime is empty: packaging/windows/libraries.sh fills it.")
  endif()
  install(FILES ${runtime} DESTINATION ${duelo_lib} COMPONENT torch)
  install(DIRECTORY "${DUELO_MINGW}/licences/" DESTINATION ${doc}/licences COMPONENT torch)
  # Links, so that the programs run in the build tree too.
  foreach(file IN LISTS runtime)
    cmake_path(GET file FILENAME name)
    file(CREATE_LINK "${file}" "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name}" COPY_ON_ERROR SYMBOLIC)
  endforeach()
endif()

if(TARGET duelo AND WIN32)
  foreach(plugin platforms/qwindows platforms/qoffscreen styles/qwindowsvistastyle imageformats/qjpeg)
    get_filename_component(kind "${plugin}" DIRECTORY)
    install(FILES "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_PLUGINS}/${plugin}.dll"
      DESTINATION ${duelo_lib}/plugins/${kind} COMPONENT qt)
  endforeach()
  # Qt's words are those of the same version for Linux.
  file(GLOB words CONFIGURE_DEPENDS /usr/share/qt6/translations/qtbase_e[ns].qm)
  install(FILES ${words} DESTINATION ${duelo_lib}/translations COMPONENT qt)
  install(FILES ${windows}/qt.conf DESTINATION ${duelo_bin} COMPONENT qt)
endif()

if(TARGET duelo AND UNIX)
  set(qt_plugins "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_PLUGINS}")
  foreach(plugin
      platforms/libqxcb platforms/libqoffscreen platforms/libqwayland-generic
      platforms/libqwayland-egl wayland-shell-integration/libxdg-shell
      wayland-decoration-client/libbradient
      wayland-graphics-integration-client/libqt-plugin-wayland-egl
      xcbglintegrations/libqxcb-glx-integration xcbglintegrations/libqxcb-egl-integration
      platforminputcontexts/libcomposeplatforminputcontextplugin
      platforminputcontexts/libibusplatforminputcontextplugin
      imageformats/libqjpeg)
    get_filename_component(kind "${plugin}" DIRECTORY)
    install(FILES "${qt_plugins}/${plugin}.so" DESTINATION ${duelo_lib}/plugins/${kind} COMPONENT qt)
  endforeach()
  file(GLOB words CONFIGURE_DEPENDS
    "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_TRANSLATIONS}/qtbase_e[ns].qm")
  install(FILES ${words} DESTINATION ${duelo_lib}/translations COMPONENT qt)
  install(FILES ${linux}/qt.conf DESTINATION ${duelo_bin} COMPONENT qt)
endif()

# Where the DLLs lie that g++ and Qt bring.
set(windows_libraries "")
if(WIN32)
  foreach(name libstdc++-6 libgcc_s_seh-1 libwinpthread-1)
    execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -print-file-name=${name}.dll
      OUTPUT_VARIABLE file OUTPUT_STRIP_TRAILING_WHITESPACE)
    get_filename_component(folder "${file}" DIRECTORY)
    list(APPEND windows_libraries "${folder}")
    file(CREATE_LINK "${file}" "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name}.dll" COPY_ON_ERROR SYMBOLIC)
  endforeach()
  list(APPEND windows_libraries "${DUELO_MINGW}/bin")
  list(REMOVE_DUPLICATES windows_libraries)
endif()
install(CODE "set(DUELO_BIN [[${duelo_bin}]])
set(DUELO_LIB [[${duelo_lib}]])
set(DUELO_LICENCES [[${doc}/licences]])
set(DUELO_WINDOWS_LIBRARIES [[${windows_libraries}]])
set(DUELO_CLOSURE [[${CMAKE_SOURCE_DIR}/packaging/windows/closure.py]])" COMPONENT libraries)
install(SCRIPT "${CMAKE_CURRENT_LIST_DIR}/BundleLibraries.cmake" COMPONENT libraries)
