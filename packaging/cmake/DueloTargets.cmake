# SPDX-License-Identifier: Apache-2.0
# The project's own rules for targets: one place for language level, warnings and output folders.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

find_program(DUELO_CCACHE ccache)
if(DUELO_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${DUELO_CCACHE}")
endif()

add_library(duelo_flags INTERFACE)
add_library(Duelo::Flags ALIAS duelo_flags)
target_include_directories(duelo_flags INTERFACE "${CMAKE_SOURCE_DIR}/engine")
if(MSVC)
  target_compile_options(duelo_flags INTERFACE /W4 /permissive- /utf-8)
  target_compile_definitions(duelo_flags INTERFACE NOMINMAX _DISABLE_CONSTEXPR_MUTEX_CONSTRUCTOR)
else()
  target_compile_options(duelo_flags INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor
                         -Wno-missing-field-initializers)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees an overlap in every `"literal" + std::string` (GCC bug 105651).
  target_compile_options(duelo_flags INTERFACE -Wno-restrict)
endif()
if(DUELO_WERROR)
  target_compile_options(duelo_flags INTERFACE $<IF:$<CXX_COMPILER_ID:MSVC>,/WX,-Werror>)
endif()

# duelo_library(core SOURCES ... LINK ... LINK_PRIVATE ...) makes duelo_core and Duelo::Core.
function(duelo_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK;LINK_PRIVATE" ${ARGN})
  set(target duelo_${name})
  add_library(${target} STATIC ${arg_SOURCES})
  string(SUBSTRING ${name} 0 1 initial)
  string(TOUPPER ${initial} initial)
  string(SUBSTRING ${name} 1 -1 rest)
  add_library(Duelo::${initial}${rest} ALIAS ${target})
  target_link_libraries(${target} PUBLIC Duelo::Flags ${arg_LINK} PRIVATE ${arg_LINK_PRIVATE})
endfunction()
