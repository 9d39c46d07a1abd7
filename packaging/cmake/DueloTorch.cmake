# SPDX-License-Identifier: Apache-2.0
# Imported targets for the pinned LibTorch. find_package(Torch) would demand a whole CUDA toolkit
# and override the CUDA architectures, so Duelo names the few libraries it needs itself.
set(DUELO_TORCH_VERSION 2.11.0)
set(DUELO_LIBGOMP "")
set(DUELO_GLOO OFF)
set(DUELO_CUDA_MODULE OFF)

# On Windows its DLLs are found by symbols while the program runs (engine/tensor/README.md): nothing of it
# is needed to build.
if(WIN32)
  set(DUELO_TENSOR_BY_SYMBOLS ON)
  return()
endif()

set(torch_dir "${DUELO_TORCH_DIR}")
if(NOT torch_dir)
  set(torch_dir "${DUELO_DEPS}/site/torch")
endif()
if(NOT EXISTS "${torch_dir}/include/ATen/ATen.h")
  message(FATAL_ERROR "No LibTorch in ${torch_dir}. Run packaging/dev.sh build, which fetches it, "
                      "or set DUELO_TORCH_DIR to a LibTorch ${DUELO_TORCH_VERSION}.")
endif()
file(STRINGS "${torch_dir}/include/torch/headeronly/version.h" version_lines
     REGEX "define TORCH_VERSION_(MAJOR|MINOR|PATCH)")
string(REGEX REPLACE "[^0-9]+([0-9]+)" "\\1." torch_version "${version_lines}")
string(REGEX REPLACE "\\.$" "" torch_version "${torch_version}")
if(NOT torch_version VERSION_EQUAL DUELO_TORCH_VERSION)
  message(FATAL_ERROR "LibTorch in ${torch_dir} is ${torch_version}; Duelo is built and checked "
                      "with ${DUELO_TORCH_VERSION}.")
endif()

function(duelo_torch_target name)
  add_library(${name} SHARED IMPORTED GLOBAL)
  set_target_properties(${name} PROPERTIES
    IMPORTED_LOCATION "${torch_dir}/lib/lib${name}.so")
  set_target_properties(${name} PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${torch_dir}/include;${torch_dir}/include/torch/csrc/api/include"
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES
      "${torch_dir}/include;${torch_dir}/include/torch/csrc/api/include")
endfunction()
duelo_torch_target(c10)
duelo_torch_target(torch_cpu)
target_link_libraries(torch_cpu INTERFACE c10)
# libtorch_cpu names CUDA libraries as needed even where only the CPU is used.
target_link_options(torch_cpu INTERFACE -Wl,--allow-shlib-undefined)
# at::parallel_for is a template, which runs on one thread where OpenMP is not compiled in. Its runtime
# must be the one that LibTorch uses.
set(DUELO_LIBGOMP "${torch_dir}/lib/libgomp.so.1")
if(NOT EXISTS "${DUELO_LIBGOMP}")
  message(FATAL_ERROR "LibTorch in ${torch_dir} has no libgomp.so.1: Duelo would compute on one thread.")
endif()
target_compile_options(torch_cpu INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fopenmp>)
target_link_libraries(torch_cpu INTERFACE "${DUELO_LIBGOMP}")

# Training over several processes is LibTorch's c10d with Gloo: the code of both is in the wheel, but
# none of Gloo's headers, which ProcessGroupGloo.hpp includes. Debian's libgloo-dev has them; nothing
# of it is linked.
if(NOT APPLE)
  find_path(DUELO_GLOO_INCLUDE gloo/rendezvous/store.h)
  mark_as_advanced(DUELO_GLOO_INCLUDE)
  if(DUELO_GLOO_INCLUDE)
    set(DUELO_GLOO ON)
  else()
    message(WARNING "Training over several processes left out: the headers of Gloo (libgloo-dev) "
                    "are missing.")
  endif()
endif()

# The CUDA module needs only headers and the runtime of CUDA 13; a toolkit or the wheels will do.
if(NOT DUELO_CUDA STREQUAL "OFF")
  find_path(DUELO_CUDA_INCLUDE cuda_runtime_api.h
    HINTS "${DUELO_DEPS}/site/nvidia/cu13/include" "${torch_dir}/../nvidia/cu13/include"
    PATHS /usr/local/cuda/include)
  find_library(DUELO_CUDART NAMES libcudart.so.13 cudart
    HINTS "${DUELO_DEPS}/site/nvidia/cu13/lib" "${torch_dir}/../nvidia/cu13/lib"
    PATHS /usr/local/cuda/lib64)
  if(DUELO_CUDA_INCLUDE AND DUELO_CUDART AND EXISTS "${torch_dir}/lib/libtorch_cuda.so")
    set(DUELO_CUDA_MODULE ON)
    duelo_torch_target(c10_cuda)
    duelo_torch_target(torch_cuda)
    target_include_directories(c10_cuda SYSTEM INTERFACE "${DUELO_CUDA_INCLUDE}")
    target_link_libraries(torch_cuda INTERFACE c10_cuda torch_cpu "${DUELO_CUDART}")
  elseif(DUELO_CUDA STREQUAL "ON")
    message(FATAL_ERROR "DUELO_CUDA=ON, but the CUDA 13 headers, libcudart or libtorch_cuda "
                        "are missing.")
  else()
    message(WARNING "CUDA module left out: CUDA 13 headers, libcudart or libtorch_cuda missing.")
  endif()
endif()
