# SPDX-License-Identifier: Apache-2.0
# Runs while installing, after all else: whatever the installed programs and plug-ins need of this PC
# and another may lack is copied beside LibTorch, with its licence; libraries.tsv says what it is.
set(prefix "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
file(GLOB programs "${prefix}/${DUELO_BIN}/duelo" "${prefix}/${DUELO_BIN}/duelo-engine")
file(GLOB_RECURSE modules "${prefix}/${DUELO_LIB}/plugins/*.so"
  "${prefix}/${DUELO_LIB}/libduelo_dnn.so" "${prefix}/${DUELO_LIB}/libduelo_cuda.so")

# LibTorch and NVIDIA's are parts of their own.
set(others "^lib(torch|c10|gomp|shm).*" "^libnv.*"
  "^libcu(da|dart|blas|dnn|fft|file|pti|rand|solver|sparse).*")
# The system's: glibc, the compiler's runtime (an older one would shut out the graphics driver), what
# belongs to that driver or to its X server, and fonts, whose settings must fit their library.
set(system "^linux-vdso" "^ld-linux" "^lib(c|m|dl|rt|pthread|resolv|util|anl)\\.so"
  "^lib(stdc\\+\\+|gcc_s)\\.so")
# A PC without a desktop has no X server, and OpenCV's core asks for libGLX all the same: the engine
# alone, which draws nothing, brings it.
if(EXISTS "${prefix}/${DUELO_BIN}/duelo")
  list(APPEND system "^lib(GL|GLX|EGL|GLdispatch|GLESv2|gbm|drm)\\.so" "^lib(X11|X11-xcb|xcb)\\.so"
    "^lib(fontconfig|freetype|expat)\\.so")
endif()

if(DUELO_WINDOWS_LIBRARIES)
  # CMake looks for the names of DLLs in small letters, which they do not have on Linux.
  execute_process(COMMAND python3 "${DUELO_CLOSURE}" "${prefix}" --from ${DUELO_WINDOWS_LIBRARIES}
    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" found "${found}")
else()
  file(GET_RUNTIME_DEPENDENCIES
    EXECUTABLES ${programs}
    MODULES ${modules}
    RESOLVED_DEPENDENCIES_VAR found
    UNRESOLVED_DEPENDENCIES_VAR missing
    CONFLICTING_DEPENDENCIES_PREFIX twice
    PRE_EXCLUDE_REGEXES ${others} ${system}
    POST_EXCLUDE_REGEXES "^${prefix}/")
  if(missing)
    message(FATAL_ERROR "Nothing on this PC is called ${missing}, which the programs need.")
  endif()
  foreach(name IN LISTS twice_FILENAMES)
    list(GET twice_${name} 0 first)
    list(APPEND found "${first}")
  endforeach()
endif()
list(SORT found)

# Which package of this PC holds a library, and its terms.
function(describe name)
  set(version "")
  set(package "")
  set(file "${name}")
  if(name MATCHES "^Qt6.*dll$")  # out of the sources of this package
    set(file libQt6Core.so.6)
  endif()
  execute_process(COMMAND dpkg-query --search "*/${file}" OUTPUT_VARIABLE owner ERROR_QUIET
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(owner MATCHES "^([^:,]+)[:,]")
    set(package "${CMAKE_MATCH_1}")
    execute_process(COMMAND dpkg-query --show --showformat "\${Version}\t\${source:Package}" "${package}"
      OUTPUT_VARIABLE version ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    file(COPY_FILE "/usr/share/doc/${package}/copyright"
      "${prefix}/${DUELO_LICENCES}/libraries/${package}.txt" ONLY_IF_DIFFERENT)
  endif()
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
