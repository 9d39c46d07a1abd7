// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/view_curves.h"

#include <algorithm>
#include <cmath>

#include "experiments/training/events.h"
#include "experiments/training/output.h"

namespace duelo {
namespace {

struct Measured {
    double train = 0, validation = 0;
};

Measured measuredIn(const EpochEvent& epoch, CurveKind kind) {
    if (kind == CurveKind::Loss) return {epoch.train_loss, epoch.valid_loss};
    return {100 * epoch.train_accuracy, 100 * epoch.valid_accuracy};
}

std::string lastInWords(const Curve& curve, const EpochEvent& last, CurveKind kind,
                        const Text& text) {
    const auto told = [&](double number) {
        return kind == CurveKind::Loss ? formatSignificant(number, 3, text.numbers())
                                       : formatFixed(number, 1, text.numbers()) + " %";
    };
    const Measured value = measuredIn(last, kind);
    return text("learning.curve_words", {{"name", curve.name},
                                         {"epochs", last.epoch},
                                         {"train", told(value.train)},
                                         {"validation", told(value.validation)}});
}

/// From below the lowest smoothed loss of any curve to somewhat above where they start.
Interval tellingLosses(const std::vector<std::vector<RateEvent>>& curves) {
    constexpr double kMarginOfFall = 0.2, kLeastMargin = 0.05;
    double lowest = HUGE_VAL, start = 0;
    for (const std::vector<RateEvent>& rates : curves)
        for (const RateEvent& rate : rates) {
            lowest = std::min(lowest, rate.smoothed_loss);
            start = std::max(start, rates.front().smoothed_loss);
        }
    const double margin = std::max(kMarginOfFall * (start - lowest), kLeastMargin * start);
    return {std::max(0.0, lowest - margin), start + margin};
}

void addSentence(std::string& description, const std::string& sentence) {
    description += (description.empty() ? "" : " ") + sentence;
}

}  // namespace

LinesValue learningCurves(const std::vector<Curve>& curves, CurveKind kind, const Text& text) {
    const bool loss = kind == CurveKind::Loss;
    LinesValue out{.x_title = text("training.column_epoch"),
                   .y_title = text(loss ? "training.loss_axis" : "training.accuracy_axis"),
                   .y_unit = loss ? "" : " %",
                   .full_name = text("training.column_train"),
                   .dashed_name = text("training.column_validation")};
    if (!loss) out.y_range = Interval{0, 100};
    for (const Curve& curve : curves) {
        const std::vector<EpochEvent> epochs = epochsOf(*curve.cell);
        if (epochs.empty()) continue;
        LinesValue::Series full{curve.name, curve.style}, dashed{curve.name, curve.style, {}, true};
        for (const EpochEvent& epoch : epochs) {
            const Measured value = measuredIn(epoch, kind);
            const auto at = static_cast<double>(epoch.epoch);
            full.points.push_back({.x = at, .y = value.train, .cell = curve.place()});
            dashed.points.push_back({.x = at, .y = value.validation, .cell = curve.place()});
        }
        addSentence(out.description, lastInWords(curve, epochs.back(), kind, text));
        out.series.push_back(std::move(dashed));
        out.series.push_back(std::move(full));
    }
    return out;
}

LinesValue rateCurves(const std::vector<Curve>& curves, const Text& text) {
    LinesValue out{.x_title = columnTitle(text, "lr_finder", "learning_rate"),
                   .y_title = text("training.loss_axis"),
                   .full_name = text("learning.smoothed"),
                   .dashed_name = text("learning.raw"),
                   .log_x = true};
    std::vector<std::vector<RateEvent>> found;
    for (const Curve& curve : curves) found.push_back(ratesOf(*curve.cell));
    const Interval telling = tellingLosses(found);
    const auto pointOf = [&](const Curve& curve, double rate, double loss) {
        // A gap: at the edge of the plot it would look measured.
        return LinesValue::Point{
            .x = rate, .y = telling.contains(loss) ? loss : std::nan(""), .cell = curve.place()};
    };
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const Curve& curve = curves[i];
        const std::vector<RateEvent>& rates = found[i];
        if (rates.empty()) continue;
        out.y_range = telling;
        LinesValue::Series smooth{curve.name, curve.style}, raw{curve.name, curve.style, {}, true};
        for (const RateEvent& rate : rates) {
            smooth.points.push_back(pointOf(curve, rate.learning_rate, rate.smoothed_loss));
            raw.points.push_back(pointOf(curve, rate.learning_rate, rate.loss));
        }
        out.series.push_back(std::move(raw));
        out.series.push_back(std::move(smooth));
        addSentence(out.description,
                    curve.name + ": " + text("learning.rate_words", {{"steps", rates.size()}}));
        const auto advice = rateAdviceOf(curve.cell->result);
        if (!advice || !advice->learning_rate) continue;
        const double advised = *advice->learning_rate;
        // Cells that advise the same share a mark.
        if (std::ranges::find(out.marks, advised, &LinesValue::Mark::x) == out.marks.end())
            out.marks.push_back(
                {advised, curve.style, formatSignificant(advised, 2, text.numbers())});
        addSentence(out.description, text.reason(advice->why));
    }
    return out;
}

}  // namespace duelo
