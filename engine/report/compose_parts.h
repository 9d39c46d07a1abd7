// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/document.h"
#include "report/labels.h"

/// The parts of compose().
namespace duelo {

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

    [[nodiscard]] DocCell figure(std::optional<double> value, int decimals) const;
    [[nodiscard]] bool onlyOwnMachine() const;

    const ReportOptions& m_options;
};

}  // namespace duelo
