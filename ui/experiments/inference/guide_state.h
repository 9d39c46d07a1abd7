// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include "base/text.h"
#include "machine/probe_sheet.h"
#include "plan/plan.h"
#include "ui/pages/guide_page.h"
#include "ui/session/run_store.h"

/// The guided session is the handout's, which recognises images: what its page says is made here
/// from probe, plan and records.
namespace duelo::ui {

inline constexpr std::string_view kGuidedExperiment = "inference";

struct GuideSources {
    const std::optional<ProbeSheet>& probe;  ///< none until the engine has answered
    const std::optional<Reason>& engine_problem;
    const RunStore& run;
    const Plan& plan;  ///< of the form
    bool reflected = false;
};

[[nodiscard]] GuideState guideStateOf(const GuideSources& sources, const Text& text);

/// What keeps CPU and GPU from being compared.
struct MissingSides {
    QString told{};              ///< which side has no time, and what helps; empty: both have one
    std::optional<Plan> plan{};  ///< what this PC can measure of it; none: only another PC's file
};
[[nodiscard]] MissingSides missingSidesOf(const GuideSources& sources, const Text& text);

/// The axis whose values a button of the guide is for choosing; empty: that button does otherwise.
[[nodiscard]] std::string_view axisOfAction(const QString& action);

}  // namespace duelo::ui
