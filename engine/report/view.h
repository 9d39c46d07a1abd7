// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/document.h"
#include "report/emulated_number.h"
#include "report/kernel_text.h"
#include "report/layout.h"
#include "report/lesson.h"
#include "report/long_table_line.h"
#include "report/shown.h"

namespace duelo {

struct Finding;  // report/finding.h

/// The additions of an experiment to a comparison, beyond those that every one gets; all of it may
/// be missing. Its Spec points to it.
struct View {
    /// A further table for programs and spreadsheets; without rows it is left out.
    struct Table {
        std::string id;  ///< of its sheet, in JSON and on the command line
        LongTable (*make)(const Comparison& comparison);
        bool has_sheet = false;  ///< in a workbook
        /// Code of a reason: why files may have none of it, for who asks for it by its id.
        std::string missing{};
    };
    /// Puts further columns at the end of a line of longTable().
    using Columns =
        std::function<void(long_table::Line& line, std::size_t row, std::size_t column)>;

    std::string title{};  ///< key of the texts: of a document of this work alone
    Layout layout{};
    /// Parts of a variant that its others tell already, or that go without saying: they stand in no
    /// name that has others. A condition without values holds for all of its axis.
    std::vector<When> unsaid{};
    /// Says more of one table of a layout, after its headline; of an experiment whose cases make no
    /// tables, of all its rows (Shown::rows()).
    std::vector<std::string> (*table_answers)(const Shown&) = nullptr;
    /// Makes what stands below these tables of a layout.
    std::vector<DocBlock> (*table_blocks)(const Shown&) = nullptr;
    /// Make sections between the method and the results of a layout, what stands below the tables
    /// of all results, and sections behind the charts.
    std::vector<DocSection> (*first_sections)(const Comparison&, const Labels&) = nullptr;
    std::vector<DocBlock> (*result_blocks)(const Comparison&, const Labels&) = nullptr;
    std::vector<DocSection> (*further_sections)(const Comparison&, const Labels&) = nullptr;
    /// Says what a row answers that was chosen, else what is shown, where that is no comparison of
    /// times: a fit, a lesson, the most that was reached. Nothing: what findingOf() says of any.
    std::optional<Finding> (*own_finding)(const Shown&) = nullptr;
    /// Tells whether two cells that do the same work came to the same, where that is no matter of
    /// equal values: false where nothing is known, a reason why they may not be set against each
    /// other. Without it, fingerprints decide.
    Result<bool> (*agree)(const ReportCell& a, const ReportCell& b) = nullptr;
    std::vector<Reason> (*warnings)(const Comparison&) = nullptr;
    std::vector<Table> tables{};
    /// Its tabs of the window, the first of which is shown first.
    std::vector<ChartTab> charts{};
    /// Further tabs of the window, which need no result.
    std::vector<Lesson> lessons{};
    /// The texts of its kernels, in the order of their ladder; with them the page has a tab.
    std::vector<KernelText> texts{};
    /// Numbers that its question "emulate" takes (experiments/emulation.h); with them the page has
    /// a tab and the command `emulate` one of its own.
    std::span<const EmulatedNumber> emulated{};
    /// Says what the counters of a reply to it mean beside each other.
    std::vector<std::string> (*emulated_notes)(const Json& reply, const Text& text) = nullptr;
    /// Makes the cards; is also asked of an empty comparison.
    std::vector<CardValue> (*cards)(const Shown&) = nullptr;
    /// Makes the cards that its results give for a result of another experiment that is looked at
    /// in the same comparison.
    std::vector<CardValue> (*cards_beside)(const Shown&) = nullptr;
    /// Says the same of any cell in few words, beside its time; empty: nothing.
    std::string (*share_beside)(const Comparison&, const Row&, const ReportCell&,
                                const Text&) = nullptr;
    /// Makes a section about results of other experiments, for a report where its own results are
    /// only beside (Comparison::beside).
    std::optional<DocSection> (*section_beside)(const Comparison&, const ReportOptions&) = nullptr;
    /// Charts that hold results of other experiments against its own.
    std::vector<ChartValue> (*charts_beside)(const Shown&) = nullptr;
    /// A part of a call, with its operations and its traffic; of a network's call a layer, as
    /// counted. Empty: nobody can tell.
    struct Layer {
        std::string name;
        double flop = 0, bytes = 0;
    };
    std::vector<Layer> (*layers)(const Row&, const Params& variant) = nullptr;
    Columns (*columns)(const Comparison&) = nullptr;
    /// Adds its own to the report for programs.
    void (*add_json)(const Comparison&, Json& report) = nullptr;
    /// The unit in which its times are told; without it, one that suits them (time_unit.h).
    std::optional<TimeUnit> time_unit{};
    bool own_parts = false;  ///< has a table of where its time went
    /// Key: why a cell of that row which was measured has no time; null: nothing more to say.
    const char* (*untimed)(const Row& row) = nullptr;
    std::string cold_note{};  ///< key: what the first call is
    /// Returns the words on an event and on a result while the work goes on; empty: nothing.
    std::string (*told)(const EventRecord& event, const Text& text) = nullptr;
    std::string (*outcome)(const ResultRecord& result, const Text& text) = nullptr;
    /// Returns the value so far of a metric of a cell without a result; empty: nothing is known.
    std::string (*so_far)(const ReportCell&, std::string_view metric, const Text&) = nullptr;
    /// Returns further remarks on a result, a line each.
    std::vector<std::string> (*notes)(const Params& work, const ReportCell&,
                                      const Labels&) = nullptr;
    /// Returns the subject of a plan, in few words for a list of files; without it, or where that
    /// is empty, the name of the experiment stands there.
    std::string (*plan_title)(const Plan& plan, const Text& text) = nullptr;
    /// Says the same in a sentence, for the page that offers to measure it, on a GPU as well or on
    /// a CPU alone.
    std::string (*plan_sentence)(const Plan& plan, bool gpu, const Text& text) = nullptr;
    /// Makes metrics of what a result says otherwise. Files of earlier versions get them when they
    /// are read; where a result has a metric of that name, its own counts.
    std::vector<Metric> (*metrics)(const ResultRecord& result) = nullptr;
};

/// Returns the views of the experiments in a comparison, each once, in the order of its rows. The
/// view of an experiment that brings none is plainView().
[[nodiscard]] std::vector<const View*> viewsOf(const Comparison& comparison);
/// Returns those views and the ones of Comparison::beside: all that may say something of results
/// that are not theirs.
[[nodiscard]] std::vector<const View*> viewsBeside(const Comparison& comparison);
/// Returns their further tables, each once, and behind them those that any files may have: how the
/// machines stood ("monitor").
[[nodiscard]] std::vector<View::Table> furtherTablesOf(const Comparison& comparison);
[[nodiscard]] const View& viewOf(const Comparison& comparison, const Row& row);

/// A table of the cases with a column for each variant, and its chart over the first axis that was
/// swept, or bars.
[[nodiscard]] const View& plainView();

}  // namespace duelo
