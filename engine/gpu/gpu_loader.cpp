// SPDX-License-Identifier: Apache-2.0
#include "gpu/gpu_loader.h"

#include <array>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <system_error>
#include <utility>
#include <vector>

#include "base/dynamic_library.h"
#include "base/places.h"
#include "gpu/cuda_driver.h"
#include "gpu/cuda_errors.h"
#include "gpu/driver_gpu.h"
#include "gpu/gpu_failure.h"
#include "gpu/nvml.h"
#include "gpu/opencl_gpu.h"
#include "gpu/torch_folder.h"
#include "tensor/torch_cuda.h"
#ifdef DUELO_TORCH
#include "gpu/torch_gpu.h"
#endif

namespace duelo {
namespace {

constexpr const char* kNotUsed = "device_not_used";
constexpr const char* kNone = "none";
#ifdef _WIN32
constexpr const char* kForNetworks = kTorchCudaFile;
#else
constexpr const char* kForNetworks = "libduelo_cuda.so";
/// The first is an installation's, the second that in which it was built.
constexpr std::array kModuleFolders{"../lib/duelo", ""};
#endif

/// Returns a variable of the environment as a path; nothing where it is not there or empty.
std::optional<std::filesystem::path> pathFrom(const char* variable) {
#ifdef _WIN32
    const std::wstring wide(variable, variable + std::char_traits<char>::length(variable));
    const wchar_t* named = _wgetenv(wide.c_str());
#else
    const char* named = std::getenv(variable);
#endif
    if (named == nullptr || *named == 0) return std::nullopt;
    return named;
}

/// Returns the absolute path of what a variable of the environment names. "none" stays as it is.
std::optional<std::filesystem::path> namedBy(const char* variable) {
    std::error_code error;
    const auto path = pathFrom(variable);
    return !path || *path == kNone ? path : std::filesystem::absolute(*path, error);
}

/// The few functions of the CUDA driver that need neither a context nor the CUDA runtime.
struct Driver {
    using Init = int(unsigned int flags);
    using Version = int(int* version);
    using Count = int(int* count);
    using Get = int(int* device, int ordinal);
    using Name = int(char* name, int size, int device);
    using Attribute = int(int* value, int attribute, int device);

    explicit Driver(const DynamicLibrary& library)
        : init(library.function<Init>("cuInit")),
          version(library.function<Version>("cuDriverGetVersion")),
          count(library.function<Count>("cuDeviceGetCount")),
          get(library.function<Get>("cuDeviceGet")),
          name(library.function<Name>("cuDeviceGetName")),
          attribute(library.function<Attribute>("cuDeviceGetAttribute")) {}

    [[nodiscard]] bool complete() const {
        return init && version && count && get && name && attribute;
    }

