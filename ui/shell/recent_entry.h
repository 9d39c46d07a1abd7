// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "base/text.h"
#include "ui/pages/recent_list.h"
#include "ui/session/recent_info.h"

namespace duelo::ui {

/// Returns the entry of a file in the list of recent files; without the info only its name.
[[nodiscard]] RecentFile recentFileOf(const QString& path, const std::optional<RecentInfo>& info,
                                      bool pinned, const Text& text);

}  // namespace duelo::ui
