// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/view.h"

namespace duelo {

/// Times, how evenly the threads worked, who worked when, and why.
[[nodiscard]] const View& loadBalanceView();

/// Shares a small picture out, piece by piece, by the schedules that are measured.
[[nodiscard]] Lesson balanceLesson();

}  // namespace duelo
