// SPDX-License-Identifier: Apache-2.0
#include "experiments/program/view.h"

#include <algorithm>
#include <utility>

#include "experiments/program/params.h"
#include "report/plain_parts.h"

namespace duelo {

namespace {

/// More than this is the work of several threads; less than its inverse is waiting.
constexpr double kPlainlyBusy = 1.2;
constexpr int kBusyDecimals = 2;
constexpr int kMostQuestions = 4;

std::vector<std::string> programCaseParts(const Params& work, const Text& text) {
    const ProgramCase found = programCase(work);
    std::vector<std::string> parts{
        found.n ? text("program.case_n",
                       {{"n_text", formatFixed(static_cast<double>(*found.n), 0, text.numbers())}})
                : text("program.case_plain")};
    if (found.same_output) parts.push_back(text("program.case_same"));
    return parts;
}

std::string programShortName(const Params& work, const Text& text) {
    return programCaseParts(work, text).front();
}

Json figureArgs(const ProcessFigures& figures, const Labels& labels) {
    const Text& text = labels.text();
    return {{"process", labels.timeText(figures.process_ms, figures.process_ci95_ms)},
            {"cpu", labels.timeText(figures.cpu_ms)},
            {"busy", formatFixed(figures.busy(), kBusyDecimals, text.numbers())},
            {"memory", figures.peak_bytes
                           ? formatBytes(static_cast<double>(*figures.peak_bytes), text.numbers())
                           : text("program.unknown")}};
}

std::vector<std::string> programNotes(const Params&, const ReportCell& cell, const Labels& labels) {
    const auto figures = processFigures(cell);
    if (!figures) return {};
    return {labels.text()("program.note", figureArgs(*figures, labels))};
}

/// What the processor did in that time.
std::string busyLine(const ProcessFigures& figures, const Labels& labels) {
    const char* key = figures.busy() > kPlainlyBusy       ? "program.busy_threads"
                      : figures.busy() < 1 / kPlainlyBusy ? "program.busy_waits"
                                                          : "program.busy_one";
    return labels.text()(key, figureArgs(figures, labels));
}

CardValue processCard(const ProcessFigures& figures, const std::string& name,
                      const Labels& labels) {
    const Text& text = labels.text();
    Json args = figureArgs(figures, labels);
    args["variant_name"] = name;
    CardValue card{.id = "program_process", .title = text("program.card_title", args)};
    card.lines = {text("program.card_process", args), busyLine(figures, labels)};
    if (figures.start_ms) {
        args["start"] = labels.timeText(*figures.start_ms);
        card.lines.push_back(text("program.card_start", args));
    }
    if (figures.told_ms) {
        args["told"] = labels.timeText(*figures.told_ms, figures.told_ci95_ms);
        args["outside"] = labels.timeText(std::max(0.0, figures.process_ms - *figures.told_ms));
        card.lines.push_back(text(
            figures.told_ms > figures.process_ms ? "program.card_told_more" : "program.card_told",
            args));
    }
    return card;
}

/// The chosen result's, and what to ask of it: what the report's author asked, and the handout.
std::vector<CardValue> programCards(const Shown& shown) {
    const Text& text = shown.labels.text();
    std::vector<CardValue> cards;
    if (const auto column = shown.chosenColumn())
        if (const auto figures = processFigures(shown.chosenRow()->cells[*column]))
            cards.push_back(processCard(*figures, shown.labels.columnName(*column), shown.labels));
    CardValue questions{.id = "program_questions", .title = text("program.questions_title")};
    for (int i = 1; i <= kMostQuestions; ++i)
        questions.lines.push_back(text("program.question_" + std::to_string(i)));
    cards.push_back(std::move(questions));
    return cards;
}

}  // namespace

const View& programView() {
    static const View view{.title = "program.title",
                           .case_parts = programCaseParts,
                           .short_name = programShortName,
                           .answers = answersOf<ProgramView>,
                           .sections = sectionsOf<ProgramView>,
                           .cards = programCards,
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

std::vector<std::string> ProgramView::answers() const {
    std::vector<std::string> out = plainAnswers(m_c, m_options, "program");
    for (const Row& row : m_c.rows) {
        if (row.experiment != "program") continue;
        for (const ReportCell& cell : row.cells)
            if (const auto figures = processFigures(cell)) {
                Json args = figureArgs(*figures, *this);
                args["variant_name"] = columnName(cell.column);
                args["case_name"] = caseName(row);
                out.push_back(t("program.answer", args));
            }
        break;  // of one case; the table has all
    }
    return out;
}

std::vector<DocSection> ProgramView::sections() const {
    std::vector<DocSection> out = plainSections(m_c, m_options, "program");
    DocTable processes = processTable();
    if (!processes.rows.empty())
        out.push_back({t("program.process_heading"), {std::move(processes)}, false});
    return out;
}

DocTable ProgramView::processTable() const {
    DocTable out;
    out.id = "program-processes";
    out.title = t("program.process_title");
    out.columns = {t("report.column_case"),
                   t("report.column_variant"),
                   timeColumn("program.column_process"),
                   timeColumn("program.column_cpu"),
                   t("program.column_busy"),
                   t("program.column_memory")};
    out.numeric = {false, false, true, true, true, true};
    std::vector<const Row*> cases;
    for (const Row& row : m_c.rows) {
        if (row.experiment != "program") continue;
        for (const ReportCell& cell : row.cells) {
            const auto figures = processFigures(cell);
            if (!figures) continue;
            constexpr double kMebi = 1 << 20;
            const auto memory =
                figures->peak_bytes
                    ? std::optional(static_cast<double>(*figures->peak_bytes) / kMebi)
                    : std::nullopt;
            out.rows.push_back({words(caseName(row)), words(columnName(cell.column)),
                                time(figures->process_ms, figures->process_ci95_ms),
                                time(figures->cpu_ms), figure(figures->busy(), kBusyDecimals),
                                figure(memory, decimalsFor(memory.value_or(0)))});
            cases.push_back(&row);
        }
    }
    nameCases(out, cases);
    out.notes.push_back(t("program.process_note"));
    return out;
}

}  // namespace duelo
