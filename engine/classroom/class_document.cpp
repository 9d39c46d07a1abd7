// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include "classroom/class_tables.h"
#include "report/labels.h"
#include "report/report_words.h"
#include "report/time_unit.h"

namespace duelo {
namespace {

constexpr std::size_t kMostLeftOut = 200;  // listed by name
const char* const kNothing = "–";

class ClassComposer {
public:
    ClassComposer(const Classroom& classroom, const FindSpec& find, const ClassOptions& options)
        : m_classroom(classroom), m_find(find), m_options(options), m_text(options.text()) {}

    Document document() {
        const auto charts = m_classroom.charts(m_options.filter);
        Document out;
        out.language = m_text.language();
        out.numbers = m_text.numbers();
        out.title = t("title");
        DocSection times{t("times_heading"), {}, false}, ratios{t("ratio_heading"), {}, false};
        for (const auto& chart : charts) {
            const ChartNames names = chartNames(m_classroom, chart, m_find, m_text);
            m_unit = classUnit(m_classroom, chart, m_options.filter);
            times.blocks.emplace_back(
                DocParagraph{headlineOf(m_classroom, chart, m_find, m_options), true, false});
            times.blocks.emplace_back(timesTable(chart, names));
            times.blocks.emplace_back(boxTable(chart, names));
            if (DocTable table = ratioTable(chart, names); !table.rows.empty())
                ratios.blocks.emplace_back(std::move(table));
        }
        times.blocks.insert(times.blocks.begin(), DocParagraph{t("intro"), false, false});
        if (!m_options.names)
            times.blocks.emplace_back(DocParagraph{t("names_hidden"), false, false});
        out.sections.push_back(std::move(times));
        const auto add = [&](const char* heading, DocTable table) {
            if (!table.rows.empty())
                out.sections.push_back({t(heading), {std::move(table)}, false});
        };
        if (!ratios.blocks.empty()) out.sections.push_back(std::move(ratios));
        add("prediction_heading", predictionTable());
        add("wall_heading", wallTable());
        add("left_heading", leftTable());
        return out;
    }

private:
    [[nodiscard]] std::string t(const std::string& key, const Json& args = Json::object()) const {
        return m_text("class." + key, args);
    }

    [[nodiscard]] DocTable table(const char* id, std::string title,
                                 std::initializer_list<const char*> columns,
                                 std::initializer_list<const char*> numeric) {
        DocTable out;
        out.id = id + std::to_string(++m_tables);
        out.title = std::move(title);
        for (const char* code : columns) {
            const bool student = std::string_view(code) == "student";
            if (student && !m_options.names) continue;
            out.columns.push_back(t(std::string("column_") + code, {{"unit", m_unit.symbol}}));
            out.numeric.push_back(
                std::ranges::find(numeric, std::string_view(code), [](const char* c) {
                    return std::string_view(c);
                }) != numeric.end());
        }
        return out;
    }

    [[nodiscard]] DocCell figure(double value, int decimals) const {
        return {formatFixed(value, decimals, m_text.numbers()), value, decimals, false};
    }
    [[nodiscard]] DocCell time(double ms) const { return timeCell(ms, m_unit, m_text.numbers()); }
    [[nodiscard]] std::string intervalText(const std::optional<Interval>& ci, double scale,
                                           int decimals) const {
        if (!ci) return m_text("report.no_interval");
        const auto end = [&](double value) {
            return formatFixed(value * scale, decimals, m_text.numbers());
        };
        return m_text("report.interval", {{"low", end(ci->low)}, {"high", end(ci->high)}});
    }
    [[nodiscard]] std::string causeText(const Reason& reason) const {
        return m_text.has("cause." + reason.code)
                   ? m_text.word("cause", reason.code)
                   : shownReason(m_classroom, reason, m_options.names, m_text);
    }

    /// Seat and, where names are asked for, student.
    [[nodiscard]] std::vector<DocCell> seatCells(const ClassSeat& seat) const {
        std::string name = seat.name;
        if (!seat.room.empty()) name = seat.room + " · " + name;
        std::vector<DocCell> cells{words(visibleText(name))};
        if (m_options.names) cells.push_back(words(visibleText(seat.student)));
        return cells;
    }

