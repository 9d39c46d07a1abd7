// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdio>

#include <ATen/Context.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAFunctions.h>
#include <cuda_runtime_api.h>

#include "base/dynamic_library.h"
#include "cuda/cuda_api.h"

namespace duelo {
namespace {

/// The form that nvidia-smi prints: "GPU-5c9f02f1-...".
std::string uuidText(const cudaUUID_t& uuid) {
    std::string text = "GPU";
    for (std::size_t i = 0; i < sizeof uuid.bytes; ++i) {
        if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10) {
            text += '-';
        }
        std::array<char, 3> hex{};
        std::snprintf(hex.data(), hex.size(), "%02x", unsigned(uuid.bytes[i]) & 0xffU);
        text += hex.data();
    }
    return text;
}

/// 13000 -> "13.0", 12040 -> "12.4"
std::string cudaVersion(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// 91900 -> "9.19.0" (cuDNN 9: major * 10000 + minor * 100 + patch)
std::string cudnnVersion(long version) {
    return std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
           std::to_string(version % 100);
}

/// cublasGetProperty(libraryPropertyType, int*): major 0, minor 1, patch 2.
std::optional<std::string> cublasVersion(const DynamicLibrary& cublas) {
    using Property = int(int property, int* value);
    auto* property = cublas.function<Property>("cublasGetProperty");
    std::array<int, 3> parts{};
    for (int i = 0; property != nullptr && i < 3; ++i) {
        if (property(i, &parts[std::size_t(i)]) != 0) {
            return std::nullopt;
        }
    }
    if (property == nullptr) {
        return std::nullopt;
    }
    return std::to_string(parts[0]) + "." + std::to_string(parts[1]) + "." +
           std::to_string(parts[2]);
}

struct LibraryName {
    const char* key;
    const char* file;
};
#ifdef _WIN32
constexpr std::array library_names{
    LibraryName{"cudart", "cudart64_13.dll"}, LibraryName{"cublas", "cublas64_13.dll"},
    LibraryName{"cudnn", "cudnn64_9.dll"}, LibraryName{"torch_cuda", "torch_cuda.dll"}};
#else
constexpr std::array library_names{
    LibraryName{"cudart", "libcudart.so.13"}, LibraryName{"cublas", "libcublas.so.13"},
    LibraryName{"cudnn", "libcudnn.so.9"}, LibraryName{"torch_cuda", "libtorch_cuda.so"}};
#endif

/// Adds which copy of each library is really in use: a foreign one explains many odd results.
void addLibraries(GpuSheet& sheet) {
    for (const LibraryName& name : library_names) {
        const auto library = DynamicLibrary::loaded(name.file);
        if (!library) {
            continue;
        }
        sheet.libraries.emplace_back(name.key, library->path());
        if (std::string(name.key) == "cublas") {
            sheet.cublas = cublasVersion(*library).value_or("");
        }
    }
    if (at::globalContext().hasCuDNN()) {
        sheet.cudnn = cudnnVersion(at::detail::getCUDAHooks().versionRuntimeCuDNN());
    }
}

void addVersions(GpuSheet& sheet, const Nvml* nvml) {
    if (nvml != nullptr) {
        sheet.driver = nvml->driverVersion().value_or("");
    }
    int version = 0;
    C10_CUDA_CHECK(cudaDriverGetVersion(&version));
    sheet.driver_cuda = cudaVersion(version);
    C10_CUDA_CHECK(cudaRuntimeGetVersion(&version));
    sheet.runtime_cuda = cudaVersion(version);
}

void addAttributes(GpuSheet& sheet, int device, const std::string& pci_bus_id, const Nvml* nvml) {
    const auto number = [device](cudaDeviceAttr attribute, int divisor) {
        const auto value = deviceAttribute(attribute, device);
        return value ? std::optional(*value / divisor) : std::nullopt;
    };
    const auto flag = [device](cudaDeviceAttr attribute) {
        const auto value = deviceAttribute(attribute, device);
        return value ? std::optional(*value != 0) : std::nullopt;
    };
    sheet.sm_clock_boost_mhz = number(cudaDevAttrClockRate, 1000);
    sheet.memory_clock_max_mhz = number(cudaDevAttrMemoryClockRate, 1000);
    sheet.memory_bus_bits = number(cudaDevAttrGlobalMemoryBusWidth, 1);
    sheet.l2_bytes = number(cudaDevAttrL2CacheSize, 1);
    sheet.launch_timeout = flag(cudaDevAttrKernelExecTimeout);  // Windows TDR
    sheet.ecc = flag(cudaDevAttrEccEnabled);
    sheet.integrated = flag(cudaDevAttrIntegrated);
    if (nvml != nullptr) {
        sheet.driver_model = nvml->driverModel(pci_bus_id).value_or("");
    }
}

}  // namespace

std::optional<int> deviceAttribute(int attribute, int device) {
    int value = 0;
    const cudaError_t error =
        cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(attribute), device);
    if (error != cudaSuccess) {
        C10_CUDA_CLEAR_ERROR();
        return std::nullopt;
    }
    return value;
}

GpuSheet readDeviceSheet(c10::DeviceIndex device, const std::string& pci_bus_id, const Nvml* nvml) {
    cudaDeviceProp properties{};
    C10_CUDA_CHECK(cudaGetDeviceProperties(&properties, device));
    GpuSheet sheet{
        .name = properties.name,
        .compute_capability =
            std::to_string(properties.major) + "." + std::to_string(properties.minor),
        .memory_total_bytes = std::int64_t(properties.totalGlobalMem),
        .multiprocessors = properties.multiProcessorCount,
        .uuid = uuidText(properties.uuid),
        .pci_bus_id = pci_bus_id,
        .index = int(device),
        .device_count = int(c10::cuda::device_count()),
    };
    addVersions(sheet, nvml);
    addAttributes(sheet, device, pci_bus_id, nvml);
    addLibraries(sheet);
    return sheet;
}

}  // namespace duelo
