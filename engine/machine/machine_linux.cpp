// SPDX-License-Identifier: Apache-2.0
#ifndef _WIN32

#include <sys/utsname.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "machine/machine_system.h"
#include "machine/process_memory.h"

namespace duelo::system_info {
namespace {

namespace fs = std::filesystem;

// No file of /proc or /sys that is read here comes near this; a stub tree may hold anything.
constexpr std::size_t kLargestFile = 8u << 20;

/// The file's text without the white space at its end; empty when it cannot be read.
std::string readText(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text;
    std::string block(4096, '\0');
    while (file && text.size() < kLargestFile) {
        file.read(block.data(), static_cast<std::streamsize>(block.size()));
        text.append(block.data(), static_cast<std::size_t>(file.gcount()));
    }
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) {
        text.pop_back();
    }
    return text;
}

template <typename T>
std::optional<T> toNumber(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} ? std::optional<T>(value) : std::nullopt;
}

template <typename T = std::int64_t>
std::optional<T> readNumber(const fs::path& path) {
    return toNumber<T>(readText(path));
}

/// Entries of a folder whose names start so, sorted; empty when there is no such folder.
std::vector<fs::path> entries(const fs::path& folder, std::string_view prefix = {}) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (it->path().filename().string().starts_with(prefix)) {
            found.push_back(it->path());
        }
    }
    std::ranges::sort(found);
    return found;
}

/// /sys/devices/system/cpu/cpu0, cpu1, ... (not cpufreq, cpuidle).
std::vector<fs::path> cpuFolders(const MachineSource& source) {
    std::vector<fs::path> folders = entries(source.root / "sys/devices/system/cpu", "cpu");
    std::erase_if(folders, [](const fs::path& path) {
        const std::string name = path.filename().string();
        return name.size() < 4 || std::isdigit(static_cast<unsigned char>(name[3])) == 0;
    });
    return folders;
}

/// The value after "key :" or "KEY=" in a file of such lines; the first that occurs.
std::string field(std::string_view text, std::string_view key, char separator) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        const std::size_t colon = line.find(separator);
        if (line.starts_with(key) && colon != std::string_view::npos &&
            line.find_first_not_of(" \t", key.size()) == colon) {
            std::string_view value = line.substr(colon + 1);
            value.remove_prefix(std::min(value.find_first_not_of(" \t\""), value.size()));
            while (!value.empty() && (value.back() == '"' || value.back() == ' ')) {
                value.remove_suffix(1);
            }
            return std::string(value);
        }
        at = end + 1;
    }
    return {};
}

