// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "report/document.h"
#include "report/long_table_line.h"

namespace duelo {

/// What an experiment makes of a comparison, beyond what is made of every one; all of it may be
/// missing. Its Spec points to it.
struct View {
    /// A further table for programs and spreadsheets; without rows it is left out.
    struct Table {
        std::string id;  ///< names its sheet and its file
        LongTable (*make)(const Comparison& comparison);
        bool has_sheet = false;  ///< in a workbook
    };
    /// Puts further columns at the end of a line of longTable().
    using Columns =
        std::function<void(long_table::Line& line, std::size_t row, std::size_t column)>;

    std::string title{};  ///< key of the texts: of a document of this work alone
    /// The answers in a sentence each.
    std::vector<std::string> (*answers)(const Comparison&, const ReportOptions&) = nullptr;
    /// What stands between the answers and the ratios.
    std::vector<DocSection> (*sections)(const Comparison&, const ReportOptions&) = nullptr;
    /// Whether two cells that do the same work came to the same, where that is no matter of equal
    /// values: false where nothing is known, a reason why they may not be set against each other.
    /// Without it, fingerprints decide.
    Result<bool> (*agree)(const ReportCell& a, const ReportCell& b) = nullptr;
    std::vector<Reason> (*warnings)(const Comparison&) = nullptr;
    std::vector<Table> tables{};
    Columns (*columns)(const Comparison&) = nullptr;
    /// Adds its own to the report for programs.
    void (*add_json)(const Comparison&, Json& report) = nullptr;
    bool own_parts = false;  ///< has a table of where its time went
    /// Key: why a cell of that row which was measured has no time; null: nothing more to say.
    const char* (*untimed)(const Row& row) = nullptr;
    std::string cold_note{};  ///< key: what the first call is
    /// What is said of an event and of a result while the work goes on; empty: nothing.
    std::string (*told)(const EventRecord& event, const Text& text) = nullptr;
    std::string (*outcome)(const ResultRecord& result, const Text& text) = nullptr;
};

/// The members of a View whose sentences and sections a class makes of a comparison.
template <typename Parts>
[[nodiscard]] std::vector<std::string> answersOf(const Comparison& comparison,
                                                 const ReportOptions& options) {
    return Parts(comparison, options).answers();
}
template <typename Parts>
[[nodiscard]] std::vector<DocSection> sectionsOf(const Comparison& comparison,
                                                 const ReportOptions& options) {
    return Parts(comparison, options).sections();
}

/// Of the experiments in a comparison, each once, in the order of its rows. The view of an
/// experiment that brings none is plainView().
[[nodiscard]] std::vector<const View*> viewsOf(const Comparison& comparison);
[[nodiscard]] const View& viewOf(const Comparison& comparison, const Row& row);

/// A table of the cases with a column for each variant, and its chart over the first axis that was
/// swept.
[[nodiscard]] const View& plainView();

/// A view's table by its id; without rows where no view has it.
[[nodiscard]] LongTable tableOf(const Comparison& comparison, std::string_view id);

}  // namespace duelo
