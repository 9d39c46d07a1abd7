// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plan/axis.h"
#include "report/document.h"
#include "report/shown.h"

/// The layout of an experiment's results, as data: names, tables, charts, answers and sections of a
/// document follow from it. Anything that no data can express (a lesson, a fit, a picture) is a
/// function here or in the View.
namespace duelo {

struct Spec;
struct View;

/// Says when a part of a name stands in a line of progress, which has no room for all.
enum class Brief { Always, Unusual, Never };

/// A part of a case's name: "224 px", "Monte Carlo".
struct NamedAxis {
    std::string axis;
    bool if_unusual = false;  ///< only where its value is another than the usual one
    /// Says the part where no rule can; empty: the name goes without it.
    std::string (*say)(const Params& work, const Text& text) = nullptr;
    Brief brief = Brief::Always;
};

/// A case axis in which the cases of one table differ; the others make tables of their own.
struct RowAxis {
    std::string axis;
    std::vector<When> when{};  ///< all hold for a case, or the axis makes tables for it
    /// Say the head of a row of a table, and the row in sentences and charts, by what was measured.
    /// Without them: the value.
    std::string (*cell)(const Row& row, const Text& text) = nullptr;
    std::string (*name)(const Row& row, const Text& text) = nullptr;

    // NOLINTNEXTLINE(google-explicit-constructor): most are a name alone
    RowAxis(const char* id) : axis(id) {}
    RowAxis(std::string id, std::vector<When> conditions, decltype(cell) inTable = nullptr,
            decltype(name) inSentence = nullptr)
        : axis(std::move(id)), when(std::move(conditions)), cell(inTable), name(inSentence) {}
};

/// A table of a document: a row for each case, for each variant a column of each figure. Its title
/// is the text `title`; without one, that of the cases (titleOfTable()).
struct FigureTable {
    /// ASCII, the same in every version: reports cite "<id>-<number>", or "<id>" of an experiment
    /// whose cases make no tables. Empty: "results-<experiment>".
    std::string id{};
    std::vector<Figure> figures{Figure{}};
    std::string title{};
    std::string note{};  ///< key of a sentence below it; empty: none
    /// Makes a sentence more of what it shows; empty: none.
    std::string (*say_note)(const Shown&) = nullptr;
    /// A row for each cell, its variant in a column. So are tables most of whose places would be
    /// empty.
    bool lines = false;
    /// The handout's two columns, the CPU and the GPU of the table, in place of all variants.
    bool pair = false;
};

/// A sentence of the section "method": a key of the texts, which may name the {version} and the
/// {preset} of the protocol, and for which measured cells it counts.
struct MethodLine {
    std::string key{};
    std::vector<When> when{};  ///< all hold for its case and variant
    /// Tells it of the cell; of times that somebody brought no line counts.
    bool (*counts)(const ReportCell&) = nullptr;
    /// Makes the sentence in place of the key; empty: none.
    std::string (*say)(const Comparison&, const Labels&) = nullptr;
};

/// Says whether one machine's CPU and GPU are compared, or several machines (MethodLine::say).
[[nodiscard]] std::string machinesLine(const Comparison& comparison, const Labels& labels);

struct Layout {
    /// The parts of a name, in its order. Empty: all values.
    std::vector<NamedAxis> name{};
    std::vector<RowAxis> rows{};  ///< empty: its cases make no tables, and stand together
    std::vector<FigureTable> tables{};
    /// The section "<experiment>.method_heading", with the pictures of the lessons.
    std::vector<MethodLine> method{};
    /// Keys of what is said of the last measured case of a table, and of any result where it is
    /// pointed at, with caseArgs(); the former also with {variant_name}. Empty: nothing.
    std::string answer{}, note{};
    /// Number of questions that a card asks: the texts "<experiment>.question_1" and so on, below
    /// "<experiment>.questions_title".
    int questions = 0;
};

/// Returns what a file is called that a value of this axis names: without its folder, a word of the
/// axis in words.
[[nodiscard]] std::string fileName(const Axis& axis, const std::string& value, const Text& text);
/// A value of an axis in words: the text "case.<axis>" where the experiment has one ("{samples}
/// samples"), else as its kind has it: "64 KiB", "224 px", the word, the name of a file.
[[nodiscard]] std::string axisValueName(const Axis& axis, const Json& value, const Text& text);

/// Returns the parts of a case's name, by its layout, else all its values. `spec` is null where
/// this Duelo does not know the experiment. `brief`: those of a line of progress.
[[nodiscard]] std::vector<std::string> casePartsOf(const Spec* spec, const Params& work,
                                                   const Text& text, bool brief = false);
/// Returns what the cases of a table have in common; nothing where the experiment makes no tables.
[[nodiscard]] std::optional<Params> commonOf(const View& view, const Params& work);
/// Returns the axes that tell a case from the others of its table.
[[nodiscard]] std::vector<const RowAxis*> rowAxesOf(const View& view, const Params& work);
/// Returns what tells a row from the others of its table: "224 px"; without tables, its name.
[[nodiscard]] std::string rowName(const Row& row, const Labels& labels);
/// The title of the tables of an experiment: the text "<experiment>.table" with {<axis>} in words,
/// else the experiment's name.
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
/// which the rows differ.
[[nodiscard]] std::vector<ChartValue> chartsOf(const ChartTab& tab, const Shown& shown);

/// The answers and the sections of the experiments of this View.
[[nodiscard]] std::vector<std::string> answersOf(const View& view, const Comparison& comparison,
                                                 const ReportOptions& options);
[[nodiscard]] std::vector<DocSection> sectionsOf(const View& view, const Comparison& comparison,
                                                 const ReportOptions& options);

}  // namespace duelo