    /// Calls `row` for each mark of a chart that is looked at, seat by seat.
    template <typename F>
    void forEachMark(std::span<const std::size_t> chart, const F& row) const {
        for (const ClassSeat& seat : m_classroom.seats()) {
            if (!m_options.filter.takes(seat)) continue;
            for (std::size_t i = 0; i < chart.size(); ++i) {
                const auto mark = seat.marks.find(chart[i]);
                if (mark != seat.marks.end() && m_options.filter.takes(mark->second))
                    row(seat, mark->second, i);
            }
        }
    }

    void addSide(std::vector<DocCell>& cells, const std::optional<ClassTime>& side,
                 const std::optional<Reason>& why) const {
        if (!side) {
            cells.push_back(words(kNothing));
            cells.push_back(words(why ? causeText(*why) : kNothing));
            return;
        }
        cells.push_back(time(side->median_ms));
        std::string interval = intervalText(side->ci95_ms, m_unit.per_ms,
                                            decimalsFor(side->median_ms * m_unit.per_ms));
        for (const std::string& flag : side->doubts) interval += "; " + m_text.word("flag", flag);
        cells.push_back(words(std::move(interval)));
    }

    DocTable timesTable(std::span<const std::size_t> chart, const ChartNames& names) {
        DocTable out =
            table("class_times", t("times_title", {{"chart_name", names.chart}}),
                  {"seat", "student", "case", "cpu", "cpu_ci", "gpu", "gpu_ci", "differs"},
                  {"cpu", "gpu"});
        forEachMark(chart, [&](const ClassSeat& seat, const ClassMark& mark, std::size_t i) {
            std::vector<DocCell> cells = seatCells(seat);
            cells.push_back(words(names.cases[i]));
            addSide(cells, mark.row->cpu, mark.row->why_no_cpu);
            addSide(cells, mark.row->gpu, mark.row->why_no_gpu);
            cells.push_back(words(differsText(seat, chart[i])));
            out.rows.push_back(std::move(cells));
        });
        return out;
    }

    [[nodiscard]] std::string differsText(const ClassSeat& seat, std::size_t number) const {
        std::string out;
        for (const SeatDifference& one : m_differences.of(seat, number))
            out += (out.empty() ? "" : "; ") + t("differs", {{"property_text", one.title},
                                                             {"own_text", one.own},
                                                             {"usual_text", one.usual}});
        return out.empty() ? t("differs_none") : out;
    }

    DocTable boxTable(std::span<const std::size_t> chart, const ChartNames& names) {
        DocTable out = table("class_box", t("box_title", {{"chart_name", names.chart}}),
                             {"case", "side", "count", "low", "q1", "median", "q3", "high"},
                             {"count", "low", "q1", "median", "q3", "high"});
        for (std::size_t i = 0; i < chart.size(); ++i)
            for (const Device device : {Device::Cpu, Device::Cuda}) {
                const auto box = boxOf(m_classroom.times(chart[i], device, m_options.filter));
                if (!box) continue;
                out.rows.push_back(
                    {words(names.cases[i]), words(m_text.word("device", word(device))),
                     figure(static_cast<double>(box->count), 0), time(box->low), time(box->q1),
                     time(box->median), time(box->q3), time(box->high)});
            }
        return out;
    }

    DocTable ratioTable(std::span<const std::size_t> chart, const ChartNames& names) {
        DocTable out =
            table("class_ratio", t("ratio_title", {{"chart_name", names.chart}}),
                  {"seat", "student", "case", "ratio", "ratio_ci", "verdict"}, {"ratio"});
        forEachMark(chart, [&](const ClassSeat& seat, const ClassMark& mark, std::size_t i) {
            const ClassRow& row = *mark.row;
            if (!row.cpu || !row.gpu) return;
            std::vector<DocCell> cells = seatCells(seat);
            cells.push_back(words(names.cases[i]));
            if (row.ratio) {
                const int decimals = decimalsFor(row.ratio->ratio);
                cells.push_back(figure(row.ratio->ratio, decimals));
                cells.push_back(words(intervalText(row.ratio->ci95, 1, decimals)));
                std::string verdict = m_text.word("verdict", verdictName(row.ratio->verdict));
                if (row.ratio->verdict == Verdict::Inconclusive)
                    verdict += ": " + m_text.word("doubt", doubtName(row.ratio->doubt));
                cells.push_back(words(std::move(verdict)));
            } else {
                cells.push_back(words(kNothing));
                cells.push_back(words(kNothing));
                cells.push_back(words(m_text.reason(*row.why_no_ratio)));
            }
            out.rows.push_back(std::move(cells));
        });
        out.notes = {t("ratio_note")};
        return out;
    }

