// SPDX-License-Identifier: Apache-2.0
#include "gpu/opencl_calls.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace duelo::opencl {

namespace {

/// The errors that Duelo's calls may have.
constexpr std::array<std::pair<std::int32_t, std::string_view>, 35> kNames{
    {{-1, "CL_DEVICE_NOT_FOUND"},
     {-2, "CL_DEVICE_NOT_AVAILABLE"},
     {-3, "CL_COMPILER_NOT_AVAILABLE"},
     {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
     {-5, "CL_OUT_OF_RESOURCES"},
     {-6, "CL_OUT_OF_HOST_MEMORY"},
     {-7, "CL_PROFILING_INFO_NOT_AVAILABLE"},
     {-8, "CL_MEM_COPY_OVERLAP"},
     {-11, "CL_BUILD_PROGRAM_FAILURE"},
     {-12, "CL_MAP_FAILURE"},
     {-13, "CL_MISALIGNED_SUB_BUFFER_OFFSET"},
     {-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
     {-30, "CL_INVALID_VALUE"},
     {-31, "CL_INVALID_DEVICE_TYPE"},
     {-32, "CL_INVALID_PLATFORM"},
     {-33, "CL_INVALID_DEVICE"},
     {-34, "CL_INVALID_CONTEXT"},
     {-35, "CL_INVALID_QUEUE_PROPERTIES"},
     {-36, "CL_INVALID_COMMAND_QUEUE"},
     {-38, "CL_INVALID_MEM_OBJECT"},
     {-43, "CL_INVALID_BUILD_OPTIONS"},
     {-44, "CL_INVALID_PROGRAM"},
     {-45, "CL_INVALID_PROGRAM_EXECUTABLE"},
     {-46, "CL_INVALID_KERNEL_NAME"},
     {-48, "CL_INVALID_KERNEL"},
     {-49, "CL_INVALID_ARG_INDEX"},
     {-51, "CL_INVALID_ARG_SIZE"},
     {-52, "CL_INVALID_KERNEL_ARGS"},
     {-54, "CL_INVALID_WORK_GROUP_SIZE"},
     {-55, "CL_INVALID_WORK_ITEM_SIZE"},
     {-58, "CL_INVALID_EVENT"},
     {-59, "CL_INVALID_OPERATION"},
     {-61, "CL_INVALID_BUFFER_SIZE"},
     {-63, "CL_INVALID_GLOBAL_WORK_SIZE"},
     {-1001, "CL_PLATFORM_NOT_FOUND_KHR"}}};

}  // namespace

tl::expected<Calls, std::string> Calls::of(const DynamicLibrary& library) {
    Calls calls{};
    std::string missing;
    const auto find = [&]<typename Function>(Function*& function, const char* name) {
        function = library.function<Function>(name);
        if (function == nullptr && missing.empty()) missing = name;
    };
    find(calls.platforms, "clGetPlatformIDs");
    find(calls.platformInfo, "clGetPlatformInfo");
    find(calls.devices, "clGetDeviceIDs");
    find(calls.deviceInfo, "clGetDeviceInfo");
    find(calls.createContext, "clCreateContext");
    find(calls.createQueue, "clCreateCommandQueue");
    find(calls.createBuffer, "clCreateBuffer");
    find(calls.createSubBuffer, "clCreateSubBuffer");
    find(calls.releaseMemory, "clReleaseMemObject");
    find(calls.createProgram, "clCreateProgramWithSource");
    find(calls.build, "clBuildProgram");
    find(calls.buildInfo, "clGetProgramBuildInfo");
    find(calls.releaseProgram, "clReleaseProgram");
    find(calls.createKernel, "clCreateKernel");
    find(calls.setArgument, "clSetKernelArg");
    find(calls.groupInfo, "clGetKernelWorkGroupInfo");
    find(calls.launch, "clEnqueueNDRangeKernel");
    find(calls.read, "clEnqueueReadBuffer");
    find(calls.write, "clEnqueueWriteBuffer");
    find(calls.copy, "clEnqueueCopyBuffer");
    find(calls.fill, "clEnqueueFillBuffer");
    find(calls.map, "clEnqueueMapBuffer");
    find(calls.unmap, "clEnqueueUnmapMemObject");
    find(calls.marker, "clEnqueueMarkerWithWaitList");
    find(calls.barrier, "clEnqueueBarrierWithWaitList");
    find(calls.flush, "clFlush");
    find(calls.finish, "clFinish");
    find(calls.wait, "clWaitForEvents");
    find(calls.profile, "clGetEventProfilingInfo");
    find(calls.releaseEvent, "clReleaseEvent");
    if (!missing.empty()) return tl::unexpected(missing);
    return calls;
}

std::filesystem::path standardLibrary() {
#ifdef _WIN32
    return "OpenCL.dll";
#else
    return "libOpenCL.so.1";
#endif
}

std::string errorName(std::int32_t number) {
    const auto known = std::ranges::find(kNames, number, &decltype(kNames)::value_type::first);
    return known == kNames.end() ? std::to_string(number) : std::string(known->second);
}

Error::Error(const char* function, std::int32_t number)
    : std::runtime_error(std::string(function) + ": " + errorName(number)),
      m_function(function),
      m_number(number) {}

bool Error::isSticky() const {
    // NVIDIA's driver answers with a number of its own where a kernel has left its memory.
    constexpr std::int32_t kNotAvailable = -2, kExecStatus = -14, kContext = -34, kQueue = -36,
                           kNvidiaFault = -9999;
    for (const std::int32_t lost : {kNotAvailable, kExecStatus, kContext, kQueue, kNvidiaFault})
        if (m_number == lost) return true;
    // Asked to wait, the driver tells of what a kernel did.
    return m_number == kOutOfResources &&
           (m_function == "clFinish" || m_function == "clWaitForEvents");
}

void check(std::int32_t number, const char* function) {
    if (number != kSuccess) throw Error(function, number);
}

}  // namespace duelo::opencl
