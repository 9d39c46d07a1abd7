// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/inference/output.h"
#include "report/finding.h"
#include "report/report_words.h"
#include "report/view.h"

namespace duelo {

/// The handout's table and chart, the classes that were recognised, and the answer in a sentence.
[[nodiscard]] const View& inferenceView();

/// View::finding: the middle row of those with an answer speaks. CPU against GPU comes first, then
/// the fastest variant against the base, then the time alone.
[[nodiscard]] Finding inferenceFinding(const Shown& shown);
/// View::cards: the classes that were recognised, what happens when the size and the batch grow,
/// how long a GPU waits for launches, what copies beside the computing bring, and what the time
/// means where somebody waits for it.
[[nodiscard]] std::vector<CardValue> inferenceCards(const Shown& shown);
/// The card of the best batch, where batches were swept.
void addBestBatch(std::vector<CardValue>& cards, const Shown& shown);
/// Of its tab and of its documents: the times of the table.
[[nodiscard]] std::vector<ChartValue> tableCharts(const Shown& shown);

/// The plane of the last features of photographs that share a batch, of the row that is looked at;
/// empty where there is none.
[[nodiscard]] std::vector<ChartValue> planeCharts(const Shown& shown);
/// A line for each photograph of a batch that has several, and each variant.
[[nodiscard]] LongTable picturesTable(const Comparison& comparison);

/// Width and height of photographs at their own size, as they were measured.
[[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> ownSides(const Row& row);
/// "224x224"; of photographs at their own size "600x400" (width x height), where that is known.
[[nodiscard]] std::string sidesText(const Row& row, const Text& text);
/// nameArgs() with the size that the row has, whoever fixes it.
[[nodiscard]] Json rowArgs(const Row& row, const Text& text);

/// What was recognised in a photograph of a row, by the first variant that was measured, and how
/// many of the variants say the same.
struct AgreedClass {
    std::string input{};
    TopClass top{};
    std::size_t variants = 0, equal = 0;
};
[[nodiscard]] std::vector<AgreedClass> agreedClasses(const Row& row);

/// Of a table with this case: its network, its input and its batch.
[[nodiscard]] std::string tableTitle(const Params& work, const Text& text);

/// A row among those of its table: its size, and its photograph.
[[nodiscard]] std::string sizeName(const Row& row, const Labels& labels);

/// The times of a column at the smallest and at the largest size, of those without doubt.
struct Growth {
    std::int64_t from_px = 0, to_px = 0;
    double factor = 0;
};
/// Nothing where the rows are different photographs, or of one size.
[[nodiscard]] std::optional<Growth> growthOf(const Comparison& comparison, const CaseTable& table,
                                             std::size_t column);

/// The batch with the most images per second, of those that one variant was measured with beyond
/// doubt (S0-13).
struct BestBatch {
    /// What is known of larger ones; Untold: it is the largest, and no end of the growth.
    enum class Larger { Untold, NotFaster, DoNotFit };
    std::size_t column = 0;    ///< of the comparison
    const Row* row = nullptr;  ///< likewise
    Metric rate{};
    Larger larger = Larger::Untold;
};
/// Of the rows that differ from this one in the batch alone, where they are a sweep; by column.
[[nodiscard]] std::vector<BestBatch> bestBatches(const Comparison& comparison, const Row& like);

/// The parts of that view in a document.
class InferenceView : private ReportWords {
public:
    InferenceView(const Comparison& comparison, const ReportOptions& options)
        : ReportWords(comparison, options) {}

    [[nodiscard]] std::vector<std::string> answers() const;
    [[nodiscard]] std::vector<DocSection> sections() const;

private:
    // view_summary.cpp: the answer in a sentence
    [[nodiscard]] std::string gpuAnswer(const CaseTable& table) const;
    [[nodiscard]] std::string cpuAnswer(const CaseTable& table) const;
    [[nodiscard]] std::string ratioSentence(const Row& row, const ColumnRatio& ratio) const;
    [[nodiscard]] std::string rangeSentence(const CaseTable& table) const;
    [[nodiscard]] std::string powerSentence(const CaseTable& table, std::size_t column) const;

    // view.cpp
    [[nodiscard]] DocSection method() const;
    [[nodiscard]] DocSection results() const;
    [[nodiscard]] DocSection charts() const;
    [[nodiscard]] DocTable sizeTable(const CaseTable& table, std::size_t number) const;
    [[nodiscard]] std::optional<DocTable> classTable() const;
    [[nodiscard]] std::optional<DocSection> pictures() const;     ///< view_pictures.cpp
    [[nodiscard]] std::optional<DocTable> batchTable() const;     ///< view_batch.cpp
    [[nodiscard]] std::optional<DocTable> criticalTable() const;  ///< view_critical.cpp
    [[nodiscard]] std::optional<DocTable> kernelsTable() const;   ///< view_kernels.cpp
};

}  // namespace duelo
