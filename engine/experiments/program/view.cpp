// SPDX-License-Identifier: Apache-2.0
#include "experiments/program/view.h"

#include <algorithm>
#include <utility>

#include "experiments/program/params.h"
#include "report/report_words.h"

namespace duelo {

namespace {

/// More than this is the work of several threads, which a program may have though its text starts
/// none (S4-M08); less than its inverse is waiting.
constexpr double kPlainlyBusy = 1.2;
constexpr int kBusyDecimals = 2;
constexpr double kMebi = 1 << 20;

std::string numberName(const Params& work, const Text& text) {
    const auto n = programCase(work).n;
    if (!n) return text("program.case_plain");
    return text("case.number",
                {{"number", formatFixed(static_cast<double>(*n), 0, text.numbers())}});
}

Json figureArgs(const ProcessFigures& figures, const Labels& labels) {
    const NumberStyle numbers = labels.text().numbers();
    return {{"process", labels.timeText(figures.process_ms, figures.process_ci95_ms)},
            {"cpu", labels.timeText(figures.cpu_ms)},
            {"busy", formatFixed(figures.busy(), kBusyDecimals, numbers)},
            {"memory", figures.peak_bytes ? formatBytes(*figures.peak_bytes, numbers)
                                          : labels.text()("program.unknown")}};
}

std::vector<std::string> programNotes(const Params&, const ReportCell& cell, const Labels& labels) {
    const auto figures = processFigures(cell);
    if (!figures) return {};
    return {labels.text()("program.note", figureArgs(*figures, labels))};
}

/// A figure of the process of a cell, where it has one.
template <auto Of>
DocCell processCell(const Row&, const ReportCell& cell, const Labels& labels) {
    const auto figures = processFigures(cell);
    return figures ? Of(*figures, CellWords(labels)) : words("–");
}

/// Makes the chart of one case; the table has all.
std::vector<std::string> processAnswers(const Shown& shown) {
    std::vector<std::string> answers;
    for (const ReportCell& cell : shown.chosenRow()->cells)
        if (const auto figures = processFigures(cell)) {
            Json args = figureArgs(*figures, shown.labels);
            args["variant_name"] = shown.labels.columnName(cell.column);
            args["case_name"] = shown.labels.caseName(*shown.chosenRow());
            std::string answer = shown.labels.text()("program.answer", args);
            if (figures->busy() > kPlainlyBusy)
                answer += " " + shown.labels.text()("program.busy_blas");
            answers.push_back(std::move(answer));
        }
    return answers;
}

/// Tells how long the process of the chosen result took, and what the processor did meanwhile.
std::vector<CardValue> processCards(const Shown& shown) {
    const auto column = shown.chosenColumn();
    const auto figures = column ? processFigures(shown.chosenRow()->cells[*column]) : std::nullopt;
    if (!figures) return {};
    const Text& text = shown.labels.text();
    const double process_ms = figures->process_ms;
    Json args = figureArgs(*figures, shown.labels);
    args["variant_name"] = shown.labels.columnName(*column);
    CardValue card{.id = "program_process", .title = text("program.card_title", args)};
    card.lines = {text("program.card_process", args),
                  text(figures->busy() > kPlainlyBusy       ? "program.busy_threads"
                       : figures->busy() < 1 / kPlainlyBusy ? "program.busy_waits"
                                                            : "program.busy_one",
                       args)};
    if (figures->busy() > kPlainlyBusy) card.lines.push_back(text("program.busy_blas"));
    if (figures->start_ms) {
        args["start"] = shown.labels.timeText(*figures->start_ms);
        card.lines.push_back(text("program.card_start", args));
    }
    if (const auto told_ms = figures->told_ms) {
        args["told"] = shown.labels.timeText(*told_ms, figures->told_ci95_ms);
        args["outside"] = shown.labels.timeText(std::max(0.0, process_ms - *told_ms));
        card.lines.push_back(
            text(told_ms > process_ms ? "program.card_told_more" : "program.card_told", args));
    }
    return {std::move(card)};
}

}  // namespace

const View& programView() {
    using Of = const ProcessFigures&;
    static const std::vector<Figure> figures{
        {"process_ms", processCell<[](Of of, const CellWords& in) {
             return in.time(of.process_ms, of.process_ci95_ms);
         }>},
        {"cpu_ms", processCell<[](Of of, const CellWords& in) { return in.time(of.cpu_ms); }>},
        {"busy", processCell<[](Of of, const CellWords& in) {
             return in.figure(of.busy(), kBusyDecimals);
         }>},
        {"peak_mib", processCell<[](Of of, const CellWords& in) {
             const double mebibytes = of.peak_bytes.value_or(0) / kMebi;
             return of.peak_bytes ? in.figure(mebibytes, decimalsFor(mebibytes)) : words("–");
         }>}};
    static const View view{
        .title = "program.title",
        .layout = {.name = {{.axis = "number", .say = numberName},
                            {.axis = "same_output", .if_unusual = true, .brief = Brief::Never}},
                   .tables = {{},
                              {.id = "program-processes",
                               .figures = figures,
                               .title = "program.process_title",
                               .note = "program.process_note",
                               .lines = true}},
                   .questions = 4},
        .table_answers = processAnswers,
        .charts = {{.id = "lines", .can_be_log = true}},
        .cards = processCards,
        .time_unit = inMilliseconds(),
        .cold_note = "program.cold_note",
        .notes = programNotes};
    return view;
}

std::optional<ProcessFigures> processFigures(const ReportCell& cell) {
    if (!cell.timed()) return std::nullopt;
    const Parts& parts = cell.result.parts;
    const auto user = partMs(parts, "user"), system = partMs(parts, "system");
    if (!user || !system) return std::nullopt;
    const auto process = partMs(parts, "process");
    const Summary& summary = *cell.result.summary;
    ProcessFigures figures{.process_ms = process.value_or(summary.median_ms),
                           .cpu_ms = *user + *system,
                           .start_ms = partMs(parts, "start"),
                           .peak_bytes = cell.result.peak_bytes};
    if (process) {
        figures.told_ms = summary.median_ms;
        figures.told_ci95_ms = summary.ci95_ms;
    } else {
        figures.process_ci95_ms = summary.ci95_ms;
    }
    if (!(figures.process_ms > 0)) return std::nullopt;  // of a file that anybody wrote
    return figures;
}

}  // namespace duelo
