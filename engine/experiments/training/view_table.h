// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/training/events.h"
#include "experiments/training/output.h"
#include "report/comparison.h"
#include "report/labels.h"
#include "stats/statistics.h"

/// Comparison of trainings with each other (P-07, S4-M03, S4-M04): per epoch, at equal updates, and
/// to an equal accuracy. Times are of whole epochs, evaluation included.
namespace duelo {

/// The time at which the validation accuracy first reached the target. It is known only at the ends
/// of epochs and from few samples: `low_ms` is the end of the first epoch whose Wilson interval
/// reaches the target, `high_ms` of the first whose whole interval does; absent: none did.
struct TargetReached {
    int epoch = 0;
    std::int64_t updates = 0;
    double ms = 0;
    double low_ms = 0;
    std::optional<double> high_ms;
};

/// The state of a training when it had made as many updates as the one that made the fewest.
struct AtUpdates {
    double ms = 0;                         ///< inside an epoch, in proportion to its updates
    std::optional<double> valid_accuracy;  ///< of the last epoch that had ended; absent: none had
};

/// One cell that was trained, and what it ended with; absent figures were not recorded.
struct TrainingRow : Trained {
    std::size_t row = 0, column = 0;   ///< of the comparison
    std::optional<double> epoch_ms{};  ///< median of the epochs after the first
    std::optional<Interval> epoch_ci95_ms{};
    std::optional<double> images_per_s{};
    std::optional<double> train_accuracy{};  ///< of the last epoch
    std::optional<double> valid_accuracy{};  ///< of the best epoch, whose weights were tested
    std::optional<Interval> valid_ci95{};
    std::vector<EpochEvent> course{};  ///< epoch by epoch
    DataEvent data{};                  ///< empty: not told
    /// Hardly better than guessing, so that no target is derived from it (S4-M04): the Wilson
    /// interval of its best validation accuracy reaches down to the share of the largest class, or
    /// it is less than half as far above that as the best training of the table.
    bool collapsed = false;
    std::optional<TargetReached> reached{};  ///< absent: the target was not reached
    std::optional<AtUpdates> at_updates{};
};

/// The trainings on one data set: they answer the same question, so they may race.
struct TrainingTable {
    std::string input;
    std::vector<TrainingRow> rows;
    double target_accuracy = 0;  ///< of the validation part
    /// The plan's; else 97 % of the lowest best accuracy of the rows that did not collapse, or of
    /// all where every one did.
    bool target_planned = false;
    std::int64_t equal_updates = 0;  ///< the fewest of the rows
};

/// The prefix of the codes of the columns of its tables.
inline constexpr const char* kTrainingColumn = "training.column_";

[[nodiscard]] bool trains(const Row& row);
/// Returns the samples of all classes; `counts` is one of a DataEvent's parts.
[[nodiscard]] std::int64_t samplesIn(const std::vector<std::int64_t>& counts);

/// Returns the trainings in the order of the comparison, without cells that were not trained to
/// their end.
[[nodiscard]] std::vector<TrainingTable> trainingTables(const Comparison& comparison);
/// The training in a row and column of the comparison, or the first of the row; null where there
/// is none.
[[nodiscard]] const TrainingRow* trainingRowOf(const std::vector<TrainingTable>& tables,
                                               std::size_t row,
                                               std::optional<std::size_t> column = {});

/// Returns what sentences name of a training: test_percent, low_percent, high_percent, test_loss,
/// epoch (the best), epochs, updates.
[[nodiscard]] Json trainedArgs(const Trained& trained);
/// Says what always saying the largest class scores in the test of a row of the comparison, and
/// which accuracies prove no more than that; empty where nobody knows.
[[nodiscard]] std::string largestText(const std::vector<TrainingTable>& tables, std::size_t row,
                                      const Labels& labels);

/// Tells whether two trainings came to equal quality, so that their times may be compared:
/// "ratio_data_differ", "ratio_quality_differs" {accuracy_a_percent, accuracy_b_percent} where the
/// intervals of the test accuracies do not overlap (S4-M03). False for other work.
[[nodiscard]] Result<bool> trainingsAgree(const ReportCell& a, const ReportCell& b);

/// Returns the differences that make trainings hard to compare: "updates_differ" (checkUpdates(),
/// with model and data) at equal epochs (S4-M04), "data_validation_tiny" and "data_test_tiny", of a
/// set of Duelo's own "data_shipped_tiny", where the interval of a result is wider than 10 points
/// (S2-M03), "epoch_times_disagree" {model, data,
/// batch, low_ms, high_ms, ratio} where equal runs differ by more than half (S2-M05).
[[nodiscard]] std::vector<Reason> trainingWarnings(const Comparison& comparison);

}  // namespace duelo
