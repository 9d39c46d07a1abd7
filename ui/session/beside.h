// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "ui/session/background.h"

class QString;
class QWidget;

namespace duelo::ui {

/// Does this on a thread and returns once it is done. Meanwhile `window` goes on to be drawn, and
/// where it takes long a dialog says so, with a button to give it up. False: it was given up, and
/// the thread goes on until it asks whether it is wanted; `work` holds all that it reads. Nothing
/// else may be at work on `background`.
[[nodiscard]] bool waitBeside(Background& background, QWidget* window, const QString& saying,
                              std::function<void(const Background::Task&)> work);

/// Returns what `work` returns; nothing where it was given up (Y-17).
template <typename Work>
[[nodiscard]] auto doneBeside(Background& background, QWidget* window, const QString& saying,
                              Work work)
    -> std::optional<std::invoke_result_t<Work, const Background::Task&>> {
    using Value = std::invoke_result_t<Work, const Background::Task&>;
    auto value = std::make_shared<std::optional<Value>>();
    const bool done = waitBeside(background, window, saying,
                                 [value, work = std::move(work)](const Background::Task& task) {
                                     value->emplace(work(task));
                                 });
    return done ? std::move(*value) : std::nullopt;
}

}  // namespace duelo::ui
