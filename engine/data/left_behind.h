// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

#include "base/result.h"

namespace duelo {

/// Runs work that nothing can interrupt, such as a decoder, on a thread of its own and waits for
/// its end; false as soon as `stop` was asked for. The work then goes on alone, so it must own all
/// that it uses, and its result is for nobody; only the end of the program waits for it.
///
/// Exceptions of the work pass through, unless it was left behind.
[[nodiscard]] bool runOrLeaveBehind(std::function<void()> work, const std::stop_token& stop);

/// The same with the result of the work, or cancelled_by_user. `T` can be made by default.
template <typename T>
Result<T> orLeaveBehind(std::function<Result<T>()> work, const std::stop_token& stop) {
    const auto result = std::make_shared<Result<T>>();
    const auto task = [result, work = std::move(work)] { *result = work(); };
    if (!runOrLeaveBehind(task, stop)) return fail("cancelled_by_user");
    return std::move(*result);
}

/// Waits for all that was left behind: before anything is measured, and before the program says
/// something on standard error, which a decoder of photographs takes for itself.
void awaitLeftBehind();

}  // namespace duelo
