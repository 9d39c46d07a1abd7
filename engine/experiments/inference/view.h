// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/inference/output.h"
#include "report/report_words.h"
#include "report/view.h"

namespace duelo {

/// The handout's table and chart, the classes that were recognised, and the answer in a sentence.
[[nodiscard]] const View& inferenceView();

/// View::cards: the classes that were recognised, what happens when the size and the batch grow,
/// how long a GPU waits for launches, what copies beside the computing bring, and what the time
/// means where somebody waits for it.
[[nodiscard]] std::vector<CardValue> inferenceCards(const Shown& shown);
/// The card of the best batch, where batches were swept.
[[nodiscard]] CardValue bestBatchCard(const Shown& shown);

/// The plane of the last features of photographs that share a batch, of the row that is looked at;
/// empty where there is none.
[[nodiscard]] std::vector<ChartValue> planeCharts(const Shown& shown);
/// A line for each photograph of a batch that has several, and each variant.
[[nodiscard]] LongTable picturesTable(const Comparison& comparison);
/// View::further_sections: maps of layers and planes of features.
[[nodiscard]] std::vector<DocSection> pictureSections(const Comparison& comparison,
                                                      const Labels& labels);

/// Tells whether a network of random weights did the work: it recognises nothing.
[[nodiscard]] bool isUntrained(const Row& row);

/// Width and height of photographs at their own size, as they were measured.
[[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> ownSides(const Row& row);
/// "224x224"; of photographs at their own size "600x400" (width x height), where that is known.
[[nodiscard]] std::string sidesText(const Row& row, const Text& text);

/// The classes recognised in a photograph of a row, by the first variant that was measured, and the
/// number of variants with the same answer.
struct AgreedClass {
    std::string input{};
    std::vector<TopClass> top{};
    std::size_t variants = 0, equal = 0;
};
[[nodiscard]] std::vector<AgreedClass> agreedClasses(const Row& row);

/// The batch with the most images per second, of those that one variant was measured with beyond
/// doubt (S0-13).
struct BestBatch {
    /// Knowledge of larger batches. Untold: none, so this one is the largest, and no end of the
    /// growth.
    enum class Larger { Untold, NotFaster, DoNotFit };
    std::size_t column = 0;    ///< of the comparison
    const Row* row = nullptr;  ///< likewise
    Metric rate{};
    Larger larger = Larger::Untold;
};
/// Returns the best batch of each column, of the rows that differ from this one in the batch alone,
/// where they are a sweep.
[[nodiscard]] std::vector<BestBatch> bestBatches(const Comparison& comparison, const Row& like);

/// Makes what stands below the handout's tables, from all results together.
class InferenceTables : private ReportWords {
public:
    explicit InferenceTables(const Labels& labels) : ReportWords(labels) {
        m_text = m_text.of("inference");
    }

    [[nodiscard]] std::vector<DocBlock> blocks() const;

private:
    [[nodiscard]] DocTable classTable() const;
    [[nodiscard]] DocTable batchTable() const;     ///< view_batch.cpp
    [[nodiscard]] DocTable criticalTable() const;  ///< view_critical.cpp
    [[nodiscard]] DocTable kernelsTable() const;   ///< view_kernels.cpp
};

}  // namespace duelo
