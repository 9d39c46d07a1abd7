# SPDX-License-Identifier: Apache-2.0
# What the CMakeLists.txt of an experiment's folder says of it.

# duelo_experiment(NAME pi PLACE 80 GROUP measuring
#                  [SPECS piSpec...]      functions that return a Spec; usually the one of its name
#                  SPEC file...           what it is: for the window and builds without LibTorch too
#                  PLAIN file...          work that needs no LibTorch
#                  TORCH file...          work that does
#                  [MAKER header class]   who makes its work, as knownMakerOf() registers it
#                  [TORCH_MAKER header class]  instead of it in builds with LibTorch
#                  [MAKER file]           or a source that defines piMaker(), a KnownMaker for each Spec
#                  [MAKER_NEEDS_TORCH])   without LibTorch nobody does its work
# PLACE orders the experiments in the window, the command line and the schema; GROUP is a word of
# Topic (topics.h), under which the window offers it. Sources of a folder are
# compiled together and with no others, so that their unnamed namespaces meet nobody's.
function(duelo_experiment)
  cmake_parse_arguments(arg "MAKER_NEEDS_TORCH" "NAME;PLACE;GROUP" "SPECS;SPEC;PLAIN;TORCH;MAKER;TORCH_MAKER"
    ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "duelo_experiment(NAME ${arg_NAME}): what is ${arg_UNPARSED_ARGUMENTS}?")
  endif()
  set(groups networks kernels measuring)
  if(NOT arg_GROUP IN_LIST groups)
    message(FATAL_ERROR "duelo_experiment(NAME ${arg_NAME}): GROUP is one of ${groups}")
  endif()
  duelo_camel(camel "${arg_NAME}")
  if(arg_TORCH_MAKER AND DUELO_TORCH)
    set(arg_MAKER ${arg_TORCH_MAKER})
  endif()
  set(written "")
  list(LENGTH arg_MAKER words)
  if(words EQUAL 2)
    duelo_maker_source(arg_MAKER ${arg_NAME} ${camel}Maker ${arg_MAKER})
    set(written "${arg_MAKER}")
  endif()
  if(arg_MAKER AND DUELO_TORCH)
    list(APPEND arg_TORCH ${arg_MAKER})
  elseif(arg_MAKER AND NOT arg_MAKER_NEEDS_TORCH)
    list(APPEND arg_PLAIN ${arg_MAKER})
  endif()
  duelo_experiment_sources(experiments_spec ${arg_NAME} ${arg_SPEC})
  duelo_experiment_sources(experiments_plain ${arg_NAME} ${arg_PLAIN})
  if(DUELO_TORCH)
    duelo_experiment_sources(experiments_torch ${arg_NAME} ${arg_TORCH})
    if(written)
      # All that are written here together: they have no unnamed namespaces, and little but headers.
      set_source_files_properties("${written}" TARGET_DIRECTORY duelo_experiments_torch
        PROPERTIES UNITY_GROUP makers)
    endif()
  endif()
  if(NOT arg_SPECS)
    set(arg_SPECS ${camel}Spec)
  endif()
  set(makers "")
  if(arg_MAKER AND (DUELO_TORCH OR NOT arg_MAKER_NEEDS_TORCH))
    list(TRANSFORM arg_SPECS REPLACE "Spec$" "Maker" OUTPUT_VARIABLE makers)
  endif()
  set_property(GLOBAL APPEND PROPERTY DUELO_EXPERIMENT_PLACES "${arg_PLACE}:${arg_NAME}")
  set_property(GLOBAL PROPERTY DUELO_SPECS_OF_${arg_NAME} "${arg_SPECS}")
  set_property(GLOBAL PROPERTY DUELO_MAKERS_OF_${arg_NAME} "${makers}")
  set_property(GLOBAL PROPERTY DUELO_GROUP_OF_${arg_NAME} "${arg_GROUP}")
endfunction()

# Writes the source of `function`, which returns the KnownMaker of a class of makers.
function(duelo_maker_source out name function header class)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/known_maker.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT [[
// Written by engine/experiments/experiment.cmake.
#include "experiments/known_maker.h"
#include "experiments/@name@/@header@"

namespace duelo {

KnownMaker @function@() {
    return knownMakerOf<@class@>("@name@");
}

}  // namespace duelo
]] @ONLY)
  set(${out} "${source}" PARENT_SCOPE)
endfunction()

# "matrix_product" to "matrixProduct".
function(duelo_camel out name)
  string(REPLACE "_" ";" words "${name}")
  list(POP_FRONT words camel)
  foreach(word IN LISTS words)
    string(SUBSTRING ${word} 0 1 initial)
    string(SUBSTRING ${word} 1 -1 rest)
    string(TOUPPER ${initial} initial)
    string(APPEND camel ${initial}${rest})
  endforeach()
  set(${out} ${camel} PARENT_SCOPE)
endfunction()

