// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/report_words.h"
#include "report/view.h"

namespace duelo {

/// The handout's table and chart, the classes that were recognised, and the answer in a sentence.
[[nodiscard]] const View& inferenceView();

/// The parts of that view in a document.
class InferenceView : private ReportWords {
public:
    InferenceView(const Comparison& comparison, const ReportOptions& options)
        : ReportWords(comparison, options) {}

    [[nodiscard]] std::vector<std::string> answers() const;
    [[nodiscard]] std::vector<DocSection> sections() const;

private:
    // view_summary.cpp: the answer in a sentence
    [[nodiscard]] std::string gpuAnswer(const SizeTable& table) const;
    [[nodiscard]] std::string cpuAnswer(const SizeTable& table) const;
    [[nodiscard]] std::string ratioSentence(const Row& row, const ColumnRatio& ratio) const;
    [[nodiscard]] std::string rangeSentence(const SizeTable& table) const;

    // view.cpp
    [[nodiscard]] DocSection method() const;
    [[nodiscard]] DocSection results() const;
    [[nodiscard]] DocSection charts() const;
    [[nodiscard]] DocTable sizeTable(const SizeTable& table, std::size_t number) const;
    [[nodiscard]] std::optional<DocTable> classTable() const;
    [[nodiscard]] std::optional<DocChart> chart(const SizeTable& table) const;
};

}  // namespace duelo
