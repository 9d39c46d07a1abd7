// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "report/report_words.h"

namespace duelo {

/// The answer of a table of cases, in one paragraph; empty: there is none.
struct TableAnswer {
    std::string text{};
    bool of_pair = false;  ///< CPU against GPU, else a time alone
};

/// Makes the answers of tables: how many times as fast the GPU is as the CPU, from one end of the
/// table to the other, else how long the CPU takes; and as what power of a number the times grow.
/// The sentences are the texts "report.answer_*", those of the experiment first.
class TableAnswers : private ReportWords {
public:
    explicit TableAnswers(const Labels& labels) : ReportWords(labels) {}

    /// Returns what `table` of the comparison answers, without the powers that another one told.
    [[nodiscard]] TableAnswer of(std::size_t table);

private:
    [[nodiscard]] TableAnswer ofGpu(const CaseTable& table) const;
    [[nodiscard]] std::string ofCpu(const CaseTable& table) const;
    [[nodiscard]] std::string pairSentence(const Row& row, const ColumnRatio& ratio) const;
    [[nodiscard]] std::string rangeSentence(const CaseTable& table) const;
    [[nodiscard]] std::string powerSentence(std::size_t column) const;
    /// Returns caseArgs(), with the row as it was measured.
    [[nodiscard]] Json argsOf(const Row& row) const;
    [[nodiscard]] Shown shown() const {
        return {.comparison = m_c, .labels = *this, .table = m_table};
    }

    std::size_t m_table = 0;
    std::set<std::pair<std::size_t, std::size_t>> m_told;  ///< first row and column, of powers
};

}  // namespace duelo
