// SPDX-License-Identifier: Apache-2.0
#include "gpu/cuda_driver.h"

#include "gpu/cuda_errors.h"
#include "tensor/error.h"

namespace duelo::driver {

namespace {

/// Finds functions one after the other, and keeps the name of the first that is missing.
class Finder {
public:
    explicit Finder(const DynamicLibrary& library) : m_library(library) {}

    template <typename Answer, typename... Arguments>
    void find(Answer (*&function)(Arguments...), const char* name) {
        function = m_library.function<Answer(Arguments...)>(name);
        if (function == nullptr && m_missing.empty()) m_missing = name;
    }
    [[nodiscard]] const std::string& missing() const { return m_missing; }

private:
    const DynamicLibrary& m_library;
    std::string m_missing;
};

}  // namespace

tl::expected<Calls, std::string> Calls::of(const DynamicLibrary& library) {
    Calls calls{};
    Finder of(library);
    of.find(calls.init, "cuInit");
    of.find(calls.version, "cuDriverGetVersion");
    of.find(calls.count, "cuDeviceGetCount");
    of.find(calls.get, "cuDeviceGet");
    of.find(calls.name, "cuDeviceGetName");
    of.find(calls.attribute, "cuDeviceGetAttribute");
    of.find(calls.totalMemory, "cuDeviceTotalMem_v2");
    of.find(calls.uuid, "cuDeviceGetUuid_v2");
    of.find(calls.busId, "cuDeviceGetPCIBusId");
    of.find(calls.retainContext, "cuDevicePrimaryCtxRetain");
    of.find(calls.contextState, "cuDevicePrimaryCtxGetState");
    of.find(calls.currentContext, "cuCtxGetCurrent");
    of.find(calls.setContext, "cuCtxSetCurrent");
    of.find(calls.synchronizeContext, "cuCtxSynchronize");
    of.find(calls.createStream, "cuStreamCreate");
    of.find(calls.synchronizeStream, "cuStreamSynchronize");
    of.find(calls.queryStream, "cuStreamQuery");
    of.find(calls.waitEvent, "cuStreamWaitEvent");
    of.find(calls.createEvent, "cuEventCreate");
    of.find(calls.destroyEvent, "cuEventDestroy_v2");
    of.find(calls.recordEvent, "cuEventRecord");
    of.find(calls.synchronizeEvent, "cuEventSynchronize");
    of.find(calls.elapsed, "cuEventElapsedTime");
    of.find(calls.allocate, "cuMemAlloc_v2");
    of.find(calls.free, "cuMemFree_v2");
    of.find(calls.allocateHost, "cuMemHostAlloc");
    of.find(calls.freeHost, "cuMemFreeHost");
    of.find(calls.memoryInfo, "cuMemGetInfo_v2");
    of.find(calls.copy, "cuMemcpyAsync");
    of.find(calls.fill, "cuMemsetD32Async");
    of.find(calls.loadLibrary, "cuLibraryLoadData");
    of.find(calls.kernel, "cuLibraryGetKernel");
    of.find(calls.launch, "cuLaunchKernel");
    if (!of.missing().empty()) return tl::unexpected(of.missing());
    return calls;
}

std::string versionText(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::filesystem::path standardLibrary() {
#ifdef _WIN32
    return "nvcuda.dll";
#else
    return "libcuda.so.1";
#endif
}

void check(int number, const char* function) {
    if (number == kSuccess) return;
    throw TensorError(TensorError::Kind::Accelerator,
                      std::string(function) + ": " + std::string(cudaErrorName(number)), number);
}

}  // namespace duelo::driver
