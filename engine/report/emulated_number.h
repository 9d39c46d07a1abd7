// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace duelo {

/// A number that the emulator of a GPU takes (View::emulated): a value of the experiment's axis of
/// that id. A second's work for all kernels ends long before the limits of the axis.
struct EmulatedNumber {
    std::string_view axis;
    std::int64_t usual = 1, min = 1, max = 1;
};

}  // namespace duelo