    [[nodiscard]] bool takesCaseOf(const ClassPrediction& one) const {
        const auto number = m_classroom.find(one.of);
        return number && m_options.filter.takesCase(*number);
    }

    DocTable predictionTable() {
        DocTable out = table("class_prediction", t("prediction_title"),
                             {"seat", "student", "question", "predicted", "measured", "met"}, {});
        for (const ClassSeat& seat : m_classroom.seats()) {
            if (!m_options.filter.takes(seat)) continue;
            for (const ClassPrediction& one : predictionsOf(m_classroom, seat)) {
                const PredictionOutcome& outcome = one.outcome;
                if (outcome.predicted.empty() || !takesCaseOf(one)) continue;
                std::vector<DocCell> cells = seatCells(seat);
                cells.push_back(words(questionWords(one, m_text)));
                cells.push_back(words(answerWords(outcome.predicted, m_text)));
                std::string measured;
                for (const std::string& answer : outcome.measured)
                    measured += (measured.empty() ? "" : "; ") + answerWords(answer, m_text);
                if (outcome.factor && !measured.empty())
                    measured += " (× " +
                                formatSignificant(outcome.factor->ratio, 3, m_text.numbers()) + ")";
                if (measured.empty() && outcome.why) measured = m_text.reason(*outcome.why);
                cells.push_back(words(std::move(measured)));
                const auto met = outcome.met();
                cells.push_back(words(!met   ? kNothing
                                      : *met ? m_text("prediction.met")
                                             : m_text("prediction.not_met")));
                out.rows.push_back(std::move(cells));
            }
        }
        return out;
    }

    DocTable wallTable() {
        DocTable out = table("class_wall", t("wall_title"),
                             {"seat", "student", "verdict", "machine", "driver", "fix"}, {});
        for (const WallSeat& one : wallOf(m_classroom)) {
            if (!m_options.filter.takes(*one.seat)) continue;
            std::vector<DocCell> cells = seatCells(*one.seat);
            cells.push_back(words(m_text.word("class_verdict", word(one.verdict))));
            std::string machine = one.cpu;
            if (!one.gpu.empty()) machine += (machine.empty() ? "" : "; ") + one.gpu;
            cells.push_back(words(visibleText(machine)));
            cells.push_back(words(visibleText(one.driver)));
            std::string fixes;
            for (const Reason& reason : one.reasons)
                fixes += (fixes.empty() ? "" : " ") + m_text.reason(reason);
            cells.push_back(words(std::move(fixes)));
            out.rows.push_back(std::move(cells));
        }
        return out;
    }

    DocTable leftTable() {
        DocTable out = table("class_left", t("left_title"), {"file", "reason"}, {});
        for (const LeftOut& one : m_classroom.leftOut(kMostLeftOut))
            out.rows.push_back(
                {words(shownName(m_classroom, one.place, m_options.names)),
                 words(shownReason(m_classroom, one.reason, m_options.names, m_text))});
        if (const std::size_t all = m_classroom.leftOutCount(); all > kMostLeftOut)
            out.notes = {t("left_more", {{"count", all - kMostLeftOut}})};
        return out;
    }

    const Classroom& m_classroom;
    const FindSpec& m_find;
    const ClassOptions& m_options;
    const Text m_text;
    const ClassDifferences m_differences{m_classroom, m_text};
    int m_tables = 0;
    TimeUnit m_unit{};  ///< of the chart whose tables are made
};

}  // namespace

std::string questionWords(const ClassPrediction& prediction, const Text& text) {
    return text("class." + prediction.outcome.question.id);
}

std::string answerWords(const std::string& answer, const Text& text) {
    if (answer == "base" || answer == "other") return text("class.answer_" + answer);
    return text.word("prediction_answer", answer);
}

Document composeClass(const Classroom& classroom, const FindSpec& find,
                      const ClassOptions& options) {
    return ClassComposer(classroom, find, options).document();
}

}  // namespace duelo
