// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "gpu/opencl_calls.h"
#include "machine/device_sheet.h"

namespace duelo {

class OpenClGpu;

/// The facts of a device by OpenCL, which have been looked at: none of them is impossible.
struct OpenClFacts {
    opencl::Platform platform = nullptr;
    opencl::DeviceId id = nullptr;
    std::string name{}, platform_name{}, version{}, driver{};
    int compute_units = 0, clock_mhz = 0;
    std::uint64_t memory_bytes = 0, most_bytes = 0, local_bytes = 0;  ///< most: of one buffer
    std::size_t group_size = 0, group_x = 0, group_y = 0;             ///< at most
    std::size_t align_bytes = 0;  ///< of where a part of a buffer may begin
    bool has_doubles = false;
    bool shares_memory = false;  ///< with the processor
    bool is_software = false;    ///< the processor itself does the work
};

/// Reads what a device tells of itself; the reason is why nothing can be measured on it. The name
/// is told in any case.
struct OpenClReading {
    OpenClFacts facts{};
    std::optional<Reason> reason{};
};
[[nodiscard]] OpenClReading readOpenClDevice(const opencl::Calls& calls, opencl::Platform platform,
                                             opencl::DeviceId id);

/// Returns it as records and the probe list it.
[[nodiscard]] DeviceSheet sheetOf(const OpenClReading& reading, int index);

/// Tries in another process whether the drivers can be asked for their devices: one that crashes or
/// never answers would take this process with it. The reason is why they are left alone.
using OpenClTrial = std::function<std::optional<Reason>()>;

/// The devices that OpenCL's loader and the drivers offer. The processor is one of them where its
/// driver says so: it is listed only where that is asked for, as for tests.
class OpenClDevices {
public:
    /// Opens the library and, after the trial, asks the drivers; an empty path: there is none.
    explicit OpenClDevices(const std::filesystem::path& library, bool with_software = false,
                           const OpenClTrial& trial = {});
    ~OpenClDevices();
    OpenClDevices(const OpenClDevices&) = delete;
    OpenClDevices& operator=(const OpenClDevices&) = delete;

    /// The devices of this PC, the usable ones first, in the drivers' order; one on which nothing
    /// is measured has its reason: "opencl_too_old" {name, found}, "opencl_device_off" {name},
    /// "opencl_no_compiler" {name}, "opencl_nonsense" {name, function, value}.
    [[nodiscard]] const std::vector<DeviceSheet>& sheets() const { return m_sheets; }
    /// Returns why there is none: "opencl_off", "opencl_missing" {library}, "opencl_broken"
    /// {library, detail}, that of the trial, "opencl_no_driver", "opencl_no_device",
    /// "opencl_failed" {function, error}, "opencl_nonsense".
    [[nodiscard]] const std::optional<Reason>& reason() const { return m_reason; }
    /// Returns the GPU of a device, which is opened at the first call, or why there is none. It
    /// lives until the process ends. From any thread.
    [[nodiscard]] Result<OpenClGpu*> at(int index);

private:
    void listAll();
    void listDevicesOf(opencl::Platform platform);
    void add(opencl::Platform platform, opencl::DeviceId id);

    const bool m_withSoftware;
    std::optional<opencl::Calls> m_calls;
    std::optional<Reason> m_reason;
    std::vector<DeviceSheet> m_sheets;
    std::vector<OpenClReading> m_readings;  ///< of each sheet
    std::mutex m_mutex;
    std::vector<OpenClGpu*> m_opened;  ///< null: not yet
};

}  // namespace duelo
