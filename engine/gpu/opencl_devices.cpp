// SPDX-License-Identifier: Apache-2.0
#include "gpu/opencl_devices.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <utility>

#include "base/dynamic_library.h"
#include "base/text.h"
#include "gpu/opencl_gpu.h"

namespace duelo {

namespace {

constexpr std::uint32_t kMostListed = 64;  ///< platforms, or devices of one; more are nonsense
constexpr std::size_t kMostLetters = 200;
constexpr std::size_t kMostBytes = 1 << 16;  ///< of a text of the driver's

Reason nonsense(const std::string& name, const char* function, const std::string& value) {
    return {"opencl_nonsense", {{"name", name}, {"function", function}, {"value", value}}};
}

/// One answer of a device; 0 where it does not tell.
template <typename T>
T number(const opencl::Calls& calls, opencl::DeviceId id, opencl::DeviceInfo info) {
    T value{};
    if (calls.deviceInfo(id, info, sizeof value, &value, nullptr) != opencl::kSuccess) return T{};
    return value;
}

/// Reads what a driver has written, which may have no end and anything in it.
std::string tidy(std::vector<char> letters) {
    std::string text(letters.begin(), std::ranges::find(letters, '\0'));
    text = visibleText(text);
    const std::size_t begin = text.find_first_not_of(' ');
    text.erase(0, std::min(begin, text.size()));
    text.erase(text.find_last_not_of(' ') + 1);
    if (text.size() > kMostLetters) text = visibleText(text.substr(0, kMostLetters));
    return text;
}

std::string words(const opencl::Calls& calls, opencl::DeviceId id, opencl::DeviceInfo info,
                  std::size_t most = kMostBytes) {
    std::size_t size = 0;
    if (calls.deviceInfo(id, info, 0, nullptr, &size) != opencl::kSuccess || size == 0) return {};
    std::vector<char> letters(std::min(size, most));
    if (calls.deviceInfo(id, info, letters.size(), letters.data(), nullptr) != opencl::kSuccess)
        return {};
    return tidy(std::move(letters));
}

std::string platformName(const opencl::Calls& calls, opencl::Platform platform) {
    std::vector<char> letters(1024);
    if (calls.platformInfo(platform, opencl::kPlatformName, letters.size(), letters.data(),
                           nullptr) != opencl::kSuccess)
        return {};
    return tidy(std::move(letters));
}

/// "OpenCL 3.0 PoCL": 30; 0: it says no version.
int versionOf(const std::string& text) {
    int major = 0, minor = 0;
    if (std::sscanf(text.c_str(), "OpenCL %d.%d", &major, &minor) != 2) return 0;
    return major * 10 + std::clamp(minor, 0, 9);
}

/// Why what a device says of itself cannot be.
std::optional<Reason> whyImpossible(const OpenClFacts& facts) {
    const auto told = [&](const char* function, auto value) {
        return nonsense(facts.name, function, std::to_string(value));
    };
    if (facts.name.empty()) return nonsense("?", "CL_DEVICE_NAME", "");
    if (facts.compute_units < 1 || facts.compute_units > (1 << 20))
        return told("CL_DEVICE_MAX_COMPUTE_UNITS", facts.compute_units);
    if (facts.group_size == 0) return told("CL_DEVICE_MAX_WORK_GROUP_SIZE", facts.group_size);
    if (facts.group_x == 0 || facts.group_y == 0)
        return told("CL_DEVICE_MAX_WORK_ITEM_SIZES", std::min(facts.group_x, facts.group_y));
    if (facts.memory_bytes == 0) return told("CL_DEVICE_GLOBAL_MEM_SIZE", facts.memory_bytes);
    if (facts.most_bytes == 0 || facts.most_bytes > facts.memory_bytes)
        return told("CL_DEVICE_MAX_MEM_ALLOC_SIZE", facts.most_bytes);
    if (facts.align_bytes == 0 || facts.align_bytes > 4096)
        return told("CL_DEVICE_MEM_BASE_ADDR_ALIGN", facts.align_bytes * 8);
    return std::nullopt;
}

}  // namespace

OpenClReading readOpenClDevice(const opencl::Calls& calls, opencl::Platform platform,
                               opencl::DeviceId id) {
    OpenClFacts facts{.platform = platform, .id = id};
    const std::string board = words(calls, id, opencl::kBoardNameAmd);
    facts.name = board.empty() ? words(calls, id, opencl::kName) : board;
    facts.platform_name = platformName(calls, platform);
    facts.version = words(calls, id, opencl::kDeviceVersion);
    facts.driver = words(calls, id, opencl::kDriverVersion);
    facts.compute_units = static_cast<int>(
        std::min<std::uint32_t>(number<std::uint32_t>(calls, id, opencl::kComputeUnits), 1U << 30));
    facts.clock_mhz = static_cast<int>(
        std::min<std::uint32_t>(number<std::uint32_t>(calls, id, opencl::kClockMhz), 1U << 20));
    facts.memory_bytes = number<std::uint64_t>(calls, id, opencl::kGlobalBytes);
    facts.most_bytes = number<std::uint64_t>(calls, id, opencl::kMaxAlloc);
    facts.local_bytes = number<std::uint64_t>(calls, id, opencl::kLocalBytes);
    facts.group_size = number<std::size_t>(calls, id, opencl::kGroupSize);
    const auto sides = number<std::array<std::size_t, 8>>(calls, id, opencl::kItemSizes);
    facts.group_x = sides[0];
    facts.group_y = sides[1];
    facts.align_bytes = number<std::uint32_t>(calls, id, opencl::kBaseAlignBits) / 8;
    // Drivers of OpenCL 1.2 tell of doubles by the extension, later ones by their features.
    facts.has_doubles = number<std::uint64_t>(calls, id, opencl::kDoubles) != 0;
    facts.shares_memory = number<std::uint32_t>(calls, id, opencl::kUnifiedMemory) != 0;
    facts.is_software =
        (number<std::uint64_t>(calls, id, opencl::kType) & opencl::kDeviceTypeCpu) != 0;
    OpenClReading reading{std::move(facts)};
    const OpenClFacts& found = reading.facts;
    if (number<std::uint32_t>(calls, id, opencl::kAvailable) == 0)
        reading.reason = Reason{"opencl_device_off", {{"name", found.name}}};
    else if (versionOf(found.version) < 12)
        reading.reason = Reason{"opencl_too_old", {{"name", found.name}, {"found", found.version}}};
    else if (number<std::uint32_t>(calls, id, opencl::kCompilerAvailable) == 0)
        reading.reason = Reason{"opencl_no_compiler", {{"name", found.name}}};
    else
        reading.reason = whyImpossible(found);
    return reading;
}

OpenClDevices::OpenClDevices(const std::filesystem::path& library, bool with_software,
                             const OpenClTrial& trial)
    : m_withSoftware(with_software) {
    if (library.empty()) {
        m_reason = Reason{"opencl_off"};
        return;
    }
    const std::string name = library.filename().string();
    const auto opened = DynamicLibrary::open(library);
    if (!opened) {
        m_reason = Reason{"opencl_missing", {{"library", name}}, opened.error()};
        return;
    }
    const auto calls = opencl::Calls::of(*opened);
    if (!calls) {
        m_reason = Reason{"opencl_broken", {{"library", name}, {"detail", calls.error() + "?"}}};
        return;
    }
    if (trial && (m_reason = trial())) return;
    m_calls = *calls;
    listAll();
    // One that cannot be used takes no number from another.
    std::ranges::stable_sort(m_readings, {}, [](const OpenClReading& one) {
        return (one.reason ? 2 : 0) + (one.facts.is_software ? 1 : 0);
    });
    for (const OpenClReading& reading : m_readings)
        m_sheets.push_back(sheetOf(reading, static_cast<int>(m_sheets.size())));
    m_opened.resize(m_sheets.size());
    // One driver's fault takes nothing from another's devices.
    if (!m_sheets.empty()) m_reason.reset();
    if (m_sheets.empty() && !m_reason) m_reason = Reason{"opencl_no_device"};
}

OpenClDevices::~OpenClDevices() = default;

void OpenClDevices::listAll() {
    std::uint32_t count = 0;
    const std::int32_t state = m_calls->platforms(0, nullptr, &count);
    if (state == opencl::kNoPlatform || (state == opencl::kSuccess && count == 0)) {
        m_reason = Reason{"opencl_no_driver"};
        return;
    }
    if (state != opencl::kSuccess) {
        m_reason = Reason{"opencl_failed",
                          {{"function", "clGetPlatformIDs"}, {"error", opencl::errorName(state)}}};
        return;
    }
    if (count > kMostListed) {
        m_reason = nonsense("OpenCL", "clGetPlatformIDs", std::to_string(count));
        return;
    }
    std::vector<opencl::Platform> platforms(count);
    if (m_calls->platforms(count, platforms.data(), nullptr) != opencl::kSuccess) return;
    for (const opencl::Platform platform : platforms)
        if (platform != nullptr) listDevicesOf(platform);
}

void OpenClDevices::listDevicesOf(opencl::Platform platform) {
    std::uint32_t count = 0;
    const std::int32_t state =
        m_calls->devices(platform, opencl::kDeviceTypeAll, 0, nullptr, &count);
    if (state == opencl::kDeviceNotFound || (state == opencl::kSuccess && count == 0)) return;
    if (state != opencl::kSuccess || count > kMostListed) {
        const std::string name = platformName(*m_calls, platform);
        m_reason =
            state == opencl::kSuccess
                ? nonsense(name, "clGetDeviceIDs", std::to_string(count))
                : Reason{"opencl_failed",
                         {{"function", "clGetDeviceIDs"}, {"error", opencl::errorName(state)}}};
        return;
    }
    std::vector<opencl::DeviceId> ids(count);
    if (m_calls->devices(platform, opencl::kDeviceTypeAll, count, ids.data(), nullptr) !=
        opencl::kSuccess)
        return;
    for (const opencl::DeviceId id : ids)
        if (id != nullptr) add(platform, id);
}

void OpenClDevices::add(opencl::Platform platform, opencl::DeviceId id) {
    OpenClReading reading = readOpenClDevice(*m_calls, platform, id);
    if (!reading.facts.is_software || m_withSoftware) m_readings.push_back(std::move(reading));
}

DeviceSheet sheetOf(const OpenClReading& reading, int index) {
    const OpenClFacts& facts = reading.facts;
    DeviceSheet sheet =
        sheetOf(Device{Api::OpenCl, index}, facts.name.empty() ? "?" : facts.name, reading.reason);
    sheet.platform = facts.platform_name;
    sheet.driver = facts.driver;
    sheet.version = facts.version;
    if (facts.is_software) sheet.is_software = true;
    if (reading.reason) return sheet;
    sheet.compute_units = facts.compute_units;
    if (facts.clock_mhz > 0) sheet.clock_mhz = facts.clock_mhz;
    sheet.memory_bytes = static_cast<std::int64_t>(facts.memory_bytes);
    sheet.shares_memory = facts.shares_memory;
    sheet.has_doubles = facts.has_doubles;
    return sheet;
}

Result<OpenClGpu*> OpenClDevices::at(int index) {
    if (index < 0 || static_cast<std::size_t>(index) >= m_sheets.size()) {
        if (m_reason) return tl::unexpected(*m_reason);
        return fail("device_absent", {{"value", word(Device{Api::OpenCl, index})}});
    }
    const auto place = static_cast<std::size_t>(index);
    if (m_sheets[place].reason) return tl::unexpected(*m_sheets[place].reason);
    const std::lock_guard lock(m_mutex);
    OpenClGpu*& gpu = m_opened[place];
    if (gpu != nullptr) return gpu;
    // The driver may be gone before it at the end of the process, so nothing destroys it.
    static auto& opened = *new std::vector<std::unique_ptr<OpenClGpu>>;
    auto made = std::make_unique<OpenClGpu>(*m_calls, m_readings[place].facts);
    if (auto reason = made->open({})) return tl::unexpected(*reason);
    return gpu = opened.emplace_back(std::move(made)).get();
}

}  // namespace duelo
