// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "gpu/gpu.h"
#include "gpu/nvidia_library.h"
#include "machine/device_sheet.h"

namespace duelo {

class Nvml;
class OpenClDevices;

/// Where the libraries are looked for; tests put their own in their place.
struct GpuPaths {
    std::filesystem::path driver;  ///< libcuda.so.1, nvcuda.dll
    std::filesystem::path nvml;    ///< libnvidia-ml.so.1, nvml.dll
    /// Duelo's module with LibTorch's part: the environment's DUELO_CUDA_MODULE, whose "none" is
    /// none; else what lies in the program's ../lib/duelo or its own folder. May be empty.
    std::filesystem::path module;
    /// LibTorch's part itself, which is used where there is no module: the environment's
    /// DUELO_TORCH_CUDA; else, on Windows, in the program's folder "libtorch" or in torchFolder(),
    /// where gpu-pack has noted that all of it lies there. Empty: the GPU is used without LibTorch.
    std::filesystem::path torch_cuda;
    /// libOpenCL.so.1, OpenCL.dll, or the environment's DUELO_OPENCL, a path: "none" is none, and
    /// "software" the usual one with the processor among its devices. Empty: OpenCL is left alone.
    std::filesystem::path opencl{};
    bool opencl_software = false;

    [[nodiscard]] static GpuPaths standard();
};

/// Tells whether this PC's GPU can be used and, when not, why, in the order in which it is found
/// out: no_nvidia_driver {library}; no_gpu, driver_mismatch, driver_not_ready, driver_stub,
/// gpu_busy, driver_failed {number, name}; gpu_hidden {value} (CUDA_VISIBLE_DEVICES leaves none);
/// gpu_too_old {name, cc, needed}; driver_too_old {found, needed}; gpu_library_missing {library};
/// gpu_library_broken {library, detail}; gpu_module_mismatch {library}; gpu_not_registered. A card
/// that is too old is told before a driver that is too old: updating the driver, which is what the
/// second reason asks for, would not help.
struct GpuStatus {
    bool available = false;
    std::optional<Reason> reason;  ///< present exactly when not available
    /// Why no network can be computed on it although it is available: "gpu_without_torch"
    /// {library}, "gpu_torch_unusable" {library, detail} with the file in the message.
    std::optional<Reason> networks_reason{};
    /// The known facts about driver and devices, also when they cannot be used (S3-09).
    GpuSheet sheet{};
    /// All that the driver lists, those that can be used first: the first of them is the one that
    /// was opened. Each of the others has its reason: "device_not_used" {name}, "gpu_too_old".
    std::vector<DeviceSheet> devices{};
};

/// Finds, loads and keeps the CUDA module; without one LibTorch's CUDA part (TorchGpu); without
/// that it opens the GPU itself (DriverGpu). Asking the driver comes first and costs milliseconds;
/// LibTorch's CUDA part (half a gigabyte) is loaded only when driver and card can use it.
///
/// Make it before the first question to LibTorch that concerns CUDA (hasCuda(), pinned memory,
/// a seed): LibTorch decides then, once per process, whether there is a CUDA part.
class Gpu {
public:
    explicit Gpu(GpuPaths paths = GpuPaths::standard(), GpuRequirements needed = {});
    ~Gpu();
    Gpu(const Gpu&) = delete;
    Gpu& operator=(const Gpu&) = delete;

    /// The process's own, made at the first call.
    [[nodiscard]] static Gpu& instance();

    [[nodiscard]] const GpuStatus& status() const { return m_status; }
    /// Returns the GPU; null when it is not available. It lives until the process ends.
    [[nodiscard]] PlainGpu* plain() const { return m_plain; }
    /// Returns the same GPU for networks; null where whyNoNetworks() says why there is none.
    [[nodiscard]] GpuApi* api() const { return m_api; }
    /// Tells whether what needs a library of NVIDIA's can be done: the reason of GpuStatus, or that
    /// of openNvidia() where the module does not bring its own. It is open then, and sheet() names
    /// it. From any thread; what was found is not looked for again, what was not may be fetched
    /// meanwhile.
    [[nodiscard]] Result<void> canUse(NvidiaLibrary library);

    /// Has the drivers of OpenCL tried in another process before any of this one is asked. To be
    /// called before other threads begin.
    static void tryOpenClBy(std::function<std::optional<Reason>()> trial);
    /// The devices by OpenCL; the first call asks their drivers. From any thread.
    [[nodiscard]] OpenClDevices& openCl();
    /// Returns the GPU of a device of any API, or why it cannot be used.
    [[nodiscard]] Result<PlainGpu*> of(const Device& device);
    /// Tells whether what needs a library of NVIDIA's can be done on a device; by OpenCL its driver
    /// compiles, and "opencl_no_library" is said of the others.
    [[nodiscard]] Result<void> canUse(const Device& device, NvidiaLibrary library);
    /// Tells whether a device that of() returns computes in fp64.
    [[nodiscard]] bool hasDoubles(const Device& device);
    /// The facts of a device that of() returns.
    [[nodiscard]] GpuSheet sheetOf(const Device& device);

    [[nodiscard]] const Reason& whyNoNetworks() const {
        return m_status.networks_reason ? *m_status.networks_reason : *m_status.reason;
    }

private:
    [[nodiscard]] std::optional<Reason> askDriver(const GpuPaths& paths,
                                                  const GpuRequirements& needed);
    [[nodiscard]] std::optional<Reason> loadModule(const GpuPaths& paths,
                                                   const GpuRequirements& needed);
    /// Opens LibTorch's part for CUDA and the GPU with it, or returns why networks cannot use it.
    [[nodiscard]] std::optional<Reason> openTorch(const GpuPaths& paths,
                                                  const GpuRequirements& needed);
    [[nodiscard]] std::optional<Reason> openPlain(const GpuPaths& paths,
                                                  const GpuRequirements& needed);
    /// Opens it and takes what it tells of itself.
    [[nodiscard]] std::optional<Reason> opened(PlainGpu& gpu, const GpuRequirements& needed);

    const std::filesystem::path m_openClLibrary;
    const bool m_openClSoftware;
    std::once_flag m_openClAsked;
    std::unique_ptr<OpenClDevices> m_openCl;
    GpuStatus m_status;
    PlainGpu* m_plain = nullptr;
    GpuApi* m_api = nullptr;
    bool m_by_module = false;
    std::array<std::atomic<bool>, kNvidiaLibraries> m_found{};
};

/// Says that nobody has tried GPUs on this system yet ("gpu_untried"); nothing where somebody has.
[[nodiscard]] std::optional<Reason> untriedGpu();

}  // namespace duelo
