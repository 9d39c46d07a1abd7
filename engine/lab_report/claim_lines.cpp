// SPDX-License-Identifier: Apache-2.0
// Claims of how times grow, and of what more workers bring.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "lab_report/claim.h"
#include "record/doubt.h"
#include "report/imported.h"
#include "report/scaling.h"
#include "stats/sanity.h"

namespace duelo {
namespace {

/// The largest distance of a slope from that of a law: a quarter of the way to the next power and a
/// little more.
constexpr double kSlopeTolerance = 0.3;
/// Efficiency of an ideal speed-up, of which the figures of measured times fall a little short.
constexpr double kIdealEfficiency = 0.95;

struct Power {
    std::string_view says;
    double slope;
};
constexpr std::array kPowers{Power{"constant", 0}, Power{"linear", 1}, Power{"quadratic", 2},
                             Power{"cubic", 3}, Power{"fifth", 5}};

ClaimAnswer answerOf(const GrowthFit& fit, const std::string& says) {
    if (says == "exponential")
        return fit.isPower()                 ? ClaimAnswer::Contradicted
               : fit.exponential_r2 > fit.r2 ? ClaimAnswer::Consistent
                                             : ClaimAnswer::NotMeasured;
    const auto power = std::ranges::find(kPowers, says, &Power::says);
    if (power == kPowers.end()) return ClaimAnswer::NotMeasured;
    if (std::abs(fit.slope - power->slope) > kSlopeTolerance) return ClaimAnswer::Contradicted;
    // A time that hardly grows follows no line well, and needs none.
    return fit.isPower() || power->slope == 0 ? ClaimAnswer::Consistent : ClaimAnswer::NotMeasured;
}

}  // namespace

claims::LineJudgement claims::growthCheck(const Comparison& comparison, const Labels& labels,
                                          const CellPlace& at, const Claim& claim) {
    LineJudgement out;
    const Text& text = labels.text();
    Params like = at.row->work;
    like.erase(claim.what);
    std::map<double, const ReportCell*> points;
    std::size_t doubtful = 0, brought = 0;
    for (const Row& row : comparison.rows) {
        Params other = row.work;
        other.erase(claim.what);
        const Json& value = row.work.at(claim.what);
        const ReportCell& cell = row.cells[at.cell->column];
        if (row.experiment != at.row->experiment || other != like || !value.is_number() ||
            !cell.timed())
            continue;
        if (isBrought(comparison, cell))
            ++brought;
        else if (isDoubtful(cell.result))
            ++doubtful;
        else if (points.emplace(value.get<double>(), &cell).second)
            out.cells.push_back(&cell);
    }
    std::vector<double> sizes, times;
    for (const auto& [size, cell] : points) {
        sizes.push_back(size);
        times.push_back(cell->result.summary->median_ms);
    }
    std::string left;
    if (doubtful > 0) left += " " + text("claim.left_out", {{"n", doubtful}});
    if (brought > 0) left += " " + text("claim.brought_left_out", {{"n", brought}});
    const auto fit = fitGrowth(sizes, times);
    if (!fit) {
        out.check.shown = text("claim.growth_few", {{"n", sizes.size()}}) + left;
        return out;
    }
    out.check.answer = answerOf(*fit, claim.says);
    out.check.shown =
        text("claim.growth_shown",
             {{"from_text", text.value(claim.what, sizes.front())},
              {"to_text", text.value(claim.what, sizes.back())},
              {"factor_text", formatSignificant(times.back() / times.front(), 3, text.numbers())},
              {"slope_text", formatFixed(fit->slope, 1, text.numbers())},
              {"n", fit->points},
              {"r2_text", formatFixed(fit->r2, 3, text.numbers())},
              {"exponential_text", formatFixed(fit->exponential_r2, 3, text.numbers())}}) +
        left;
    return out;
}

claims::LineJudgement claims::workersCheck(const Comparison& comparison, const Labels& labels,
                                           const CellPlace& at, const Claim& claim) {
    LineJudgement out;
    const Text& text = labels.text();
    const auto row = static_cast<std::size_t>(at.row - comparison.rows.data());
    const std::vector<ScalingSeries> all = scalingOf(labels, comparison, row);
    const auto series = std::ranges::find_if(all, [&](const ScalingSeries& one) {
        return one.axis == claim.what && std::ranges::find(one.steps, at.cell->column,
                                                           &ScalingStep::column) != one.steps.end();
    });
    if (series == all.end()) {
        out.check.shown = text("claim.workers_none");
        return out;
    }
    for (const ScalingStep& step : series->steps) out.cells.push_back(&at.row->cells[step.column]);
    for (const std::string& sentence : scalingSentences(*series, labels))
        out.check.shown += (out.check.shown.empty() ? "" : " ") + sentence;
    const std::vector<SpeedUp> speed_ups = series->speedUps();
    if (speed_ups.empty()) return out;
    if (claim.says == "amdahl") {
        const bool few = !series->amdahl && (series->amdahl.error().code == "scaling_few_points" ||
                                             series->amdahl.error().code == "scaling_base_missing");
        out.check.answer = few               ? ClaimAnswer::NotMeasured
                           : !series->amdahl ? ClaimAnswer::Contradicted
                                             : ClaimAnswer::Consistent;
        return out;
    }
    if (claim.says == "always_faster") {
        const bool rises =
            std::ranges::is_sorted(speed_ups, {}, &SpeedUp::ratio) && speed_ups.front().ratio > 1;
        out.check.answer = series->slowed ? ClaimAnswer::Contradicted
                           : rises        ? ClaimAnswer::Consistent
                                          : ClaimAnswer::NotMeasured;
        return out;
    }
    // Without an interval only a difference that is obvious counts, as everywhere.
    const SpeedUp& least = *std::ranges::min_element(speed_ups, {}, &SpeedUp::efficiency);
    const auto interval = least.efficiencyInterval();
    const bool below = interval ? interval->high < kIdealEfficiency : least.efficiency() < 0.8;
    out.check.answer = below                                    ? ClaimAnswer::Contradicted
                       : least.efficiency() >= kIdealEfficiency ? ClaimAnswer::Consistent
                                                                : ClaimAnswer::NotMeasured;
    return out;
}

}  // namespace duelo
