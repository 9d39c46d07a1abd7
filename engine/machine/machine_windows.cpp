// SPDX-License-Identifier: Apache-2.0
#ifdef _WIN32

#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

#include <powrprof.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>
#ifdef _MSC_VER
#include <intrin.h>
#else
#include <cpuid.h>
#endif

#include "machine/machine_system.h"
#include "machine/process_memory.h"

namespace duelo::system_info {
namespace {

struct CpuId {
    std::uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
};

CpuId cpuId(std::uint32_t leaf, std::uint32_t subleaf = 0) {
    CpuId r;
#ifdef _MSC_VER
    std::array<int, 4> v{};
    __cpuidex(v.data(), static_cast<int>(leaf), static_cast<int>(subleaf));
    std::memcpy(&r, v.data(), sizeof r);
#else
    __cpuid_count(leaf, subleaf, r.eax, r.ebx, r.ecx, r.edx);
#endif
    return r;
}

bool bit(std::uint32_t word, int position) {
    return ((word >> position) & 1u) != 0;
}

std::vector<std::string> instructionSets() {
    const std::uint32_t highest = cpuId(0).eax;
    const CpuId one = cpuId(1);
    const CpuId seven = highest >= 7 ? cpuId(7) : CpuId{};
    const CpuId sevenOne = highest >= 7 && seven.eax >= 1 ? cpuId(7, 1) : CpuId{};
    const auto has = [&](const std::string& name) {
        if (name == "sse4_2") return bit(one.ecx, 20);
        if (name == "avx") return bit(one.ecx, 28);
        if (name == "f16c") return bit(one.ecx, 29);
        if (name == "fma") return bit(one.ecx, 12);
        if (name == "avx2") return bit(seven.ebx, 5);
        if (name == "avx512f") return bit(seven.ebx, 16);
        if (name == "avx512bw") return bit(seven.ebx, 30);
        if (name == "avx512_vnni") return bit(seven.ecx, 11);
        if (name == "avx512_bf16") return bit(sevenOne.eax, 5);
        if (name == "avx_vnni") return bit(sevenOne.eax, 4);
        if (name == "avx512_fp16") return bit(seven.edx, 23);
        if (name == "amx_tile") return bit(seven.edx, 24);
        if (name == "amx_int8") return bit(seven.edx, 25);
        return name == "amx_bf16" && bit(seven.edx, 22);
    };
    std::vector<std::string> isa;
    for (const std::string& name : instructionSetsOfInterest()) {
        if (has(name)) {
            isa.push_back(name);
        }
    }
    return isa;
}

std::string cpuName() {
    if (cpuId(0x80000000u).eax < 0x80000004u) {
        return {};
    }
    std::array<char, 49> brand{};
    for (std::uint32_t i = 0; i < 3; ++i) {
        const CpuId part = cpuId(0x80000002u + i);
        std::memcpy(brand.data() + 16 * i, &part, sizeof part);
    }
    const std::string name(brand.data());
    const std::size_t first = name.find_first_not_of(' ');
    return first == std::string::npos ? std::string()
                                      : name.substr(first, name.find_last_not_of(' ') - first + 1);
}

/// With core isolation on, Windows itself runs above Hyper-V and every program sees a hypervisor;
/// only the root partition may create partitions, and that one is the real machine.
bool isVirtualMachine() {
    if (!bit(cpuId(1).ecx, 31)) {
        return false;
    }
    const CpuId vendor = cpuId(0x40000000u);
    std::array<char, 13> name{};
    std::memcpy(name.data(), &vendor.ebx, 12);
    const bool hyperV = std::string(name.data()) == "Microsoft Hv";
    return !(hyperV && bit(cpuId(0x40000003u).ebx, 0));
}

std::string toUtf8(const std::wstring& wide) {
    if (wide.empty()) {
        return {};
    }
    const int length = static_cast<int>(wide.size());
    const int bytes =
        WideCharToMultiByte(CP_UTF8, 0, wide.data(), length, nullptr, 0, nullptr, nullptr);
    std::string text(static_cast<std::size_t>(std::max(bytes, 0)), '\0');
    WideCharToMultiByte(CP_UTF8, 0, wide.data(), length, text.data(), bytes, nullptr, nullptr);
    return text;
}

template <typename Function>
Function* function(const wchar_t* library, const char* name) {
    const HMODULE module = LoadLibraryExW(library, nullptr, LOAD_LIBRARY_SEARCH_SYSTEM32);
    if (module == nullptr) {
        return nullptr;
    }
    return reinterpret_cast<Function*>(reinterpret_cast<void*>(GetProcAddress(module, name)));
}

SystemSheet operatingSystem() {
    SystemSheet os{.name = "Windows", .arch = "x86_64"};
    // GetVersionEx tells programs without a manifest that it is Windows 8.
    RTL_OSVERSIONINFOW version{};
    version.dwOSVersionInfoSize = sizeof version;
    if (auto* get = function<LONG WINAPI(RTL_OSVERSIONINFOW*)>(L"ntdll.dll", "RtlGetVersion");
        get != nullptr && get(&version) == 0) {
        constexpr DWORD kFirstBuildOf11 = 22000;  // its major version is 10 still
        os.name = version.dwMajorVersion == 10 && version.dwBuildNumber >= kFirstBuildOf11
                      ? "Windows 11"
                      : "Windows " + std::to_string(version.dwMajorVersion);
        os.kernel = std::to_string(version.dwMajorVersion) + "." +
                    std::to_string(version.dwMinorVersion) + "." +
                    std::to_string(version.dwBuildNumber);
    }
    return os;
}

std::uint64_t ticksOf(const FILETIME& time) {
    return (static_cast<std::uint64_t>(time.dwHighDateTime) << 32) | time.dwLowDateTime;
}

std::string guidText(const GUID& guid) {
    std::array<wchar_t, 40> text{};
    StringFromGUID2(guid, text.data(), static_cast<int>(text.size()));
    return toUtf8(text.data());
}

std::string schemeName(const GUID& scheme) {
    std::array<wchar_t, 256> name{};
    DWORD bytes = sizeof name;
    const DWORD error = PowerReadFriendlyName(nullptr, &scheme, nullptr, nullptr,
                                              reinterpret_cast<UCHAR*>(name.data()), &bytes);
    name.back() = L'\0';
    return error == ERROR_SUCCESS ? toUtf8(name.data()) : std::string();
}

PowerState powerFacts(bool batterySaver) {
    // Windows 11 keeps "Balanced" as the plan and lays the user's choice over it as a power mode.
    const std::string kPowerSaver = "{A1841308-3541-4FAB-BC81-F71556F20B4A}";
    const std::string kBestEfficiency = "{961CC777-2547-4F9D-8174-7D86181B8A7A}";
    PowerState power{.plan = batterySaver ? "battery saver" : "", .saver = batterySaver};
    GUID* active = nullptr;
    if (PowerGetActiveScheme(nullptr, &active) == ERROR_SUCCESS && active != nullptr) {
        power.plan = schemeName(*active);
        power.saver = batterySaver || guidText(*active) == kPowerSaver;
        LocalFree(active);
    }
    GUID overlay{};
    if (auto* get =
            function<DWORD WINAPI(GUID*)>(L"powrprof.dll", "PowerGetEffectiveOverlayScheme");
        get != nullptr && get(&overlay) == ERROR_SUCCESS && guidText(overlay) == kBestEfficiency) {
        power.profile = "best power efficiency";
        power.saver = true;
    }
    return power;
}

/// PROCESSOR_POWER_INFORMATION, which no header declares.
struct ProcessorPower {
    ULONG number, max_mhz, current_mhz, mhz_limit, max_idle_state, current_idle_state;
};

std::vector<ProcessorPower> processorPower() {
    SYSTEM_INFO info{};
    GetSystemInfo(&info);
    std::vector<ProcessorPower> cpus(info.dwNumberOfProcessors);
    const auto bytes = static_cast<ULONG>(cpus.size() * sizeof(ProcessorPower));
    if (CallNtPowerInformation(ProcessorInformation, nullptr, 0, cpus.data(), bytes) != 0) {
        cpus.clear();
    }
    return cpus;
}

/// Tells whether an antivirus looks at each file that is opened. The security centre knows of all
/// of them and is not on servers; the registry has Defender's switch, and only once somebody has
/// used it.
std::optional<bool> virusScan() {
    constexpr DWORD kAntivirus = 4;  // WSC_SECURITY_PROVIDER_ANTIVIRUS of wscapi.h
    constexpr int kGood = 0;
    int health = -1;
    if (auto* ask =
            function<HRESULT WINAPI(DWORD, int*)>(L"wscapi.dll", "WscGetSecurityProviderHealth");
        ask != nullptr && ask(kAntivirus, &health) == S_OK && health == kGood)
        return true;
    DWORD off = 0, bytes = sizeof off;
    if (RegGetValueW(HKEY_LOCAL_MACHINE,
                     L"SOFTWARE\\Microsoft\\Windows Defender\\Real-Time Protection",
                     L"DisableRealtimeMonitoring", RRF_RT_REG_DWORD | RRF_SUBKEY_WOW6464KEY,
                     nullptr, &off, &bytes) != ERROR_SUCCESS)
        return std::nullopt;
    return off == 0;
}

}  // namespace

MachineSheet staticFacts(const MachineSource&) {
    MEMORYSTATUSEX memory{};
    memory.dwLength = sizeof memory;
    GlobalMemoryStatusEx(&memory);
    ULONG highest = 0;
    for (const ProcessorPower& cpu : processorPower()) {
        highest = std::max(highest, cpu.max_mhz);
    }
    MachineSheet sheet;
    sheet.cpu = {.name = cpuName(), .isa = instructionSets()};
    if (highest > 0) {
        sheet.cpu.base_mhz = static_cast<int>(highest);  // Windows' "max" is base
    }
    sheet.memory.total_bytes = static_cast<std::int64_t>(memory.ullTotalPhys);
    sheet.os = operatingSystem();
    sheet.os.virus_scan = virusScan();
    if (const WORD groups = GetActiveProcessorGroupCount(); groups > 0)
        sheet.cpu.processor_groups = groups;
    sheet.virtual_machine = isVirtualMachine();
    sheet.container = false;
    return sheet;
}

Identity identity(const MachineSource&) {
    std::array<wchar_t, 64> guid{};
    DWORD bytes = sizeof guid;
    if (RegGetValueW(HKEY_LOCAL_MACHINE, L"SOFTWARE\\Microsoft\\Cryptography", L"MachineGuid",
                     RRF_RT_REG_SZ | RRF_SUBKEY_WOW6464KEY, nullptr, guid.data(),
                     &bytes) != ERROR_SUCCESS) {
        return {};
    }
    std::array<wchar_t, MAX_COMPUTERNAME_LENGTH + 1> name{};
    auto length = static_cast<DWORD>(name.size());
    GetComputerNameW(name.data(), &length);
    return {toUtf8(guid.data()) + '\n' + toUtf8(name.data())};
}

std::optional<CpuTicks> cpuTicks(const MachineSource&) {
    FILETIME idle{}, kernel{}, user{}, created{}, exited{}, ownKernel{}, ownUser{};
    if (GetSystemTimes(&idle, &kernel, &user) == 0 ||
        GetProcessTimes(GetCurrentProcess(), &created, &exited, &ownKernel, &ownUser) == 0) {
        return std::nullopt;
    }
    CpuTicks ticks;
    ticks.total = ticksOf(kernel) + ticksOf(user);  // kernel time holds the idle time
    ticks.busy = ticks.total - ticksOf(idle);
    ticks.own = ticksOf(ownKernel) + ticksOf(ownUser);
    ticks.cpus = static_cast<int>(GetActiveProcessorCount(ALL_PROCESSOR_GROUPS));
    return ticks;
}

/// Returns 0: on Windows they are not read.
std::uint64_t throttleEvents(const MachineSource&) {
    return 0;
}

MachineState momentaryFacts(const MachineSource&) {
    MachineState state;
    SYSTEM_POWER_STATUS status{};
    bool batterySaver = false;
    if (GetSystemPowerStatus(&status) != 0) {
        constexpr BYTE kNoBattery = 128, kUnknown = 255;
        const bool battery =
            status.BatteryFlag != kUnknown && (status.BatteryFlag & kNoBattery) == 0;
        if (battery && status.ACLineStatus <= 1) {
            state.power_source = status.ACLineStatus == 1 ? "ac" : "battery";
        }
        if (battery && status.BatteryLifePercent <= 100) {
            state.battery_percent = static_cast<int>(status.BatteryLifePercent);
        }
        // SystemStatusFlag; older headers call this byte Reserved1.
        batterySaver = reinterpret_cast<const BYTE*>(&status)[3] == 1;
    }
    state.power = powerFacts(batterySaver);
    std::vector<double> mhz;
    for (const ProcessorPower& cpu : processorPower()) {
        mhz.push_back(cpu.current_mhz);
    }
    state.cpu_mhz = spread(std::move(mhz));
    MEMORYSTATUSEX memory{};
    memory.dwLength = sizeof memory;
    GlobalMemoryStatusEx(&memory);
    state.memory = {.available_bytes = freeMemoryBytes(),
                    .total_bytes = static_cast<std::int64_t>(memory.ullTotalPhys)};
    return state;
}

}  // namespace duelo::system_info

void duelo::stayAtFullSpeed() {
    PROCESS_POWER_THROTTLING_STATE state{};
    state.Version = PROCESS_POWER_THROTTLING_CURRENT_VERSION;
    const auto ask = [&state](ULONG what) {
        state.ControlMask = what;  // with a zero in StateMask: never
        return SetProcessInformation(GetCurrentProcess(), ProcessPowerThrottling, &state,
                                     sizeof state) != 0;
    };
    // Windows 10 knows the first alone and refuses both.
    if (!ask(PROCESS_POWER_THROTTLING_EXECUTION_SPEED |
             PROCESS_POWER_THROTTLING_IGNORE_TIMER_RESOLUTION))
        ask(PROCESS_POWER_THROTTLING_EXECUTION_SPEED);
}

#endif
