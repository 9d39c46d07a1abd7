// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/axis.h"
#include "report/document.h"
#include "report/shown.h"

/// How the results of an experiment are laid out, as data: names, tables, charts and sections of a
/// document follow from it. What no data can say (a lesson, a fit, a picture) is a function of the
/// View.
namespace duelo {

struct Spec;
struct View;

/// An axis that a case is named by: "224 px", "Monte Carlo".
struct NamedAxis {
    std::string axis;
    bool if_unusual = false;  ///< only where its value is another than the usual one
};

/// A table of a document: a row for each case, for each variant a column of each figure. Its title
/// is the text `title`; without one, that of the cases (tableTitleOf()).
struct FigureTable {
    std::string id;  ///< ASCII, the same in every version: reports cite "<id>-<number>"
    std::vector<Figure> figures{Figure{}};
    std::string title{};
    std::string note{};  ///< key of a sentence below it; empty: none
};

/// A sentence of the section "method": a key of the texts, and for which measurements it counts.
struct MethodLine {
    std::string key;
    std::vector<When> when{};  ///< all hold for a case and variant that is shown
};

struct Layout {
    /// The axes of a name, in its order. Empty: the View names cases by itself.
    std::vector<NamedAxis> name{};
    /// Case axes in which the cases of one table differ; the others make tables of their own.
    std::vector<std::string> rows{};
    std::vector<FigureTable> tables{};
    /// The section "<experiment>.method_heading", with the pictures of the lessons.
    std::vector<MethodLine> method{};
    /// Keys of what is said of the last measured case of a table, and of any result where it is
    /// pointed at, with caseArgs(); empty: nothing.
    std::string answer{}, note{};
    /// How many questions a card asks: the texts "<experiment>.question_1" and so on, below
    /// "<experiment>.questions_title".
    int questions = 0;
};

/// A value of an axis in words: the text "case.<axis>" where the experiment has one ("{samples}
/// samples"), else as its kind has it: "64 KiB", "224 px", the word, the name of a file.
[[nodiscard]] std::string axisValueName(const Axis& axis, const Json& value, const Text& text);

/// The parts of a case's name: by its layout, else as its View has them, else all its values.
/// `spec` is null where this Duelo does not know the experiment.
[[nodiscard]] std::vector<std::string> casePartsOf(const Spec* spec, const Params& work,
                                                   const Text& text);
/// Returns what the cases of a table have in common; nothing where the experiment makes no tables.
[[nodiscard]] std::optional<Params> commonOf(const View& view, const Params& work);
/// The title of the tables of an experiment: as its View has it, else the text "<experiment>.table"
/// with {<axis>} in words, else the experiment's name.
[[nodiscard]] std::string tableTitleOf(const Spec* spec, const Params& work, const Text& text);

/// Returns what a sentence about a case may name: {<axis>} and {case_name} in words, {common},
/// which is what its table has in common, and, of a result, {<metric>} in the digits of its
/// interval, with its unit.
[[nodiscard]] Json caseArgs(const Spec& spec, const Params& work, const ResultRecord* result,
                            const Text& text);
/// Returns what is said of a result in a line each: Layout::note and View::notes.
[[nodiscard]] std::vector<std::string> notesOf(const Spec* spec, const Params& work,
                                               const ReportCell& cell, const Labels& labels);

/// Returns the charts of a tab: what it makes by itself, else its figure over the first axis in
/// which the rows of the table differ.
[[nodiscard]] std::vector<ChartValue> chartsOf(const ChartTab& tab, const Shown& shown);

/// The answers and the sections of the experiments of this View.
[[nodiscard]] std::vector<std::string> answersOf(const View& view, const Comparison& comparison,
                                                 const ReportOptions& options);
[[nodiscard]] std::vector<DocSection> sectionsOf(const View& view, const Comparison& comparison,
                                                 const ReportOptions& options);

}  // namespace duelo
