// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/document.h"
#include "report/labels.h"
#include "report/training_sweeps.h"

/// The parts of compose().
namespace duelo {

/// A cell of a table that is no figure.
[[nodiscard]] inline DocCell words(std::string text) {
    return {std::move(text), std::nullopt, 0, false};
}

class Composer : private Labels {
public:
    Composer(const Comparison& comparison, const ReportOptions& options);

    [[nodiscard]] Document document() const;

private:
    // compose.cpp: what stands before the tables
    [[nodiscard]] std::optional<std::string> declaration() const;
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> fields() const;
    [[nodiscard]] DocSection method() const;

    // compose_summary.cpp: the answer in a sentence
    [[nodiscard]] DocSection summary() const;
    [[nodiscard]] std::vector<std::string> answers() const;
    [[nodiscard]] std::string gpuAnswer(const SizeTable& table) const;
    [[nodiscard]] std::string cpuAnswer(const SizeTable& table) const;
    [[nodiscard]] std::string ratioSentence(const Row& row, const ColumnRatio& ratio) const;
    [[nodiscard]] std::string rangeSentence(const SizeTable& table) const;

    // compose_tables.cpp: results
    [[nodiscard]] DocSection results() const;
    [[nodiscard]] DocSection charts() const;
    [[nodiscard]] DocSection ratios() const;
    [[nodiscard]] DocTable sizeTable(const SizeTable& table, std::size_t number) const;
    [[nodiscard]] std::optional<DocTable> classTable() const;
    [[nodiscard]] std::optional<DocChart> chart(const SizeTable& table) const;
    [[nodiscard]] DocTable ratioTable(const char* id, const char* titleKey) const;
    void addRatio(DocTable& table, const Row& row, const ColumnRatio& ratio,
                  const std::string& kind) const;

    // compose_annex.cpp: what makes the figures checkable
    [[nodiscard]] DocSection annex() const;
    [[nodiscard]] DocTable cellTable() const;
    [[nodiscard]] DocTable coldTable() const;
    [[nodiscard]] DocTable partsTable() const;
    [[nodiscard]] DocTable ledgerTable() const;
    [[nodiscard]] DocTable sourceTable() const;
    [[nodiscard]] DocTable machineTable() const;
    [[nodiscard]] DocList flagList() const;
    [[nodiscard]] DocList noticeList() const;

    // compose_training.cpp: what trainings took and reached
    [[nodiscard]] std::vector<DocSection> training() const;
    [[nodiscard]] DocSection trainingMethod() const;
    [[nodiscard]] DocSection trainingData() const;
    [[nodiscard]] DocSection trainingResults() const;
    [[nodiscard]] DocTable implementationTable(std::size_t row) const;
    [[nodiscard]] DocTable epochsTable(const TrainingTable& table) const;
    [[nodiscard]] DocTable qualityTable(const TrainingTable& table) const;
    [[nodiscard]] DocTable raceTable(const TrainingTable& table) const;
    [[nodiscard]] std::vector<DocCell> implementationName(const ReportCell& cell,
                                                          std::size_t column) const;
    [[nodiscard]] DocTable trainingTableOf(const char* id, const char* titleKey,
                                           std::vector<const char*> columns) const;

    // compose_training_summary.cpp: the answer in a sentence
    [[nodiscard]] std::vector<std::string> trainingAnswers() const;
    [[nodiscard]] std::string trainingAnswer(std::size_t row) const;
    [[nodiscard]] std::optional<std::string> adviceSentence(const Row& row,
                                                            std::size_t column) const;
    [[nodiscard]] std::string epochSentence(const Row& row, const ColumnRatio& ratio) const;
    [[nodiscard]] std::string targetSentence(std::size_t row) const;
    [[nodiscard]] std::optional<std::string> collapsedNote(const TrainingTable& table) const;

    // compose_training_time.cpp: where the time of epochs and batches goes
    [[nodiscard]] DocTable epochPartsTable() const;
    [[nodiscard]] DocTable batchPartsTable() const;

    // compose_training_tests.cpp: curves, what the networks got wrong, the finder
    [[nodiscard]] DocSection trainingCurves() const;
    [[nodiscard]] DocSection trainingTests() const;
    [[nodiscard]] DocSection rateFinder() const;
    [[nodiscard]] std::optional<DocChart> curves(const Row& row, bool accuracy) const;
    [[nodiscard]] DocChart sweepChart(const TrainingSweep& sweep) const;
    [[nodiscard]] DocTable confusionTable(const TrainedRecord& trained, std::string title) const;
    [[nodiscard]] DocTable mistakeTable(const TrainedRecord& trained, std::string title) const;

    [[nodiscard]] DocCell seconds(std::optional<double> ms) const;
    [[nodiscard]] DocCell percent(std::optional<double> share) const;
    [[nodiscard]] std::string percentInterval(const std::optional<Interval>& ci) const;
    [[nodiscard]] DocCell figure(std::optional<double> value, int decimals) const;
    [[nodiscard]] bool onlyOwnMachine() const;

    const ReportOptions& m_options;
    const std::vector<TrainingTable> m_training;
};

}  // namespace duelo
