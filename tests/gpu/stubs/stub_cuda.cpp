// SPDX-License-Identifier: Apache-2.0
// A CUDA driver, whose work stub_cuda_work.cpp does, that says what DUELO_STUB_CUDA tells it to:
// "INIT VERSION NAME@CC[;NAME@CC...]", for example "0 12040 GTX 1050@6.1;Tesla K20@3.5".
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Device {
    std::string name;
    int major = 0, minor = 0;
};

struct Script {
    int init = 0, version = 0;
    std::vector<Device> devices;
};

Script script() {
    Script s;
    const char* text = std::getenv("DUELO_STUB_CUDA");
    std::istringstream in(text != nullptr ? text : "");
    in >> s.init >> s.version;
    in.ignore(1);
    for (std::string item; std::getline(in, item, ';');) {
        const std::size_t at = item.find('@');
        const std::size_t dot = item.find('.', at);
        s.devices.push_back({item.substr(0, at), std::stoi(item.substr(at + 1, dot - at - 1)),
                             std::stoi(item.substr(dot + 1))});
    }
    // As the real driver: an empty list hides every device.
    const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
    if (visible != nullptr && *visible == 0) {
        s.devices.clear();
    }
    if (s.init == 0 && s.devices.empty()) {
        s.init = 100;
    }
    return s;
}

}  // namespace

#define STUB extern "C" __attribute__((visibility("default")))

STUB int cuInit(unsigned int) {
    return script().init;
}

STUB int cuDriverGetVersion(int* version) {
    *version = script().version;
    return 0;
}

STUB int cuDeviceGetCount(int* count) {
    *count = int(script().devices.size());
    return 0;
}

STUB int cuDeviceGet(int* device, int ordinal) {
    *device = ordinal;
    return 0;
}

STUB int cuDeviceGetName(char* name, int size, int device) {
    std::strncpy(name, script().devices.at(std::size_t(device)).name.c_str(), std::size_t(size));
    return 0;
}

STUB int cuDeviceGetAttribute(int* value, int attribute, int device) {
    const Script s = script();
    const Device& d = s.devices.at(std::size_t(device));
    switch (attribute) {
        case 13:  // typical clock in kHz
            *value = 1'777'000;
            return 0;
        case 16:  // multiprocessors
            *value = 28;
            return 0;
        case 17:  // the system ends long launches
        case 18:  // its memory is the PC's
            *value = 0;
            return 0;
        case 75:
            *value = d.major;
            return 0;
        case 76:
            *value = d.minor;
            return 0;
        default:
            return 1;
    }
}
