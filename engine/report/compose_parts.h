// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/report_words.h"

/// The parts of compose().
namespace duelo {

class Composer : private ReportWords {
public:
    Composer(const Comparison& comparison, const ReportOptions& options)
        : ReportWords(comparison, options), m_options(options) {}

    [[nodiscard]] Document document() const;

private:
    // compose.cpp: what stands before the tables
    [[nodiscard]] std::optional<std::string> declaration() const;
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> fields() const;
    [[nodiscard]] DocSection summary() const;

    // compose_ratios.cpp
    [[nodiscard]] DocSection ratios() const;
    [[nodiscard]] DocTable ratioTable(const char* id, const char* titleKey) const;
    void addRatio(DocTable& table, const Row& row, const ColumnRatio& ratio,
                  const std::string& kind) const;

    // compose_annex.cpp: what makes the figures checkable
    [[nodiscard]] DocSection annex() const;
    [[nodiscard]] DocTable cellTable() const;
    [[nodiscard]] std::string throughputTitle() const;
    [[nodiscard]] DocCell rate(const Row& row, const ReportCell& cell) const;
    [[nodiscard]] bool showsPart(const Row& row, const std::string& id) const;
    [[nodiscard]] DocTable coldTable() const;
    [[nodiscard]] DocTable partsTable() const;
    [[nodiscard]] DocTable ledgerTable() const;
    [[nodiscard]] DocTable sourceTable() const;
    [[nodiscard]] DocTable machineTable() const;
    [[nodiscard]] DocList flagList() const;
    [[nodiscard]] DocList noticeList() const;

    const ReportOptions& m_options;
};

}  // namespace duelo
