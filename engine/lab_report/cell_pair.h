// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab_report/lab_report.h"
#include "report/labels.h"

/// Two cells of a comparison that are set against each other, of one case or of two: what a claim
/// speaks of, and what came of a change.
namespace duelo {

struct CellPlace {
    const Row* row = nullptr;
    const ReportCell* cell = nullptr;

    explicit operator bool() const { return cell != nullptr; }
};

/// Returns where a cell of a record stands; nowhere where no open file has it, and where two of
/// that name say different things.
[[nodiscard]] CellPlace placeOf(const Comparison& comparison, const CellRef& ref);
[[nodiscard]] CellRef refOf(const Comparison& comparison, const ReportCell& cell);

struct CellPair {
    CellPlace base, of;

    explicit operator bool() const { return base && of; }
    [[nodiscard]] bool ofOneCase() const { return base.row == of.row; }
};

/// The value that a cell has of an axis, of its case or of its variant; null where it has none.
[[nodiscard]] const Json& valueOf(const Comparison& comparison, const CellPlace& at,
                                  const std::string& axis);
/// The axes that both have and in which they differ, those of the case first.
[[nodiscard]] std::vector<std::string> differingAxes(const Comparison& comparison,
                                                     const CellPair& pair);

/// The speed-up of one cell over the other. Of one case by the times of a call, by rounds where
/// they pair up. Of two cases by what is done in a second, where their experiment says what is
/// counted, so that larger batches are set against smaller ones image by image.
struct PairRatio {
    std::optional<RatioEstimate> estimate{};  ///< exactly where there is no `why`
    std::optional<Reason> why{};              ///< why no factor may be told
    /// `why` is that they did not do the same: no factor is missing, there is none.
    bool other_work = false;
    std::string rate{};  ///< the metric that they are compared by; empty: the times of a call
    double base_per_call = 1, per_call = 1;  ///< the amount of `rate` in a call
};
[[nodiscard]] PairRatio ratioOf(const Comparison& comparison, const Labels& labels,
                                const CellPair& pair);
/// Returns what stands in place of a verdict where Duelo did not measure a side: such times have a
/// factor and no verdict. Empty: it measured both.
[[nodiscard]] std::string uncheckedText(const Comparison& comparison, const CellPair& pair,
                                        const Text& text);

/// Says by what it compares them: "per call", or the name of its metric.
[[nodiscard]] std::string rateText(const PairRatio& ratio, const CellPair& pair, const Text& text);

/// A metric with its interval; what is counted, as the digits of pi or faces found, has none, and
/// none is missing.
[[nodiscard]] std::string metricText(const Labels& labels, const Metric& metric);

/// Returns the name of an axis and its value, as people read them: "Threads: 4".
[[nodiscard]] std::string axisText(const std::string& experiment, const std::string& axis,
                                   const Json& value, const Text& text);
/// The names that tell the two cells apart, and the part of the case that both share; empty: they
/// share none.
struct PairNames {
    std::string common{}, base{}, of{};
};
[[nodiscard]] PairNames namesOf(const Labels& labels, const CellPair& pair);

/// SHA-256 of the results of both, as a citation of them has it.
[[nodiscard]] std::string digestOf(const ReportCell& cell);

}  // namespace duelo
