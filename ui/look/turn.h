// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duelo::ui {

/// For a timer that lets the window answer before it goes on with long work. A timer of 0 will not
/// do: it runs together with what the turn before has posted.
inline constexpr int kNextTurn_ms = 10;

}  // namespace duelo::ui
