// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "base/text.h"
#include "machine/probe_sheet.h"
#include "plan/plan.h"
#include "ui/models/run_model.h"
#include "ui/pages/guide_page.h"
#include "ui/pages/recent_list.h"

/// What the reading pages are told, made from probe, plan and records.
namespace duelo::ui {

struct GuideSources {
    const std::optional<ProbeSheet>& probe;  ///< none until the engine has answered
    const std::optional<Reason>& engine_problem;
    const RunModel& run;
    const Plan& plan;  ///< of the form
    bool reflected = false;
};

[[nodiscard]] GuideState guideStateOf(const GuideSources& sources, const Text& text);

/// What a file holds, for the list of recent files. A file of many megabytes is not read for it.
[[nodiscard]] RecentFile recentFileOf(const QString& path, bool pinned, const Text& text);

}  // namespace duelo::ui
