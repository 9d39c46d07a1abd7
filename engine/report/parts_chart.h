// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/text.h"
#include "record/result_record.h"
#include "report/chart_value.h"
#include "report/labels.h"

namespace duelo {

/// Returns the name of a part of a call.
[[nodiscard]] std::string partName(std::string_view part, const Text& text);
/// Returns the breakdown of one call's time (P-03): a bar of the parts inside it that took time,
/// with their shares of it, or none. A part that was measured apart, or once before the call, is no
/// share of it.
[[nodiscard]] BarsValue breakdownOf(const Parts& parts, const Text& text);
/// The parts apart with their times, as a list; empty: none.
[[nodiscard]] std::string apartText(const Parts& parts, const Labels& labels);

}  // namespace duelo
