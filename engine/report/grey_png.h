// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/chart_value.h"

namespace duelo {

/// The bytes of a PNG file of these pixels (ISO/IEC 15948: one channel of 8 bits, no filter);
/// empty where there are not as many as its sides say.
[[nodiscard]] std::string greyPng(const GreyPixels& grey);

}  // namespace duelo
