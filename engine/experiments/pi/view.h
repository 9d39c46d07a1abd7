// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/pi/params.h"
#include "report/report_words.h"
#include "report/view.h"

namespace duelo {

/// Times, and how far the estimates lie from pi: a table of them, their chart over the samples with
/// what the formula expects, and a card.
[[nodiscard]] const View& piView();

/// What a case has come to; all its variants count or add the same.
struct PiResult {
    double samples = 0, estimate = 0, error = 0, expected_error = 0;
    CellAt cell{};  ///< that has found it
};
/// Of the first variant that was measured.
[[nodiscard]] std::optional<PiResult> piResultOf(const Row& row);
/// Those of a table, each number of samples once, ascending.
[[nodiscard]] std::vector<PiResult> piResultsOf(const Comparison& comparison,
                                                const std::vector<std::size_t>& rows);

/// View::cards: the error of the chosen case, its formula, and how the errors of all fall.
[[nodiscard]] std::vector<CardValue> piCards(const Shown& shown);
/// Of its tab and of its documents: error over samples, both logarithmic.
[[nodiscard]] std::vector<ChartValue> piErrorCharts(const Shown& shown);
[[nodiscard]] std::vector<ChartValue> piTimeCharts(const Shown& shown);

/// "3.1415926125".
[[nodiscard]] std::string piText(double estimate, const Text& text);
[[nodiscard]] std::string samplesText(double samples, const Text& text);

/// The parts of that view in a document.
class PiView : private ReportWords {
public:
    PiView(const Comparison& comparison, const ReportOptions& options)
        : ReportWords(comparison, options) {}

    [[nodiscard]] std::vector<std::string> answers() const;
    [[nodiscard]] std::vector<DocSection> sections() const;

private:
    [[nodiscard]] Shown shownTable(std::size_t table) const;
    [[nodiscard]] DocSection method() const;
    [[nodiscard]] DocTable timeTable(std::size_t table) const;
    [[nodiscard]] DocTable errorTable(std::size_t table) const;
};

}  // namespace duelo
