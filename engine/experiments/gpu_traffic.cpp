// SPDX-License-Identifier: Apache-2.0
#include "experiments/gpu_traffic.h"

namespace duelo {

std::string trafficText(const char* key, const GpuTraffic& of, const Text& text, Json args) {
    args["launches"] = of.launches;
    args["copies"] = of.copies;
    args["bytes_text"] = formatBytes(static_cast<double>(of.copied_bytes), text.numbers());
    return text("traffic." + std::string(key), args);
}

}  // namespace duelo
