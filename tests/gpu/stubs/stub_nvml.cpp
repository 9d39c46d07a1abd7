// SPDX-License-Identifier: Apache-2.0
// A management library for one card at 0000:65:00.0. DUELO_STUB_NVML is its driver version; unset,
// it answers like a PC whose driver is not loaded. A suffix "-bare" makes a card that reports
// nothing but its clock, as old consumer cards do.
#include <cstdlib>
#include <cstring>
#include <string>

#define STUB extern "C" __attribute__((visibility("default")))

namespace {

constexpr int not_supported = 3;
int card = 0;

std::string version() {
    const char* text = std::getenv("DUELO_STUB_NVML");
    return text != nullptr ? text : "";
}

bool bare() {
    return version().find("-bare") != std::string::npos;
}

struct Process {
    unsigned int pid;
    unsigned long long used_memory;
    unsigned int gpu_instance, compute_instance;
};

struct Memory {
    unsigned long long total, free, used;
};

struct Utilisation {
    unsigned int gpu, memory;
};

template <typename T>
int answer(void* device, T* to, T value) {
    if (device != &card) {
        return 2;
    }
    if (bare()) {
        return not_supported;
    }
    *to = value;
    return 0;
}

}  // namespace

STUB int nvmlInit_v2() {
    return version().empty() ? 9 : 0;
}
STUB int nvmlShutdown() {
    return 0;
}

STUB int nvmlSystemGetDriverVersion(char* text, unsigned int size) {
    std::strncpy(text, version().c_str(), size);
    return 0;
}

STUB int nvmlDeviceGetHandleByPciBusId_v2(const char* id, void** device) {
    if (std::strcmp(id, "0000:65:00.0") != 0) {
        return 6;
    }
    *device = &card;
    return 0;
}

STUB int nvmlDeviceGetClockInfo(void* device, int type, unsigned int* mhz) {
    if (device != &card || (type != 1 && type != 2)) {
        return 2;
    }
    *mhz = type == 1 ? 1410 : 7001;
    return 0;
}

STUB int nvmlDeviceGetMaxClockInfo(void* device, int type, unsigned int* mhz) {
    return type == 1 ? answer(device, mhz, 2100U) : 2;
}
STUB int nvmlDeviceGetDefaultApplicationsClock(void* device, int type, unsigned int* mhz) {
    return type == 1 ? answer(device, mhz, 1815U) : 2;
}
STUB int nvmlDeviceGetTemperature(void* device, int sensor, unsigned int* celsius) {
    return sensor == 0 ? answer(device, celsius, 83U) : 2;
}
STUB int nvmlDeviceGetPowerUsage(void* device, unsigned int* milliwatts) {
    return answer(device, milliwatts, 119500U);
}
STUB int nvmlDeviceGetTotalEnergyConsumption(void* device, unsigned long long* millijoules) {
    return answer(device, millijoules, 1234500ULL);
}
STUB int nvmlDeviceGetEnforcedPowerLimit(void* device, unsigned int* milliwatts) {
    return answer(device, milliwatts, 120000U);
}
// The name before driver 535 only: the newer one is absent here.
STUB int nvmlDeviceGetCurrentClocksThrottleReasons(void* device, unsigned long long* reasons) {
    return answer(device, reasons, 0x24ULL);
}
STUB int nvmlDeviceGetUtilizationRates(void* device, Utilisation* rates) {
    return answer(device, rates, Utilisation{97, 40});
}
STUB int nvmlDeviceGetMemoryInfo(void* device, Memory* memory) {
    return answer(device, memory, Memory{8ULL << 30, 5ULL << 30, 3ULL << 30});
}
STUB int nvmlDeviceGetComputeRunningProcesses_v3(void* device, unsigned int* count,
                                                 Process* processes) {
    if (bare() || device != &card || *count < 3) {
        return 7;
    }
    processes[0] = {4242, 1, 0, 0};
    processes[1] = {17, 2, 0, 0};
    processes[2] = {18, ~0ULL, 0, 0};  // as on Windows, which does not tell
    *count = 3;
    return 0;
}
STUB int nvmlDeviceGetDriverModel(void* device, int* current, int* pending) {
    *pending = 0;
    return answer(device, current, 1);
}