    Init* init;
    Version* version;
    Count* count;
    Get* get;
    Name* name;
    Attribute* attribute;
};

struct DeviceInfo {
    std::string name;
    int compute_capability = 0;  ///< 10 * major + minor
};

std::string dotted(int tens) {
    return std::to_string(tens / 10) + "." + std::to_string(tens % 10);
}

tl::expected<std::vector<DeviceInfo>, int> listDevices(const Driver& driver) {
    int count = 0;
    if (const int error = driver.count(&count); error != 0) {
        return tl::unexpected(error);
    }
    std::vector<DeviceInfo> devices;
    for (int i = 0; i < count; ++i) {
        int device = 0;
        int major = 0;
        int minor = 0;
        std::array<char, 256> name{};
        int error = driver.get(&device, i);
        error = error != 0 ? error : driver.name(name.data(), int(name.size()) - 1, device);
        error = error != 0 ? error : driver.attribute(&major, driver::kCapabilityMajor, device);
        error = error != 0 ? error : driver.attribute(&minor, driver::kCapabilityMinor, device);
        if (error != 0) {
            return tl::unexpected(error);
        }
        devices.push_back({name.data(), 10 * major + minor});
    }
    return devices;
}

/// A user or a batch system may hide every GPU; that is not a broken PC.
std::optional<Reason> hiddenDevices() {
    const char* value = std::getenv("CUDA_VISIBLE_DEVICES");
    if (value == nullptr) {
        return std::nullopt;
    }
    return Reason{"gpu_hidden", {{"value", std::string(value)}}, {}};
}

Reason noDevices(int error) {
    if (error == 100) {
        if (auto hidden = hiddenDevices()) {
            return *hidden;
        }
    }
    return explainCudaStart(error);
}

const DeviceInfo& newest(const std::vector<DeviceInfo>& devices) {
    const DeviceInfo* best = &devices.front();
    for (const DeviceInfo& device : devices) {
        if (device.compute_capability > best->compute_capability) {
            best = &device;
        }
    }
    return *best;
}

Reason tooOld(const DeviceInfo& device, int needed) {
    return {"gpu_too_old",
            {{"name", device.name},
             {"cc", dotted(device.compute_capability)},
             {"needed", dotted(needed)}},
            {}};
}

std::vector<GpuDevice> deviceList(const std::vector<DeviceInfo>& devices) {
    std::vector<GpuDevice> list;
    for (const DeviceInfo& device : devices) {
        list.push_back(
            {.name = device.name, .compute_capability = dotted(device.compute_capability)});
    }
    return list;
}

/// Lists the usable devices first, in the order in which DriverGpu counts them: it opens the first.
std::vector<DeviceSheet> devicesFrom(const std::vector<DeviceInfo>& listed, int needed) {
    std::vector<DeviceSheet> devices;
    const auto add = [&](const DeviceInfo& one, std::optional<Reason> reason) {
        devices.push_back(
            sheetOf({Api::Cuda, static_cast<int>(devices.size())}, one.name, std::move(reason)));
    };
    for (const DeviceInfo& one : listed)
        if (one.compute_capability >= needed)
            add(one, devices.empty() ? std::nullopt
                                     : std::optional(Reason{kNotUsed, {{"name", one.name}}}));
    for (const DeviceInfo& one : listed)
        if (one.compute_capability < needed) add(one, tooOld(one, needed));
    return devices;
}

Reason loadReason(const std::string& message, const std::filesystem::path& module) {
    const LoadFailure failure = readLoadFailure(message, module);
    if (failure.missing) {
        return {"gpu_library_missing", {{"library", failure.library}}, message};
    }
    return {"gpu_library_broken", {{"library", failure.library}, {"detail", message}}, message};
}

}  // namespace

GpuPaths GpuPaths::standard() {
    GpuPaths paths{driver::standardLibrary(), Nvml::standardLibrary(), {}, {}};
    const auto module = namedBy("DUELO_CUDA_MODULE"), torch = namedBy("DUELO_TORCH_CUDA");
    if (module && *module != kNone) paths.module = *module;
    if (torch && *torch != kNone) paths.torch_cuda = *torch;
    const auto opencl = pathFrom("DUELO_OPENCL");
    paths.opencl_software = opencl == "software";
    if (!opencl || paths.opencl_software)
        paths.opencl = opencl::standardLibrary();
    else if (*opencl != kNone)
        paths.opencl = *opencl;
#ifdef _WIN32
    for (const auto& folder : {programFolder() / "libtorch", torchFolder()})
        if (!module && !torch && paths.torch_cuda.empty() && torchNoteIn(folder))
            paths.torch_cuda = folder / kTorchCudaFile;
#else
    std::error_code error;
    for (const char* folder : kModuleFolders)
        if (const auto file = programFolder() / folder / kForNetworks;
            !module && paths.module.empty() && std::filesystem::exists(file, error))
            paths.module = file;
#endif
    return paths;
}

std::optional<Reason> untriedGpu() {
#ifdef _WIN32
    return Reason{"gpu_untried"};
#else
    return std::nullopt;
#endif
}

Gpu::Gpu(GpuPaths paths, GpuRequirements needed)
    : m_openClLibrary(paths.opencl), m_openClSoftware(paths.opencl_software) {
    m_status.reason = askDriver(paths, needed);
    if (!m_status.reason) {
        m_status.reason = loadModule(paths, needed);
    }
    m_status.available = !m_status.reason;
    for (DeviceSheet& device : m_status.devices)
        if (m_status.reason && (!device.reason || device.reason->code == kNotUsed))
            device.reason = m_status.reason;
}

Gpu::~Gpu() = default;

Gpu& Gpu::instance() {
    static Gpu gpu;
    return gpu;
}

std::optional<Reason> Gpu::askDriver(const GpuPaths& paths, const GpuRequirements& needed) {
    const auto library = DynamicLibrary::open(paths.driver);
    if (!library) {
        return Reason{
            "no_nvidia_driver", {{"library", paths.driver.filename().string()}}, library.error()};
    }
    const Driver driver(*library);
    if (!driver.complete()) {
        return explainCudaStart(34);
    }
    std::string found;
    if (const auto nvml = Nvml::open(paths.nvml)) {
        found = nvml->driverVersion().value_or("");
    }
    m_status.sheet.driver = found;
    if (const int error = driver.init(0); error != 0) {
        return noDevices(error);
    }
    int version = 0;
    if (const int error = driver.version(&version); error != 0) {
        return explainCudaStart(error);
    }
    m_status.sheet.driver_cuda = driver::versionText(version);
    const auto devices = listDevices(driver);
    if (!devices) {
        return noDevices(devices.error());
    }
    m_status.sheet.devices = deviceList(*devices);
    m_status.devices = devicesFrom(*devices, needed.compute_capability);
    if (devices->empty()) {
        return noDevices(100);
    }
    const DeviceInfo& best = newest(*devices);
    if (best.compute_capability < needed.compute_capability) {
        return tooOld(best, needed.compute_capability);
    }
    if (version < needed.cuda_version) {
        return Reason{"driver_too_old",
                      {{"found", found.empty() ? "CUDA " + driver::versionText(version) : found},
                       {"needed", needed.driver}},
                      "the driver supports CUDA " + driver::versionText(version)};
    }
    return std::nullopt;
}

std::optional<Reason> Gpu::loadModule(const GpuPaths& paths, const GpuRequirements& needed) {
    if (paths.module.empty()) {
        auto why = openTorch(paths, needed);
        if (!why) return std::nullopt;
        m_status.networks_reason = std::move(why);
        return openPlain(paths, needed);
    }
    const auto library = DynamicLibrary::open(paths.module);
    if (!library) {
        return loadReason(library.error(), paths.module);
    }
    using Entry = GpuApi*(int abi_version);
    auto* entry = library->function<Entry>("duelo_cuda_api");
    GpuApi* api = entry != nullptr ? entry(gpu_abi_version) : nullptr;
    if (api == nullptr) {
        return Reason{"gpu_module_mismatch", {{"library", paths.module.filename().string()}}, {}};
    }
    if (auto reason = opened(*api, needed)) return reason;
    m_api = api;
    m_by_module = true;
    return std::nullopt;
}

std::optional<Reason> Gpu::openTorch(const GpuPaths& paths, const GpuRequirements& needed) {
#ifdef DUELO_TORCH
    if (!paths.torch_cuda.empty()) {
        const auto unusable = [&](std::string detail) {
            return Reason{"gpu_torch_unusable",
                          {{"library", utf8(paths.torch_cuda.filename())}, {"detail", detail}},
                          utf8(paths.torch_cuda)};
        };
        const auto note = torchNoteIn(paths.torch_cuda.parent_path());
        if (note && !isTorchForCuda(note->version))
            return unusable("LibTorch " + note->version + " != " + kTorchVersion);
        const auto torch = TorchCuda::open(paths.torch_cuda);
        if (!torch) return unusable(torch.error());
        auto* const gpu = new TorchGpu(*torch, paths.driver, paths.nvml);  // never destroyed
        if (auto reason = opened(*gpu, needed)) return reason;
        m_api = gpu;
        return std::nullopt;
    }
#else
    static_cast<void>(paths), static_cast<void>(needed);
#endif
    return Reason{"gpu_without_torch", {{"library", kForNetworks}}};
}

std::optional<Reason> Gpu::openPlain(const GpuPaths& paths, const GpuRequirements& needed) {
    auto* const gpu = new DriverGpu(paths.driver, paths.nvml);  // never destroyed
    return opened(*gpu, needed);
}

Result<void> Gpu::canUse(NvidiaLibrary library) {
    if (m_plain == nullptr) return tl::unexpected(*m_status.reason);
    std::atomic<bool>& found = m_found.at(static_cast<std::size_t>(library));
    if (found) return {};
    const auto opened = openNvidia(library);
    // The module is linked with them; a fake GPU needs none.
    if (!opened && !m_by_module) return tl::unexpected(opened.error());
    found = true;
    return {};
}

namespace {

OpenClTrial& openClTrial() {
    static OpenClTrial trial;
    return trial;
}

}  // namespace

void Gpu::tryOpenClBy(OpenClTrial trial) {
    openClTrial() = std::move(trial);
}

OpenClDevices& Gpu::openCl() {
    std::call_once(m_openClAsked, [this] {
        m_openCl =
            std::make_unique<OpenClDevices>(m_openClLibrary, m_openClSoftware, openClTrial());
    });
    return *m_openCl;
}

Result<PlainGpu*> Gpu::of(const Device& device) {
    if (device.api == Api::OpenCl) return openCl().at(device.index);
    if (m_plain == nullptr) return tl::unexpected(*m_status.reason);
    return m_plain;
}

Result<void> Gpu::canUse(const Device& device, NvidiaLibrary library) {
    if (device.api != Api::OpenCl) return canUse(library);
    if (auto gpu = of(device); !gpu) return tl::unexpected(gpu.error());
    if (library == NvidiaLibrary::Nvrtc) return {};
    return fail("opencl_no_library");
}

bool Gpu::hasDoubles(const Device& device) {
    if (device.api != Api::OpenCl) return true;
    const auto gpu = openCl().at(device.index);
    return gpu && (*gpu)->facts().has_doubles;
}

GpuSheet Gpu::sheetOf(const Device& device) {
    if (device.api != Api::OpenCl) return m_status.sheet;
    const auto gpu = of(device);
    return gpu ? (*gpu)->sheet() : GpuSheet{};
}

std::optional<Reason> Gpu::opened(PlainGpu& gpu, const GpuRequirements& needed) {
    if (auto reason = gpu.open(needed)) return reason;
    try {
        GpuSheet sheet = gpu.sheet();
        if (sheet.driver.empty()) {
            sheet.driver = m_status.sheet.driver;
        }
        sheet.devices = std::move(m_status.sheet.devices);
        m_status.sheet = std::move(sheet);
    } catch (...) {
        const auto failure = describeGpuFailure(std::current_exception());
        return failure ? failure->reason : explainCudaStart(999);
    }
    m_plain = &gpu;
    return std::nullopt;
}

}  // namespace duelo