std::set<std::string> words(const std::string& text) {
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

std::optional<std::int64_t> memInfoBytes(const std::string& memInfo, std::string_view key) {
    const auto kib = toNumber<std::int64_t>(field(memInfo, key, ':'));
    return kib ? std::optional(*kib * 1024) : std::nullopt;
}

/// The highest of a per-CPU file in kHz, as MHz.
std::optional<int> highestMhz(const MachineSource& source, const char* file) {
    std::int64_t highest = 0;
    for (const fs::path& cpu : cpuFolders(source)) {
        highest = std::max(highest, readNumber(cpu / "cpufreq" / file).value_or(0));
    }
    return highest > 0 ? std::optional(static_cast<int>(highest / 1000)) : std::nullopt;
}

PowerState powerFacts(const MachineSource& source) {
    const fs::path cpuRoot = source.root / "sys/devices/system/cpu";
    std::set<std::string> governors, preferences;
    std::string driver;
    for (const fs::path& policy : entries(cpuRoot / "cpufreq", "policy")) {
        governors.insert(readText(policy / "scaling_governor"));
        preferences.insert(readText(policy / "energy_performance_preference"));
        driver = readText(policy / "scaling_driver");
    }
    const auto only = [](std::set<std::string>& values) {
        values.erase("");
        return values.empty() ? std::string() : values.size() == 1 ? *values.begin() : "mixed";
    };
    const std::string governor = only(governors);
    const std::string preference = only(preferences);
    const std::string profile = readText(source.root / "sys/firmware/acpi/platform_profile");

    std::optional<bool> turbo;
    if (const auto off = readNumber(cpuRoot / "intel_pstate/no_turbo")) {
        turbo = *off == 0;
    } else if (const auto boost = readNumber(cpuRoot / "cpufreq/boost")) {
        turbo = *boost != 0;
    }
    // With these drivers "powersave" is the ordinary governor and reaches full speed; there the
    // energy preference tells what the user picked.
    const bool ownsSpeed = driver == "intel_pstate" || driver == "amd-pstate-epp";
    std::string plan;
    if (profile == "low-power" || profile == "quiet") {
        plan = profile;
    } else if (preference == "power") {
        plan = preference;
    } else if (governor == "powersave" && !ownsSpeed) {
        plan = governor;
    }
    const bool saver = !plan.empty();
    return {.driver = driver,
            .governor = governor,
            .preference = preference,
            .profile = profile,
            .plan = saver              ? plan
                    : !profile.empty() ? profile
                                       : governor,
            .turbo = turbo,
            .saver = saver};
}

void addPowerSource(MachineState& state, const MachineSource& source) {
    bool mains = false, mainsOnline = false, battery = false, discharging = false;
    for (const fs::path& supply : entries(source.root / "sys/class/power_supply")) {
        const std::string type = readText(supply / "type");
        if (readText(supply / "scope") == "Device") {
            continue;  // the battery of a mouse or a headset
        }
        if (type == "Mains" || type == "USB") {
            mains = true;
            mainsOnline = mainsOnline || readNumber(supply / "online").value_or(0) != 0;
        } else if (type == "Battery") {
            battery = true;
            discharging = discharging || readText(supply / "status") == "Discharging";
            if (const auto capacity = readNumber(supply / "capacity")) {
                state.battery_percent =
                    static_cast<int>(std::clamp<std::int64_t>(*capacity, 0, 100));
            }
        }
    }
    // A weak charger is online while the battery still empties: the CPU is not throttled by that.
    if (mainsOnline || (battery && !mains && !discharging)) {
        state.power_source = "ac";
    } else if (battery) {
        state.power_source = "battery";
    }
}

CpuMhz cpuMhz(const MachineSource& source) {
    std::vector<double> mhz;
    for (const fs::path& cpu : cpuFolders(source)) {
        if (const auto khz = readNumber(cpu / "cpufreq/scaling_cur_freq")) {
            mhz.push_back(static_cast<double>(*khz) / 1000);
        }
    }
    if (mhz.empty()) {  // a virtual machine has no cpufreq
        std::istringstream lines(readText(source.root / "proc/cpuinfo"));
        for (std::string line; std::getline(lines, line);) {
            if (const auto value = toNumber<double>(field(line, "cpu MHz", ':'))) {
                mhz.push_back(*value);
            }
        }
    }
    return spread(std::move(mhz));
}

std::optional<double> hottestCpuSensor(const MachineSource& source) {
    std::optional<double> hottest;
    for (const fs::path& sensor : entries(source.root / "sys/class/hwmon", "hwmon")) {
        const std::string name = readText(sensor / "name");
        if (name != "coretemp" && name != "k10temp" && name != "zenpower") {
            continue;
        }
        for (const fs::path& input : entries(sensor, "temp")) {
            const bool isInput = input.filename().string().ends_with("_input");
            const auto milli = isInput ? readNumber(input) : std::nullopt;
            if (milli) {
                const double degrees = static_cast<double>(*milli) / 1000;
                hottest = std::max(hottest.value_or(degrees), degrees);
            }
        }
    }
    return hottest;
}

bool inContainer(const MachineSource& source) {
    std::error_code ignored;
    return fs::exists(source.root / ".dockerenv", ignored) ||
           fs::exists(source.root / "run/.containerenv", ignored);
}

/// Tells whether a host name is twelve digits of a container's id. A container that nobody names
/// gets such a name, and the next one gets another.
bool isNameOfContainer(const std::string& host) {
    return host.size() == 12 && host.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

MachineSheet staticFacts(const MachineSource& source) {
    const std::string cpuInfo = readText(source.root / "proc/cpuinfo");
    const std::set<std::string> flags = words(field(cpuInfo, "flags", ':'));
    std::vector<std::string> isa;
    std::ranges::copy_if(instructionSetsOfInterest(), std::back_inserter(isa),
                         [&flags](const std::string& name) { return flags.contains(name); });
    const std::string osRelease = readText(source.root / "etc/os-release");
    utsname kernel{};
    uname(&kernel);
    MachineSheet sheet;
    sheet.cpu = {.name = field(cpuInfo, "model name", ':'),
                 .isa = std::move(isa),
                 .base_mhz = highestMhz(source, "base_frequency"),
                 .max_mhz = highestMhz(source, "cpuinfo_max_freq")};
    sheet.memory.total_bytes = memInfoBytes(readText(source.root / "proc/meminfo"), "MemTotal");
    sheet.os = {.name = field(osRelease, "PRETTY_NAME", '='),
                .kernel = readText(source.root / "proc/sys/kernel/osrelease"),
                .arch = kernel.machine};
    if (!flags.empty()) {
        sheet.virtual_machine = flags.contains("hypervisor");
    }
    sheet.container = inContainer(source);
    return sheet;
}

Identity identity(const MachineSource& source) {
    const std::string id = readText(source.root / "etc/machine-id");
    const std::string name = readText(source.root / "proc/sys/kernel/hostname");
    if (!id.empty() && !(inContainer(source) && isNameOfContainer(name))) return {id + '\n' + name};
    // What a container is told of itself goes with it; the start of its system is that of the
    // machine, for all containers on it.
    const std::string start = readText(source.root / "proc/sys/kernel/random/boot_id");
    return start.empty() ? Identity{} : Identity{"start\n" + start, true};
}

std::optional<CpuTicks> cpuTicks(const MachineSource& source) {
    CpuTicks ticks;
    std::istringstream lines(readText(source.root / "proc/stat"));
    std::string line;
    while (std::getline(lines, line) && line.starts_with("cpu")) {
        if (!line.starts_with("cpu ")) {
            ++ticks.cpus;
            continue;
        }
        // user nice system idle iowait irq softirq steal; guest time is inside user already
        std::istringstream columns(line.substr(4));
        std::vector<std::uint64_t> v{std::istream_iterator<std::uint64_t>(columns), {}};
        v.resize(8);
        ticks.busy = v[0] + v[1] + v[2] + v[5] + v[6];
        ticks.stolen = v[7];
        ticks.total = ticks.busy + ticks.stolen + v[3] + v[4];
    }
    if (ticks.total == 0) {
        return std::nullopt;
    }
    // Columns 14 and 15; counted after the program's name, which may hold spaces and brackets.
    const std::string self = readText(source.root / "proc/self/stat");
    std::istringstream rest(self.substr(std::min(self.rfind(')') + 1, self.size())));
    const std::vector<std::string> columns{std::istream_iterator<std::string>(rest), {}};
    if (columns.size() > 12) {
        ticks.own = toNumber<std::uint64_t>(columns[11]).value_or(0) +
                    toNumber<std::uint64_t>(columns[12]).value_or(0);
    }
    return ticks;
}

std::uint64_t throttleEvents(const MachineSource& source) {
    std::uint64_t events = 0;
    std::uint64_t package = 0;  // every core repeats its package's count, which is not to be summed
    for (const fs::path& cpu : cpuFolders(source)) {
        const fs::path folder = cpu / "thermal_throttle";
        events += readNumber<std::uint64_t>(folder / "core_throttle_count").value_or(0);
        package = std::max(
            package, readNumber<std::uint64_t>(folder / "package_throttle_count").value_or(0));
    }
    return events + package;
}

MachineState momentaryFacts(const MachineSource& source) {
    const std::string memInfo = readText(source.root / "proc/meminfo");
    MachineState state;
    addPowerSource(state, source);
    state.power = powerFacts(source);
    state.cpu_mhz = cpuMhz(source);
    state.memory = {.available_bytes = freeMemoryBytes(source.root),
                    .total_bytes = memInfoBytes(memInfo, "MemTotal")};
    state.temperature_c = hottestCpuSensor(source);
    return state;
}

}  // namespace duelo::system_info

#endif
