// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/document.h"
#include "report/shown.h"
#include "stats/scaling_fit.h"

/// Speed-up with more workers (P-06, S4-05..08): an analysis of every table whose variants differ
/// in the number of workers that share the work of a case. It knows no experiment.
namespace duelo {

/// Tells whether an axis counts workers: its 0 stands for one on each core. Of an experiment whose
/// variants are not set against each other none does.
[[nodiscard]] bool countsWorkers(const Spec& spec, const Axis& axis);

/// The cores of a machine, as far as its sheet tells them.
struct CoreCounts {
    std::optional<int> fast{};     ///< of the fastest kind; all, where all are alike
    std::optional<int> cores{};    ///< of every kind
    std::optional<int> logical{};  ///< with the second threads of cores (SMT)
    std::optional<int> numa_nodes{};

    [[nodiscard]] bool isHybrid() const { return fast && cores && *fast < *cores; }
    [[nodiscard]] bool hasSmt() const { return cores && logical && *cores < *logical; }
};
/// Counts the cores that the process may use.
[[nodiscard]] CoreCounts coreCounts(const CpuSheet& cpu);

/// Returns the numbers of workers to measure with: 1, 2, 4, ... and each count of cores, and enough
/// numbers of the fastest kind that a law can be fitted there. Ascending; 1 and 2 where nothing is
/// known.
[[nodiscard]] std::vector<int> workerNumbers(const CoreCounts& cores);

struct ScalingStep {
    int workers = 0;
    std::size_t column = 0;
    std::optional<SpeedUp> speed_up{};  ///< absent for one worker too
    std::optional<Reason> why{};        ///< why there is none, where one is missed
};

/// The variants of a case in one file that differ in nothing but one axis that counts workers; or
/// in how many share the cores out among them (`all_cores`).
struct ScalingSeries {
    std::size_t row = 0;
    std::string axis;
    std::size_t file = 0;
    Params variant{};  ///< the settings that all steps share
    int each = 1;      ///< threads of one worker; of threads, the processes with so many each
    /// Processes that have all cores among them, each its part: more of them have no more cores, so
    /// nothing is ideal and no law applies. Against one with all of them.
    bool all_cores = false;
    std::vector<ScalingStep> steps{};  ///< timed, ascending, at least two
    CoreCounts cores{};
    SerialTrend trend = SerialTrend::Unknown;
    std::optional<SlowedDown> slowed{};
    std::optional<SpeedUp> above{};  ///< superlinear()
    /// On the fastest kind of cores alone: what others add is no matter of the law.
    /// "scaling_shares_cores" of `all_cores`.
    Result<ScalingFit> amdahl = fail("scaling_base_missing");

    [[nodiscard]] const ScalingStep* base() const;  ///< with one worker; null: not timed
    [[nodiscard]] std::vector<SpeedUp> speedUps() const;
    /// The most workers of which every thread has one of so many cores; 0: not even one.
    [[nodiscard]] int room(int of_cores) const { return of_cores / each; }
};

/// Returns the series of a row's variants, by file and in the order of the columns.
[[nodiscard]] std::vector<ScalingSeries> scalingOf(const Labels& labels,
                                                   const Comparison& comparison, std::size_t row);
/// Returns the series of all rows.
[[nodiscard]] std::vector<ScalingSeries> scalingOf(const Labels& labels,
                                                   const Comparison& comparison);

/// "4 threads".
[[nodiscard]] std::string workersText(const std::string& axis, int workers, const Text& text);

/// Returns the name that tells a series from the others: its case, its other axes, its file.
[[nodiscard]] std::string scalingSeriesName(const ScalingSeries& series,
                                            const std::vector<ScalingSeries>& all,
                                            const Labels& labels, const Comparison& comparison);
/// Returns the name of its axis in its experiment.
[[nodiscard]] std::string scalingAxisTitle(const ScalingSeries& series, const Labels& labels,
                                           const Comparison& comparison);

/// Returns the results of a series, in sentences: its best speed-up, the steps that no law
/// explains, the law or why there is none, and the machine.
[[nodiscard]] std::vector<std::string> scalingSentences(const ScalingSeries& series,
                                                        const Labels& labels);
/// Returns the measured parts of a call that may keep the speed-up down, a sentence each.
[[nodiscard]] std::vector<std::string> scalingCauses(const ScalingSeries& series,
                                                     const Comparison& comparison,
                                                     const Labels& labels);

/// Series in which the work grows with the workers: of each number the case with so many times the
/// work of the smallest, by a quantity that the results name.
struct WeakScaling {
    std::size_t series = 0;  ///< of the smallest case, in what it was made of
    std::vector<SpeedUp> scaled{};
    Result<ScalingFit> gustafson = fail("scaling_base_missing");
};
/// Returns the series with kLeastScalingPoints or more. `all`: what scalingOf() returns for a whole
/// comparison.
[[nodiscard]] std::vector<WeakScaling> weakScalingOf(const std::vector<ScalingSeries>& all,
                                                     const Comparison& comparison);
/// A sentence for each of a comparison.
[[nodiscard]] std::vector<std::string> weakScalingSentences(const Labels& labels,
                                                            const Comparison& comparison);

/// Speed-up with the ideal and the fitted law, and efficiency; empty without a speed-up. Of at most
/// five series.
[[nodiscard]] std::vector<ChartValue> scalingCharts(const std::vector<ScalingSeries>& all,
                                                    const Labels& labels,
                                                    const Comparison& comparison);
/// Charts and card of the row that is looked at.
[[nodiscard]] std::vector<ChartValue> scalingCharts(const Shown& shown);
[[nodiscard]] std::optional<CardValue> scalingCard(const Shown& shown);

/// Sentences, table and charts of a document; without blocks where nothing varies workers.
[[nodiscard]] DocSection scalingSection(const Comparison& comparison, const ReportOptions& options);
/// The same for programs, a value for each series.
[[nodiscard]] Json scalingJson(const Comparison& comparison, const Labels& labels);

}  // namespace duelo
