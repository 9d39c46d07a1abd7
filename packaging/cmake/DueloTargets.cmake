# SPDX-License-Identifier: Apache-2.0
# The project's own rules for targets: one place for language level, warnings and output folders.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

# For rooms whose loops over numbers are timed.
set(DUELO_FAST_LOOPS $<$<CONFIG:Release,RelWithDebInfo>:-O3>)

# Files of a library are compiled some at a time: most of the time goes into the same headers and
# templates. OFF while working on a few files.
option(CMAKE_UNITY_BUILD "Compile the files of a library together" ON)
set(CMAKE_UNITY_BUILD_BATCH_SIZE 24)

# Hundreds of programs are linked in the tests' trees, each against tens of megabytes.
find_program(DUELO_LLD ld.lld)
if(DUELO_LLD AND NOT WIN32)
  add_link_options(-fuse-ld=lld)
endif()

find_program(DUELO_CCACHE ccache)
if(DUELO_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${DUELO_CCACHE}")
endif()

add_library(duelo_flags INTERFACE)
add_library(Duelo::Flags ALIAS duelo_flags)
target_include_directories(duelo_flags INTERFACE "${CMAKE_SOURCE_DIR}/engine")
target_compile_options(duelo_flags INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor
                       -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees an overlap or an overflow in `"literal" + std::string` (GCC bugs 105651, 105329).
  target_compile_options(duelo_flags INTERFACE -Wno-restrict -Wno-stringop-overflow)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC collects its own garbage from 128 MB on, which a precompiled header alone exceeds: most files
  # would be searched twice for nothing. In KiB; jobs() of packaging/dev.sh counts on that much.
  target_compile_options(duelo_flags INTERFACE --param=ggc-min-heapsize=1048576)
endif()
if(DUELO_WERROR)
  target_compile_options(duelo_flags INTERFACE -Werror)
endif()

# What most files of the engine include, compiled once for each tree. A header still names all that it
# needs: the lint test compiles each alone, and packaging/variants.sh builds without this.
set(DUELO_PCH <algorithm> <cmath> <cstdint> <filesystem> <functional> <map> <memory> <optional> <set>
    <span> <string> <string_view> <utility> <variant> <vector> <nlohmann/json.hpp> <tl/expected.hpp>)

# duelo_library(base SOURCES ... LINK ... LINK_PRIVATE ... PCH target) makes duelo_base and
# Duelo::Base (experiments_spec: Duelo::ExperimentsSpec). PCH names the target whose precompiled
# headers it shares; it must be compiled with the same flags.
function(duelo_library name)
  cmake_parse_arguments(arg "" "PCH" "SOURCES;LINK;LINK_PRIVATE" ${ARGN})
  set(target duelo_${name})
  add_library(${target} STATIC ${arg_SOURCES})
  set(alias "")
  string(REPLACE "_" ";" words "${name}")
  foreach(word IN LISTS words)
    string(SUBSTRING ${word} 0 1 initial)
    string(TOUPPER ${initial} initial)
    string(SUBSTRING ${word} 1 -1 rest)
    string(APPEND alias ${initial}${rest})
  endforeach()
  add_library(Duelo::${alias} ALIAS ${target})
  target_link_libraries(${target} PUBLIC Duelo::Flags ${arg_LINK} PRIVATE ${arg_LINK_PRIVATE})
  if(arg_PCH)
    target_precompile_headers(${target} REUSE_FROM ${arg_PCH})
  endif()
endfunction()
