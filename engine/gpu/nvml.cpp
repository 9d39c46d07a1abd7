// SPDX-License-Identifier: Apache-2.0
#include "gpu/nvml.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/dynamic_library.h"

namespace duelo {
namespace {

// Own declarations of the few functions in use: their names and layouts have been fixed since
// driver 450, and the header is not installed with the driver.
using Device = void*;
constexpr int success = 0;
constexpr int clock_sm = 1;
constexpr int clock_memory = 2;
constexpr int temperature_gpu = 0;

struct Utilisation {
    unsigned int gpu, memory;
};

struct Memory {
    unsigned long long total, free, used;
};

/// nvmlProcessInfo_t of the functions that end in _v2 and _v3.
struct Process {
    unsigned int pid;
    unsigned long long used_memory;
    unsigned int gpu_instance, compute_instance;
};

using Init = int();
using DriverVersion = int(char* text, unsigned int size);
using HandleByPciBusId = int(const char* id, Device* device);
using Clock = int(Device device, int type, unsigned int* value);
using Number = int(Device device, unsigned int* value);
using Count = int(Device device, unsigned long long* value);
using UtilisationRates = int(Device device, Utilisation* rates);
using MemoryInfo = int(Device device, Memory* memory);
using Processes = int(Device device, unsigned int* count, Process* processes);
using DriverModel = int(Device device, int* current, int* pending);

constexpr std::array<const char*, 9> throttle_names{
    "gpu_idle",   "application_clocks", "sw_power_cap", "hw_slowdown",   "sync_boost",
    "sw_thermal", "hw_thermal",         "power_brake",  "display_clocks"};

std::optional<int> reading(Clock* function, Device device, int type) {
    unsigned int value = 0;
    if (function == nullptr || function(device, type, &value) != success) {
        return std::nullopt;
    }
    return int(value);
}

std::optional<double> watts(Number* function, Device device) {
    unsigned int milliwatts = 0;
    if (function == nullptr || function(device, &milliwatts) != success) {
        return std::nullopt;
    }
    return milliwatts / 1000.0;
}

/// NVML_VALUE_NOT_AVAILABLE: Windows keeps to itself what a process holds.
constexpr unsigned long long not_available = ~0ULL;

std::optional<std::vector<GpuUser>> usersOf(Processes* function, Device device) {
    std::array<Process, 128> processes{};
    auto count = static_cast<unsigned int>(processes.size());
    if (function == nullptr || function(device, &count, processes.data()) != success) {
        return std::nullopt;
    }
    std::vector<GpuUser> users;
    for (const Process& process :
         std::span(processes).first(std::min<std::size_t>(count, processes.size()))) {
        GpuUser user{.pid = process.pid};
        if (process.used_memory != not_available) {
            user.memory_bytes = std::int64_t(process.used_memory);
        }
        users.push_back(user);
    }
    return users;
}

}  // namespace

struct Nvml::Functions {
    explicit Functions(const DynamicLibrary& library)
        : init(library.function<Init>("nvmlInit_v2")),
          shutdown(library.function<Init>("nvmlShutdown")),
          driver_version(library.function<DriverVersion>("nvmlSystemGetDriverVersion")),
          handle(library.function<HandleByPciBusId>("nvmlDeviceGetHandleByPciBusId_v2")),
          clock(library.function<Clock>("nvmlDeviceGetClockInfo")),
          max_clock(library.function<Clock>("nvmlDeviceGetMaxClockInfo")),
          default_clock(library.function<Clock>("nvmlDeviceGetDefaultApplicationsClock")),
          temperature(library.function<Clock>("nvmlDeviceGetTemperature")),
          power(library.function<Number>("nvmlDeviceGetPowerUsage")),
          power_limit(library.function<Number>("nvmlDeviceGetEnforcedPowerLimit")),
          energy(library.function<Count>("nvmlDeviceGetTotalEnergyConsumption")),
          reasons(library.function<Count>("nvmlDeviceGetCurrentClocksEventReasons")),
          utilisation(library.function<UtilisationRates>("nvmlDeviceGetUtilizationRates")),
          memory(library.function<MemoryInfo>("nvmlDeviceGetMemoryInfo")),
          processes(library.function<Processes>("nvmlDeviceGetComputeRunningProcesses_v3")),
          driver_model(library.function<DriverModel>("nvmlDeviceGetDriverModel")) {
        if (reasons == nullptr) {  // the name before driver 535
            reasons = library.function<Count>("nvmlDeviceGetCurrentClocksThrottleReasons");
        }
        if (processes == nullptr) {
            processes = library.function<Processes>("nvmlDeviceGetComputeRunningProcesses_v2");
        }
    }

