// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include <QStringList>

#include "base/text.h"
#include "machine/probe_sheet.h"
#include "plan/plan.h"
#include "ui/pages/guide_page.h"
#include "ui/session/run_store.h"

/// The guided session leads through one experiment, whose folder here makes what its page says from
/// probe, plan and records.
namespace duelo::ui {

class Field;
class Session;

/// Returns the id of that experiment.
[[nodiscard]] std::string_view guidedExperiment();

struct GuideSources {
    const std::optional<ProbeSheet>& probe;  ///< none until the engine has answered
    const std::optional<Reason>& engine_problem;
    const RunStore& run;
    const Plan& plan;  ///< of the form
    bool reflected = false;
    QStringList done_before{};  ///< ids of steps that an earlier run has done
};

[[nodiscard]] GuideState guideStateOf(const GuideSources& sources, const Text& text);

/// The reason why CPU and GPU cannot be compared yet.
struct MissingSides {
    QString told{};              ///< which side has no time, and what helps; empty: both have one
    std::optional<Plan> plan{};  ///< what this PC can measure of it; none: only another PC's file
};
[[nodiscard]] MissingSides missingSidesOf(const GuideSources& sources, const Text& text);

/// Returns the plan that measures the case with the least to do of the form's on this PC's CPU,
/// with 1, 2, … threads, quickly (Y-40). Nothing before it is known how many cores there are, and
/// where there is one.
[[nodiscard]] std::optional<Plan> threadsPlanOf(const GuideSources& sources);

/// Fetches the official weights of the plan's networks that have none here. False: there are none
/// to be fetched.
bool fetchWeights(Session& session, const GuideSources& sources);

/// Asks for a file for each of the plan's networks that have no weights here, until one is not
/// chosen. `networks`: the form's field of networks. False: all have some.
bool chooseWeights(Field* networks, const GuideSources& sources);

/// The axis whose values a button of the guide is for choosing; empty: that button does otherwise.
[[nodiscard]] std::string_view axisOfAction(const QString& action);

}  // namespace duelo::ui
