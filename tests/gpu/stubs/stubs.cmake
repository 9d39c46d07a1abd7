# SPDX-License-Identifier: Apache-2.0
# Stand-ins for the NVIDIA driver, its management library and the CUDA module: the loader's answers
# can be tested on any machine (R-07). fake_gpu serves the tests of work too.
set(DUELO_STUBS "${CMAKE_BINARY_DIR}/tests/stubs")

add_library(duelo_fake_gpu STATIC "${CMAKE_CURRENT_LIST_DIR}/emulated_kernels.cpp"
            "${CMAKE_CURRENT_LIST_DIR}/fake_gpu.cpp"
            "${CMAKE_CURRENT_LIST_DIR}/fake_graph.cpp"
            "${CMAKE_CURRENT_LIST_DIR}/fake_peers.cpp"
            "${CMAKE_CURRENT_LIST_DIR}/host_kernels.cpp"
            "${CMAKE_CURRENT_LIST_DIR}/operation_watch.cpp"
            "${CMAKE_CURRENT_LIST_DIR}/streamed_gpu.cpp")
target_include_directories(duelo_fake_gpu PUBLIC "${CMAKE_CURRENT_LIST_DIR}")
# torch_cpu: fake_graph and operation_watch hear of each operation that LibTorch begins.
target_link_libraries(duelo_fake_gpu PUBLIC Duelo::Gpu PRIVATE Duelo::Resources Duelo::Simt torch_cpu)
# The texts tell CUDA's compiler which loops to unroll.
set_source_files_properties("${CMAKE_CURRENT_LIST_DIR}/emulated_kernels.cpp" PROPERTIES
  COMPILE_OPTIONS -Wno-unknown-pragmas)
# The texts of the kernels stand outside any namespace.
set_source_files_properties("${CMAKE_CURRENT_LIST_DIR}/host_kernels.cpp" PROPERTIES
  SKIP_UNITY_BUILD_INCLUSION ON)
if(NOT UNIX)
  return()
endif()

function(duelo_stub target folder file source)
  add_library(${target} MODULE "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${source}")
  set_target_properties(${target} PROPERTIES PREFIX "" SUFFIX "" OUTPUT_NAME "${file}"
    LIBRARY_OUTPUT_DIRECTORY "${DUELO_STUBS}/${folder}")
  target_link_libraries(${target} PRIVATE Duelo::Flags ${ARGN})
endfunction()
# Kernels run in it as in the emulator.
duelo_stub(duelo_stub_cuda driver libcuda.so.1 stub_cuda.cpp Duelo::Simt Duelo::Resources)
target_sources(duelo_stub_cuda PRIVATE "${CMAKE_CURRENT_LIST_DIR}/stub_cuda_work.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/emulated_kernels.cpp" "${CMAKE_CURRENT_LIST_DIR}/host_kernels.cpp")
target_include_directories(duelo_stub_cuda PRIVATE "${CMAKE_CURRENT_LIST_DIR}")
# It knows the driver's types by their own names.
set_source_files_properties("${CMAKE_CURRENT_LIST_DIR}/stub_cuda_work.cpp" PROPERTIES
  SKIP_UNITY_BUILD_INCLUSION ON)
foreach(library nvrtc.so.13 cublas.so.13 cudnn.so.9)
  string(REGEX REPLACE "\\..*" "" name ${library})
  duelo_stub(duelo_stub_${name} nvidia lib${library} stub_nvidia.cpp)
  string(TOUPPER ${name} upper)
  target_compile_definitions(duelo_stub_${name} PRIVATE STUB_${upper})
endforeach()
duelo_stub(duelo_stub_nvml driver libnvidia-ml.so.1 stub_nvml.cpp)
duelo_stub(duelo_stub_opencl opencl libOpenCL.so.1 stub_opencl.cpp)
duelo_stub(duelo_stub_module module libduelo_cuda.so stub_module.cpp duelo_fake_gpu)
# torch_cpu: it registers hooks in LibTorch.
duelo_stub(duelo_stub_module_hooks hooks libduelo_cuda.so stub_module_hooks.cpp duelo_fake_gpu
           torch_cpu)

# LibTorch's part for CUDA, and what its other part exports on Windows alone.
foreach(library torch_cuda accelerator)
  add_library(duelo_stub_${library} SHARED "${CMAKE_CURRENT_LIST_DIR}/stub_${library}.cpp")
  set_target_properties(duelo_stub_${library} PROPERTIES OUTPUT_NAME ${library}
    LIBRARY_OUTPUT_DIRECTORY "${DUELO_STUBS}/torch")
  target_link_libraries(duelo_stub_${library} PRIVATE Duelo::Flags torch_cpu c10)
  target_compile_options(duelo_stub_${library} PRIVATE ${DUELO_TEST_OPTIONS})
endforeach()

add_library(duelo_stub_needed SHARED "${CMAKE_CURRENT_LIST_DIR}/stub_needed.cpp")
set_target_properties(duelo_stub_needed PROPERTIES
  LIBRARY_OUTPUT_DIRECTORY "${DUELO_STUBS}/needing")
duelo_stub(duelo_stub_module_needing needing libduelo_cuda.so stub_module_needing.cpp
           duelo_stub_needed)
# Found only beside the module, so that a copy elsewhere lacks it.
set_target_properties(duelo_stub_module_needing PROPERTIES
  BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN")

add_executable(duelo_gpu_probe "${CMAKE_CURRENT_LIST_DIR}/gpu_probe.cpp")
set_target_properties(duelo_gpu_probe PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${DUELO_STUBS}")
target_link_libraries(duelo_gpu_probe PRIVATE Duelo::Gpu)

add_custom_target(duelo_stubs DEPENDS duelo_stub_cuda duelo_stub_nvrtc duelo_stub_cublas
  duelo_stub_cudnn duelo_stub_nvml duelo_stub_opencl duelo_stub_module duelo_stub_torch_cuda
  duelo_stub_accelerator duelo_stub_module_hooks duelo_stub_module_needing duelo_gpu_probe)
