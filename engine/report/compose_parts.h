// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/finding.h"
#include "report/report_words.h"

/// The parts of compose().
namespace duelo {

struct Misleading;  // report/misleading.h

class Composer : private ReportWords {
public:
    Composer(const Comparison& comparison, const ReportOptions& options)
        : ReportWords(comparison, options), m_options(options) {}

    [[nodiscard]] Document document() const;

private:
    // compose.cpp: what stands before the tables
    [[nodiscard]] std::optional<std::string> declaration() const;
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> fields() const;
    [[nodiscard]] std::string student() const;
    [[nodiscard]] DocSection summary() const;
    [[nodiscard]] DocSection prediction() const;
    [[nodiscard]] DocSection misleading(const Misleading& game) const;
    [[nodiscard]] Finding headline() const;
    [[nodiscard]] std::string title(const std::string& key) const;

    // compose_ratios.cpp
    [[nodiscard]] DocSection ratios() const;
    [[nodiscard]] DocTable fairTable() const;
    [[nodiscard]] DocTable variantTable() const;
    [[nodiscard]] DocSection estimates() const;  ///< times that nobody measured, apart from the
                                                 ///< rest

    // compose_annex.cpp: what makes the figures checkable
    [[nodiscard]] DocSection annex() const;
    /// Returns columnName() of each: a table of thousands of rows asks for them in every one.
    [[nodiscard]] std::vector<std::string> columnNames() const;
    [[nodiscard]] DocTable cellTable() const;
    [[nodiscard]] bool showsTails() const;
    [[nodiscard]] DocCell tailCell(const Row& row, const ReportCell& cell) const;
    [[nodiscard]] std::string throughputTitle() const;
    [[nodiscard]] std::vector<DocCell> timeAndEnds(const Summary& summary) const;
    [[nodiscard]] DocCell rate(const Row& row, const ReportCell& cell) const;
    [[nodiscard]] DocCell metricCell(const ReportCell& cell, const std::string& id) const;
    [[nodiscard]] std::vector<std::string> metricsOfAnAxis() const;
    [[nodiscard]] DocTable coldTable() const;
    [[nodiscard]] DocTable partsTable() const;
    [[nodiscard]] DocTable ledgerTable() const;
    [[nodiscard]] DocTable sourceTable() const;
    [[nodiscard]] std::vector<DocTable> machineTables() const;
    [[nodiscard]] DocList flagList() const;
    [[nodiscard]] DocList noticeList() const;

    // compose_energy.cpp: what the calls took of it (P-12)
    [[nodiscard]] DocTable energyTable() const;
    /// Returns what one of what the experiment counts in a second takes, an image or a sample, of
    /// an amount that a call takes.
    [[nodiscard]] DocCell amountOfEach(const Row& row, const ReportCell& cell, double of_call,
                                       const char* unit) const;
    /// Adds a column of the CO2 of each of these cells, a row each, where somebody states what a
    /// kilowatt hour stands for; and notes who, or why it is not told.
    void addCarbon(DocTable& table, const std::vector<const Row*>& rows,
                   const std::vector<const ReportCell*>& cells) const;

    // compose_repeats.cpp: what was measured more than once
    [[nodiscard]] DocTable repeatTable() const;
    [[nodiscard]] std::string flagWords(const ResultRecord& result) const;

    const ReportOptions& m_options;
};

}  // namespace duelo
