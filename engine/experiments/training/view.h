// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/finding.h"
#include "report/view.h"

/// Trainings and the learning-rate finder: what they took and reached, epoch by epoch, what the
/// networks got wrong, and the answer in a sentence.
namespace duelo {

[[nodiscard]] const View& trainingView();

/// View::own_finding: who is faster per epoch, with the accuracies beside it (S4-16); of the finder
/// the rate that it advises. View::table_answers.
[[nodiscard]] std::optional<Finding> trainingFinding(const Shown& shown);
[[nodiscard]] std::vector<std::string> trainingAnswers(const Shown& shown);
/// Returns what each variant of the finder advises.
[[nodiscard]] std::vector<std::string> adviceOf(const Row& row, const Labels& labels);

/// Sections on the data that was trained on; on times and accuracies; and on curves, the network's
/// mistakes, and the search for a rate.
[[nodiscard]] std::vector<DocSection> trainingData(const Comparison&, const Labels& labels);
[[nodiscard]] std::vector<DocBlock> trainingResults(const Comparison&, const Labels& labels);
[[nodiscard]] std::vector<DocSection> trainingSections(const Comparison&, const Labels& labels);
/// Tells when each way of a row pays against the base; without rows where nothing is held against
/// one.
[[nodiscard]] DocTable paysTable(std::size_t row, const Labels& labels);

/// Every epoch of every training, every cell of every confusion matrix (truth, answer, count), the
/// recall of every class and what was said of every test image; without rows where nothing was
/// trained, the last also where no file has kept it. View::columns.
[[nodiscard]] LongTable epochTable(const Comparison& comparison);
[[nodiscard]] LongTable confusionTable(const Comparison& comparison);
[[nodiscard]] LongTable recallTable(const Comparison& comparison);
[[nodiscard]] LongTable predictionsTable(const Comparison& comparison);
[[nodiscard]] View::Columns trainingColumns(const Comparison& comparison);

/// "10 % of the data" and "seed 5", each where it is another than usual.
[[nodiscard]] std::vector<std::string> unusualParts(const Params& work, const Text& text);

}  // namespace duelo
