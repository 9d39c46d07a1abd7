// SPDX-License-Identifier: Apache-2.0
#include "gpu/gpu_wheels.h"

#include <cstddef>
#include <sstream>
#include <utility>

#include "resources/resources.h"

namespace duelo {

std::string GpuWheel::version() const {
    const std::size_t begin = file.find('-') + 1;
    return file.substr(begin, file.find('-', begin) - begin);
}

std::vector<GpuWheel> wheelsIn(std::string_view lock) {
    std::vector<GpuWheel> wheels;
    std::istringstream lines{std::string(lock)};
    for (std::string line; std::getline(lines, line);) {
        GpuWheel wheel;
        std::istringstream words(line);
        if (!line.starts_with('#') &&
            words >> wheel.file >> wheel.size_bytes >> wheel.sha256 >> wheel.url)
            wheels.push_back(std::move(wheel));
    }
    return wheels;
}

std::vector<GpuWheel> gpuWheels() {
    return wheelsIn(resource("packaging/gpu-windows.lock"));
}

}  // namespace duelo
