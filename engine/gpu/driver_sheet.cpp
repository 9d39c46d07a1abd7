// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdio>
#include <string>

#include "base/dynamic_library.h"
#include "gpu/driver_gpu.h"
#include "gpu/nvidia_library.h"
#include "gpu/torch_folder.h"

namespace duelo {

using driver::check;

namespace {

/// The form that nvidia-smi prints: "GPU-5c9f02f1-...".
std::string uuidText(const driver::Uuid& uuid) {
    std::string text = "GPU";
    for (std::size_t i = 0; i < sizeof uuid.bytes; ++i) {
        if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10) text += '-';
        std::array<char, 3> hex{};
        std::snprintf(hex.data(), hex.size(), "%02x", unsigned(uuid.bytes[i]));
        text += hex.data();
    }
    return text;
}

/// Adds which copy of each library is really in use: a foreign one explains many odd results.
void addLibraries(GpuSheet& sheet) {
    const auto add = [&](const char* key, std::optional<DynamicLibrary> library) {
        if (library) sheet.libraries.emplace_back(key, library->path());
        return library;
    };
    const auto addNvidia = [&](const char* key, NvidiaLibrary which) {
        const auto library = add(key, nvidiaInUse(which));
        return library ? versionOf(which, *library) : std::string();
    };
    if (const auto runtime = add("cudart", DynamicLibrary::loaded(kCudaRuntime))) {
        int version = 0;
        auto* get = runtime->function<int(int*)>("cudaRuntimeGetVersion");
        if (get != nullptr && get(&version) == 0) sheet.runtime_cuda = driver::versionText(version);
    }
    sheet.nvrtc = addNvidia("nvrtc", NvidiaLibrary::Nvrtc);
    sheet.cublas = addNvidia("cublas", NvidiaLibrary::Cublas);
    sheet.cudnn = addNvidia("cudnn", NvidiaLibrary::Cudnn);
    add("torch_cuda", DynamicLibrary::loaded(kTorchCudaFile));
}

void addAttributes(GpuSheet& sheet, const driver::Calls& calls, driver::Device device) {
    const auto number = [&](driver::Attribute attribute, int divisor) {
        const auto value = deviceAttribute(calls, attribute, device);
        return value ? std::optional(*value / divisor) : std::nullopt;
    };
    const auto flag = [&](driver::Attribute attribute) {
        const auto value = deviceAttribute(calls, attribute, device);
        return value ? std::optional(*value != 0) : std::nullopt;
    };
    sheet.multiprocessors = number(driver::kMultiprocessors, 1);
    sheet.sm_clock_boost_mhz = number(driver::kClockRate, 1000);
    sheet.memory_clock_max_mhz = number(driver::kMemoryClockRate, 1000);
    sheet.memory_bus_bits = number(driver::kMemoryBusWidth, 1);
    sheet.l2_bytes = number(driver::kL2Bytes, 1);
    sheet.launch_timeout = flag(driver::kLaunchTimeout);  // Windows TDR
    sheet.ecc = flag(driver::kEcc);
    sheet.integrated = flag(driver::kIntegrated);
}

}  // namespace

std::optional<int> deviceAttribute(const driver::Calls& calls, driver::Attribute attribute,
                                   driver::Device device) {
    int value = 0;
    if (calls.attribute(&value, attribute, device) != driver::kSuccess) return std::nullopt;
    return value;
}

GpuSheet readDriverSheet(const driver::Calls& calls, driver::Device device,
                         const std::string& pci_bus_id, const Nvml* nvml) {
    std::array<char, 256> name{};
    std::size_t bytes = 0;
    driver::Uuid uuid{};
    int version = 0;
    check(calls.name(name.data(), int(name.size()) - 1, device), "cuDeviceGetName");
    check(calls.totalMemory(&bytes, device), "cuDeviceTotalMem");
    check(calls.uuid(&uuid, device), "cuDeviceGetUuid");
    check(calls.version(&version), "cuDriverGetVersion");
    GpuSheet sheet{
        .name = name.data(),
        .compute_capability =
            std::to_string(deviceAttribute(calls, driver::kCapabilityMajor, device).value_or(0)) +
            "." +
            std::to_string(deviceAttribute(calls, driver::kCapabilityMinor, device).value_or(0)),
        .memory_total_bytes = std::int64_t(bytes),
        .uuid = uuidText(uuid),
        .pci_bus_id = pci_bus_id,
        .index = int(device),
        .driver_cuda = driver::versionText(version),
    };
    if (nvml != nullptr) {
        sheet.driver = nvml->driverVersion().value_or("");
        sheet.driver_model = nvml->driverModel(pci_bus_id).value_or("");
    }
    addAttributes(sheet, calls, device);
    addLibraries(sheet);
    return sheet;
}

}  // namespace duelo
