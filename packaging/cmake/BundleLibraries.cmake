# SPDX-License-Identifier: Apache-2.0
# Runs while installing, after all else: whatever the installed programs and plug-ins need of this PC
# and another may lack is copied beside LibTorch, with its licence; libraries.tsv says what it is.
set(prefix "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
file(GLOB programs "${prefix}/${DUELO_BIN}/duelo" "${prefix}/${DUELO_BIN}/duelo-engine"
  "${prefix}/${DUELO_BIN}/*.exe")
file(GLOB_RECURSE modules "${prefix}/${DUELO_LIB}/plugins/*.so" "${prefix}/${DUELO_LIB}/plugins/*.dll"
  "${prefix}/${DUELO_LIB}/libduelo_dnn.so" "${prefix}/${DUELO_LIB}/libduelo_cuda.so" "${prefix}/${DUELO_LIB}/duelo_cuda.dll")

# LibTorch and NVIDIA's are parts of their own.
set(others "^lib(torch|c10|gomp|shm).*" "^libnv.*"
  "^libcu(da|dart|blas|dnn|fft|file|pti|rand|solver|sparse).*" "^(torch|c10|cu|nv).*\\.dll$")
# The system's: glibc, the compiler's runtime (an older one would shut out the graphics driver), what
# belongs to that driver or to its X server, and fonts, whose settings must fit their library.
set(system "^linux-vdso" "^ld-linux" "^lib(c|m|dl|rt|pthread|resolv|util|anl)\\.so"
  "^lib(stdc\\+\\+|gcc_s)\\.so" "^(api-ms-|ext-ms-)")
# A PC without a desktop has no X server, and OpenCV's core asks for libGLX all the same: the engine
# alone, which draws nothing, brings it.
if(EXISTS "${prefix}/${DUELO_BIN}/duelo")
  list(APPEND system "^lib(GL|GLX|EGL|GLdispatch|GLESv2|gbm|drm)\\.so" "^lib(X11|X11-xcb|xcb)\\.so"
    "^lib(fontconfig|freetype|expat)\\.so")
endif()

file(GET_RUNTIME_DEPENDENCIES
  EXECUTABLES ${programs}
  MODULES ${modules}
  RESOLVED_DEPENDENCIES_VAR found
  UNRESOLVED_DEPENDENCIES_VAR missing
  CONFLICTING_DEPENDENCIES_PREFIX twice
  PRE_EXCLUDE_REGEXES ${others} ${system}
  POST_EXCLUDE_REGEXES "^${prefix}/" "[Ss]ystem32")
if(missing)
  message(FATAL_ERROR "Nothing on this PC is called ${missing}, which the programs need.")
endif()
foreach(name IN LISTS twice_FILENAMES)
  list(GET twice_${name} 0 first)
  list(APPEND found "${first}")
endforeach()
list(SORT found)

# Which package of this PC holds a library, and its terms.
function(describe name)
  set(version "")
  set(package "")
  execute_process(COMMAND dpkg-query --search "*/${name}" OUTPUT_VARIABLE owner ERROR_QUIET
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(owner MATCHES "^([^:,]+)[:,]")
    set(package "${CMAKE_MATCH_1}")
    execute_process(COMMAND dpkg-query --show --showformat "\${Version}\t\${source:Package}" "${package}"
      OUTPUT_VARIABLE version ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    file(COPY_FILE "/usr/share/doc/${package}/copyright"
      "${prefix}/${DUELO_LICENCES}/libraries/${package}.txt" ONLY_IF_DIFFERENT)
  endif()
  # vcpkg keeps a list of the files of each port: NAME_VERSION_TRIPLET.list
  file(GLOB lists "${DUELO_VCPKG}/vcpkg/info/*.list")
  foreach(list IN LISTS lists)
    file(STRINGS "${list}" files)
    if(NOT "${DUELO_TRIPLET}/bin/${name}" IN_LIST files)
      continue()
    endif()
    get_filename_component(port "${list}" NAME)
    string(REGEX MATCH "^([^_]+)_([^_]+)_" port "${port}")
    set(package "${CMAKE_MATCH_1}")
    set(version "${CMAKE_MATCH_2}\t${package}")
    file(COPY_FILE "${DUELO_VCPKG}/${DUELO_TRIPLET}/share/${package}/copyright"
      "${prefix}/${DUELO_LICENCES}/libraries/${package}.txt" ONLY_IF_DIFFERENT)
  endforeach()
  file(APPEND "${prefix}/${DUELO_LICENCES}/libraries.tsv" "${name}\t${package}\t${version}\n")
endfunction()

file(MAKE_DIRECTORY "${prefix}/${DUELO_LIB}" "${prefix}/${DUELO_LICENCES}/libraries")
file(WRITE "${prefix}/${DUELO_LICENCES}/libraries.tsv" "library\tpackage\tversion\tsource\n")
foreach(path IN LISTS found)
  get_filename_component(name "${path}" NAME)
  file(REAL_PATH "${path}" real)
  file(COPY_FILE "${real}" "${prefix}/${DUELO_LIB}/${name}")
  file(CHMOD "${prefix}/${DUELO_LIB}/${name}"
    PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  describe("${name}")
endforeach()