# duelo_source_property(PROPERTY VALUE file...): of sources of this folder, whichever library compiles
# them.
function(duelo_source_property property value)
  set(targets duelo_experiments_spec duelo_experiments_plain)
  if(TARGET duelo_experiments_torch)
    list(APPEND targets duelo_experiments_torch)
  endif()
  set_property(SOURCE ${ARGN} TARGET_DIRECTORY ${targets} PROPERTY ${property} "${value}")
endfunction()

# Batches of at most 24 sources; of 8 in the library that is compiled last, so that every processor has
# some of it.
function(duelo_experiment_sources library group)
  set(batch 24)
  if(library STREQUAL "experiments_torch")
    set(batch 8)
  endif()
  set(files "")
  foreach(file IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    list(APPEND files "${file}")
  endforeach()
  target_sources(duelo_${library} PRIVATE ${files})
  set(index 0)
  foreach(file IN LISTS files)
    math(EXPR number "${index} / ${batch} + 1")
    set_source_files_properties("${file}" TARGET_DIRECTORY duelo_${library}
      PROPERTIES UNITY_GROUP ${group}_${number})
    math(EXPR index "${index} + 1")
  endforeach()
endfunction()

# duelo_wide_sources([COUNTED] BASE file... AVX2 file... AVX512 file... AVX512_BF16 file... AMX file...):
# loops compiled for each kind of instructions, of which the program chooses when it runs
# (instructions.h). None of these objects may hold a function that others are linked to: no precompiled
# header. COUNTED: the compiler unrolls nothing.
function(duelo_wide_sources)
  set(kinds AVX2 AVX512 AVX512_BF16 AMX)
  cmake_parse_arguments(arg "COUNTED" "" "BASE;${kinds}" ${ARGN})
  set(flags_BASE "")
  set(flags_AVX2 "-mavx2 -mfma")
  set(flags_AVX512 "-mavx2 -mfma -mavx512f")
  set(flags_AVX512_BF16 "-mavx2 -mfma -mavx512f -mavx512bf16")
  set(flags_AMX "-mamx-tile -mamx-bf16")
  if(WIN32)
    set(arg_AMX "")  # only Linux lends the tiles
  endif()
  set(built BASE)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    list(APPEND built ${kinds})
  endif()
  foreach(kind IN LISTS built)
    list(TRANSFORM arg_${kind} PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" OUTPUT_VARIABLE files)
    if(NOT files)
      continue()
    endif()
    target_sources(duelo_experiments_plain PRIVATE ${files})
    duelo_source_property(SKIP_PRECOMPILE_HEADERS ON ${files})
    duelo_source_property(COMPILE_FLAGS "${flags_${kind}}" ${files})
    if(NOT arg_COUNTED)
      duelo_source_property(COMPILE_OPTIONS "${DUELO_FAST_LOOPS}" ${files})
    endif()
  endforeach()
  if(AVX2 IN_LIST built)
    target_compile_definitions(duelo_experiments_plain PRIVATE DUELO_WIDE_KERNELS)
  endif()
endfunction()

# duelo_registered_source(SOURCE HEADER TYPE FUNCTION PROPERTY): writes the source of `FUNCTION` of that
# header, which returns what the functions of all experiments do. Initialisers of their own would not
# do: nobody would link them out of a static library.
function(duelo_registered_source source header type function property)
  get_property(places GLOBAL PROPERTY DUELO_EXPERIMENT_PLACES)
  list(SORT places COMPARE NATURAL)
  set(declarations "")
  set(calls "")
  foreach(place IN LISTS places)
    string(REGEX REPLACE "^[0-9]+:" "" name "${place}")
    get_property(functions GLOBAL PROPERTY ${property}_OF_${name})
    foreach(each IN LISTS functions)
      string(APPEND declarations "${type} ${each}();\n")
      string(APPEND calls "        ${each}(),\n")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT "${source}" CONTENT [[
// Written by engine/experiments/experiment.cmake.
#include "experiments/@header@"

namespace duelo {

@declarations@
std::vector<@type@> @function@() {
    return {
@calls@    };
}

}  // namespace duelo
]] @ONLY)
endfunction()

# Writes the source of registeredTopics(): which folder is in which group.
function(duelo_topics_source source)
  get_property(places GLOBAL PROPERTY DUELO_EXPERIMENT_PLACES)
  list(SORT places COMPARE NATURAL)
  set(entries "")
  foreach(place IN LISTS places)
    string(REGEX REPLACE "^[0-9]+:" "" name "${place}")
    get_property(group GLOBAL PROPERTY DUELO_GROUP_OF_${name})
    duelo_camel(camel "of_${group}")
    string(REGEX REPLACE "^of" "" topic "${camel}")
    string(APPEND entries "        {\"${name}\", Topic::${topic}},\n")
  endforeach()
  file(CONFIGURE OUTPUT "${source}" CONTENT [[
// Written by engine/experiments/experiment.cmake.
#include "experiments/topics.h"

namespace duelo {

std::vector<TopicOf> registeredTopics() {
    return {
@entries@    };
}

}  // namespace duelo
]] @ONLY)
endfunction()
