// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/training/view_curves.h"
#include "experiments/training/view_sweeps.h"
#include "report/finding.h"
#include "report/report_words.h"
#include "report/view.h"

namespace duelo {

/// Trainings and the learning-rate finder: what they took and reached, epoch by epoch, what the
/// networks got wrong, and the answer in a sentence.
[[nodiscard]] const View& trainingView();

/// View::finding of the chosen row, else of the first: who is faster per epoch, with the accuracies
/// beside it (S4-16); of the finder the rate that it advises.
[[nodiscard]] Finding trainingFinding(const Shown& shown);

/// Every epoch of every training, and every cell of every confusion matrix (truth, answer, count);
/// without rows where nothing was trained.
[[nodiscard]] LongTable epochTable(const Comparison& comparison);
[[nodiscard]] LongTable confusionTable(const Comparison& comparison);

/// View::told and View::outcome of both.
[[nodiscard]] std::string eventLine(const EventRecord& event, const Text& text);
[[nodiscard]] std::string outcomeLine(const ResultRecord& result, const Text& text);

/// The parts of that view in a document.
class TrainingView : private ReportWords {
public:
    TrainingView(const Comparison& comparison, const ReportOptions& options)
        : ReportWords(comparison, options), m_training(trainingTables(comparison)) {}

    [[nodiscard]] std::vector<std::string> answers() const;
    [[nodiscard]] std::vector<DocSection> sections() const;

private:
    // view_results.cpp: what trainings took and reached
    [[nodiscard]] DocSection trainingMethod() const;
    [[nodiscard]] DocSection trainingData() const;
    [[nodiscard]] DocSection trainingResults() const;
    [[nodiscard]] DocTable implementationTable(std::size_t row) const;
    /// view_pays.cpp; without rows where nothing is held against a base.
    [[nodiscard]] DocTable paysTable(std::size_t row) const;
    /// Of the rows of its tables.
    [[nodiscard]] std::vector<const Row*> casesOf(const TrainingTable& table) const;
    [[nodiscard]] DocTable epochsTable(const TrainingTable& table) const;
    [[nodiscard]] DocTable qualityTable(const TrainingTable& table) const;
    [[nodiscard]] DocTable raceTable(const TrainingTable& table) const;
    [[nodiscard]] std::string parallelism(const Params& variant) const;
    [[nodiscard]] std::vector<DocCell> implementationName(const ReportCell& cell,
                                                          std::size_t column) const;
    [[nodiscard]] DocTable trainingTableOf(const char* id, const char* titleKey,
                                           const std::vector<std::string>& columns) const;

    // view_summary.cpp: the answer in a sentence
    [[nodiscard]] std::string trainingAnswer(std::size_t row) const;
    [[nodiscard]] std::optional<std::string> adviceSentence(const Row& row,
                                                            const ReportCell& cell) const;
    [[nodiscard]] std::string epochSentence(const Row& row, const ColumnRatio& ratio) const;
    [[nodiscard]] std::string targetSentence(std::size_t row) const;
    [[nodiscard]] std::optional<std::string> collapsedNote(const TrainingTable& table) const;

    // view_time.cpp: where the time of epochs and batches goes
    [[nodiscard]] DocTable epochPartsTable() const;
    [[nodiscard]] DocTable batchPartsTable() const;

    // view_tests.cpp: curves, what the networks got wrong, the finder
    [[nodiscard]] DocSection trainingCurves() const;
    [[nodiscard]] DocSection trainingTests() const;
    [[nodiscard]] DocSection rateFinder() const;
    [[nodiscard]] std::optional<LinesValue> curves(const Row& row, CurveKind kind) const;
    [[nodiscard]] DocTable confusionTable(const Trained& trained, std::string title) const;
    [[nodiscard]] DocTable mistakeTable(const Trained& trained, std::string title) const;

    const std::vector<TrainingTable> m_training;
};

}  // namespace duelo