    [[nodiscard]] Device find(const std::string& pci_bus_id) const {
        Device device = nullptr;
        const bool found = handle != nullptr && handle(pci_bus_id.c_str(), &device) == success;
        return found ? device : nullptr;
    }

    Init* init;
    Init* shutdown;
    DriverVersion* driver_version;
    HandleByPciBusId* handle;
    Clock* clock;
    Clock* max_clock;
    Clock* default_clock;
    Clock* temperature;
    Number* power;
    Number* power_limit;
    Count* energy;  ///< in millijoules
    Count* reasons;
    UtilisationRates* utilisation;
    MemoryInfo* memory;
    Processes* processes;
    DriverModel* driver_model;
};

std::vector<std::string> throttleCodes(std::uint64_t reasons) {
    std::vector<std::string> codes;
    for (std::size_t bit = 0; bit < throttle_names.size(); ++bit) {
        if ((reasons >> bit & 1U) != 0) {
            codes.emplace_back(throttle_names[bit]);
        }
    }
    if (reasons >> throttle_names.size() != 0) {
        codes.emplace_back("other");
    }
    return codes;
}

Nvml::Nvml(std::unique_ptr<Functions> functions) : m_functions(std::move(functions)) {}

Nvml::~Nvml() {
    if (m_functions->shutdown != nullptr) {
        m_functions->shutdown();
    }
}

std::filesystem::path Nvml::standardLibrary() {
#ifdef _WIN32
    return "nvml.dll";
#else
    return "libnvidia-ml.so.1";
#endif
}

std::shared_ptr<Nvml> Nvml::open(const std::filesystem::path& path) {
    const auto library = DynamicLibrary::open(path);
    if (!library) {
        return nullptr;
    }
    auto functions = std::make_unique<Functions>(*library);
    if (functions->init == nullptr || functions->init() != success) {
        return nullptr;
    }
    return std::shared_ptr<Nvml>(new Nvml(std::move(functions)));
}

std::optional<std::string> Nvml::driverVersion() const {
    std::array<char, 81> text{};  // NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE is 80
    if (m_functions->driver_version == nullptr ||
        m_functions->driver_version(text.data(), 80) != success) {
        return std::nullopt;
    }
    return std::string(text.data());
}

GpuState Nvml::state(const std::string& pci_bus_id) const {
    GpuState state;
    const Functions& nvml = *m_functions;
    const Device device = nvml.find(pci_bus_id);
    if (device == nullptr) {
        return state;
    }
    renewClock(pci_bus_id, state);
    state.sm_clock_max_mhz = reading(nvml.max_clock, device, clock_sm);
    state.sm_clock_default_mhz = reading(nvml.default_clock, device, clock_sm);
    state.memory_clock_mhz = reading(nvml.clock, device, clock_memory);
    state.temperature_c = reading(nvml.temperature, device, temperature_gpu);
    state.power_w = watts(nvml.power, device);
    state.power_limit_w = watts(nvml.power_limit, device);
    Utilisation rates{};
    if (nvml.utilisation != nullptr && nvml.utilisation(device, &rates) == success) {
        state.utilisation_percent = int(rates.gpu);
    }
    Memory memory{};
    if (nvml.memory != nullptr && nvml.memory(device, &memory) == success) {
        state.memory_used_bytes = std::int64_t(memory.used);
        state.memory_total_bytes = std::int64_t(memory.total);
    }
    state.users = usersOf(nvml.processes, device);
    return state;
}

void Nvml::renewClock(const std::string& pci_bus_id, GpuState& state) const {
    const Functions& nvml = *m_functions;
    state.sm_clock_mhz.reset();
    state.throttle.reset();
    state.energy_j.reset();
    const Device device = nvml.find(pci_bus_id);
    if (device == nullptr) {
        return;
    }
    state.sm_clock_mhz = reading(nvml.clock, device, clock_sm);
    unsigned long long reasons = 0;
    if (nvml.reasons != nullptr && nvml.reasons(device, &reasons) == success) {
        state.throttle = throttleCodes(reasons);
    }
    unsigned long long millijoules = 0;
    if (nvml.energy != nullptr && nvml.energy(device, &millijoules) == success) {
        state.energy_j = double(millijoules) / 1000;
    }
}

std::optional<std::string> Nvml::driverModel(const std::string& pci_bus_id) const {
    const Device device = m_functions->find(pci_bus_id);
    int current = -1;
    int pending = -1;
    if (device == nullptr || m_functions->driver_model == nullptr ||
        m_functions->driver_model(device, &current, &pending) != success || current < 0 ||
        current > 2) {
        return std::nullopt;
    }
    constexpr std::array<const char*, 3> models{"wddm", "tcc", "mcdm"};
    return models[std::size_t(current)];
}

}  // namespace duelo
