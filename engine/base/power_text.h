// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/text.h"

namespace duelo {

/// A positive number as the axis of a quantity that spans many powers of ten writes it, with one
/// digit: "10⁻⁷", "5·10⁻⁴", "10⁰"; "-" for what is not positive and finite. The same in every
/// language: it has no decimal sign.
[[nodiscard]] std::string powerText(double value);

/// A number with `digits` significant digits; one that would be hidden behind zeros, or whose
/// digits would have to be counted, with a power of ten: "3.14", "1.23·10⁻⁵", "5.18·10⁸".
[[nodiscard]] std::string readableText(double value, NumberStyle style, int digits = 3);

}  // namespace duelo
