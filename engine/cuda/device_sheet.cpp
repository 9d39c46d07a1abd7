// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdio>

#include <ATen/Context.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAFunctions.h>
#include <cuda_runtime_api.h>

#include "cuda/cuda_api.h"
#include "gpu/dynamic_library.h"

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

/// Which copy of each library is really in use: a foreign one explains many odd results.
void addLibraries(Json& sheet) {
    Json paths = Json::object();
    for (const LibraryName& name : library_names) {
        const auto library = DynamicLibrary::loaded(name.file);
        if (!library) {
            continue;
        }
        paths[name.key] = library->path();
        if (std::string(name.key) == "cublas") {
            if (const auto version = cublasVersion(*library)) {
                sheet["cublas"] = *version;
            }
        }
    }
    sheet["libraries"] = std::move(paths);
    if (at::globalContext().hasCuDNN()) {
        sheet["cudnn"] = cudnnVersion(at::detail::getCUDAHooks().versionRuntimeCuDNN());
    }
}

void addVersions(Json& sheet, const Nvml* nvml) {
    if (nvml != nullptr) {
        if (const auto driver = nvml->driverVersion()) {
            sheet["driver"] = *driver;
        }
    }
    int version = 0;
    C10_CUDA_CHECK(cudaDriverGetVersion(&version));
    sheet["driver_cuda"] = cudaVersion(version);
    C10_CUDA_CHECK(cudaRuntimeGetVersion(&version));
    sheet["runtime_cuda"] = cudaVersion(version);
}

void addAttributes(Json& sheet, int device, const std::string& pci_bus_id, const Nvml* nvml) {
    const auto number = [&](const char* key, cudaDeviceAttr attribute, int divisor) {
        if (const auto value = deviceAttribute(attribute, device)) {
            sheet[key] = *value / divisor;
        }
    };
    const auto flag = [&](const char* key, cudaDeviceAttr attribute) {
        if (const auto value = deviceAttribute(attribute, device)) {
            sheet[key] = *value != 0;
        }
    };
    number("sm_clock_boost_mhz", cudaDevAttrClockRate, 1000);
    number("memory_clock_max_mhz", cudaDevAttrMemoryClockRate, 1000);
    number("memory_bus_bits", cudaDevAttrGlobalMemoryBusWidth, 1);
    number("l2_bytes", cudaDevAttrL2CacheSize, 1);
    flag("launch_timeout", cudaDevAttrKernelExecTimeout);  // Windows TDR
    flag("ecc", cudaDevAttrEccEnabled);
    flag("integrated", cudaDevAttrIntegrated);
    if (nvml != nullptr) {
        if (const auto model = nvml->driverModel(pci_bus_id)) {
            sheet["driver_model"] = *model;
        }
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

Json readDeviceSheet(c10::DeviceIndex device, const std::string& pci_bus_id, const Nvml* nvml) {
    cudaDeviceProp properties{};
    C10_CUDA_CHECK(cudaGetDeviceProperties(&properties, device));
    Json sheet = {
        {"name", std::string(properties.name)},
        {"compute_capability",
         std::to_string(properties.major) + "." + std::to_string(properties.minor)},
        {"memory_total_bytes", std::int64_t(properties.totalGlobalMem)},
        {"multiprocessors", properties.multiProcessorCount},
        {"uuid", uuidText(properties.uuid)},
        {"pci_bus_id", pci_bus_id},
        {"index", int(device)},
        {"device_count", int(c10::cuda::device_count())},
    };
    addVersions(sheet, nvml);
    addAttributes(sheet, device, pci_bus_id, nvml);
    addLibraries(sheet);
    return sheet;
}

}  // namespace duelo
