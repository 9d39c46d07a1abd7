// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/text.h"

namespace duelo {

/// Launches and copies of a work on a GPU, from data in the CPU's memory to a result there.
struct GpuTraffic {
    std::int64_t launches = 0, copies = 0, copied_bytes = 0;

    bool operator==(const GpuTraffic&) const = default;
};

/// Returns a sentence of group "traffic" of the texts, with the counts and the words of `args`.
[[nodiscard]] std::string trafficText(const char* key, const GpuTraffic& of, const Text& text,
                                      Json args = Json::object());

}  // namespace duelo
