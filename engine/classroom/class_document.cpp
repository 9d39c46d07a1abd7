// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include "classroom/class_tables.h"
#include "classroom/submission.h"
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
            m_series = seriesNames(m_classroom, chart, m_find, m_text);
            m_unit = classUnit(m_classroom, chart, m_find, m_options.filter);
            const auto sides = m_classroom.sides(chart, m_options.filter);
            times.blocks.emplace_back(
                DocParagraph{headlineOf(m_classroom, chart,
                                        sides.empty() ? std::nullopt : std::optional(sides.front()),
                                        m_find, m_options),
                             true, false});
            times.blocks.emplace_back(timesTable(chart, names));
            times.blocks.emplace_back(boxTable(chart, names));
            for (const ClassSides& one : sides)
                if (DocTable table = ratioTable(chart, one, names); !table.rows.empty())
                    ratios.blocks.emplace_back(std::move(table));
        }
        times.blocks.insert(times.blocks.begin(), {DocParagraph{t("intro"), false, false},
                                                   DocParagraph{sealNote(m_text), false, false}});
        if (!m_options.names)
            times.blocks.emplace_back(DocParagraph{t("names_hidden"), false, false});
        out.sections.push_back(std::move(times));
        const auto add = [&](const char* heading, DocTable table) {
            if (!table.rows.empty())
                out.sections.push_back({m_text(heading), {std::move(table)}, false});
        };
        add("submission.heading", submissionTable());
        if (!ratios.blocks.empty()) out.sections.push_back(std::move(ratios));
        add("class.far_heading", farTable());
        add("class.prediction_heading", predictionTable());
        add("class.wall_heading", wallTable());
        add("class.brought_heading", broughtTable());
        add("class.left_heading", leftTable());
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
        return {formatFixed(value, decimals, m_text.numbers()), value, decimals};
    }
    [[nodiscard]] DocCell time(double ms,
                               const std::optional<Interval>& ci_ms = std::nullopt) const {
        return timeCell(ms, ci_ms, m_unit, m_text.numbers());
    }
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

    [[nodiscard]] DocCell interval(const ClassTime& time) const {
        std::string text = intervalText(
            time.ci95_ms, m_unit.per_ms,
            decimalsFor(m_unit.of(time.median_ms), scaled(time.ci95_ms, m_unit.per_ms)));
        for (const std::string& flag : time.doubts) text += "; " + m_text.word("flag", flag);
        return words(std::move(text));
    }

    [[nodiscard]] std::string withCommon(const std::string& chart) const {
        return m_series.common.empty() ? chart : chart + "; " + m_series.common;
    }

    DocTable timesTable(std::span<const std::size_t> chart, const ChartNames& names) {
        DocTable out =
            table("class_times", t("times_title", {{"chart_name", withCommon(names.chart)}}),
                  {"seat", "student", "case", "variant", "time", "ci", "differs"}, {"time"});
        const auto series = m_classroom.series(chart, m_options.filter);
        for (const ClassSeat& seat : m_classroom.seats())
            for (std::size_t i = 0; i < chart.size(); ++i) {
                if (!m_options.filter.looksAt(seat, chart[i])) continue;
                std::string differs = differsText(seat, chart[i]);
                for (const std::size_t variant : series)
                    addTime(out, seat, {chart[i], variant}, names.cases[i], differs);
            }
        return out;
    }

    /// A row for a time, or for why there is none; `differs` is told once for a seat and case.
    void addTime(DocTable& out, const ClassSeat& seat, ClassKey key, const std::string& name,
                 std::string& differs) const {
        const ClassMark* mark = m_options.filter.markOf(seat, key);
        const auto gap = seat.gaps.find(key);
        if (mark == nullptr && (gap == seat.gaps.end() || seat.marks.contains(key))) return;
        std::vector<DocCell> cells = seatCells(seat);
        cells.push_back(words(name));
        cells.push_back(words(m_series.series.at(key.variant)));
        cells.push_back(mark != nullptr ? time(mark->time->median_ms, mark->time->ci95_ms)
                                        : words(kNothing));
        cells.push_back(mark != nullptr ? interval(*mark->time) : words(causeText(gap->second)));
        cells.push_back(words(differs.empty() ? kNothing : std::exchange(differs, {})));
        out.rows.push_back(std::move(cells));
    }

    [[nodiscard]] std::string differsText(const ClassSeat& seat, std::size_t number) const {
        std::string out;
        for (const SeatDifference& one : m_differences.of(seat, number))
            out += (out.empty() ? "" : "; ") + t("differs", {{"property_text", one.title},
                                                             {"own_text", one.own},
                                                             {"usual_text", one.usual}});
        if (const std::string reserve = reserveText(seat, number); !reserve.empty())
            out += (out.empty() ? "" : "; ") + reserve;
        return out.empty() ? t("differs_none") : out;
    }
    /// Returns why the file of a seat counts with a reserve in that case; empty: it has none.
    [[nodiscard]] std::string reserveText(const ClassSeat& seat, std::size_t number) const {
        const auto reserve = m_reserves.find(seat.fileOf(number)->place);
        if (reserve == m_reserves.end()) return {};
        const std::string key = "class_left." + reserve->second.code;
        const std::string why =
            m_text.has(key) ? m_text(key, reserve->second.args)
                            : shownReason(m_classroom, reserve->second, m_options.names, m_text);
        return t("reserve", {{"why_text", why}});
    }

    DocTable boxTable(std::span<const std::size_t> chart, const ChartNames& names) {
        DocTable out = table("class_box", t("box_title", {{"chart_name", withCommon(names.chart)}}),
                             {"case", "variant", "count", "low", "q1", "median", "q3", "high"},
                             {"count", "low", "q1", "median", "q3", "high"});
        for (std::size_t i = 0; i < chart.size(); ++i)
            for (const std::size_t variant : m_classroom.series(chart, m_options.filter)) {
                const auto box = boxOf(m_classroom.times({chart[i], variant}, m_options.filter));
                if (!box) continue;
                out.rows.push_back({words(names.cases[i]), words(m_series.series.at(variant)),
                                    figure(static_cast<double>(box->count), 0), time(box->low),
                                    time(box->q1), time(box->median), time(box->q3),
                                    time(box->high)});
            }
        return out;
    }

    DocTable ratioTable(std::span<const std::size_t> chart, const ClassSides& sides,
                        const ChartNames& names) {
        const auto pair = sides.pair();
        if (!pair) return {};
        DocTable out =
            table("class_ratio",
                  t("ratio_title", {{"chart_name", names.chart},
                                    {"base_text", m_series.series.at(pair->base)},
                                    {"other_text", m_series.series.at(pair->other)}}),
                  {"seat", "student", "case", "ratio", "ratio_ci", "verdict"}, {"ratio"});
        for (const ClassSeat& seat : m_classroom.seats())
            for (std::size_t i = 0; i < chart.size(); ++i) {
                const ClassRatioMark* mark = m_options.filter.ratioOf(seat, chart[i], *pair);
                if (mark == nullptr) continue;
                std::vector<DocCell> cells = seatCells(seat);
                cells.push_back(words(names.cases[i]));
                addRatio(cells, *mark->ratio);
                out.rows.push_back(std::move(cells));
            }
        out.notes = {t("ratio_note")};
        for (std::size_t i = 0; i < chart.size(); ++i)
            if (const auto box = boxOf(m_classroom.ratios(chart[i], *pair, m_options.filter)))
                out.notes.push_back(t("ratio_box", {{"case_name", names.cases[i]},
                                                    {"n", box->count},
                                                    {"q1_text", ratioText(box->q1)},
                                                    {"median_text", ratioText(box->median)},
                                                    {"q3_text", ratioText(box->q3)}}));
        return out;
    }

    [[nodiscard]] std::string ratioText(double ratio) const {
        return formatSignificant(ratio, 3, m_text.numbers());
    }

    void addRatio(std::vector<DocCell>& cells, const ClassRatio& one) const {
        if (!one.estimate) {
            cells.push_back(words(kNothing));
            cells.push_back(words(kNothing));
            cells.push_back(words(m_text.reason(*one.why)));
            return;
        }
        const RatioEstimate& told = *one.estimate;
        const int decimals = decimalsFor(told.ratio, told.ci95);
        cells.push_back(figure(told.ratio, decimals));
        cells.push_back(words(intervalText(told.ci95, 1, decimals)));
        std::string verdict = m_text.word("verdict", verdictName(told.verdict));
        if (told.verdict == Verdict::Inconclusive) verdict += ": " + doubtText(told, m_text);
        cells.push_back(words(std::move(verdict)));
    }

    DocTable farTable() {
        DocTable out = table("class_far", t("far_title"),
                             {"seat", "student", "case", "variant", "time_told", "far"}, {});
        const auto names = caseNames(m_classroom, m_find, m_text);
        for (const auto& [seat, key, equal] : farTimes(m_classroom, m_options.filter)) {
            std::vector<DocCell> cells = seatCells(*seat);
            const ClassTime& time = *seat->marks.at(key).time;
            const TimeUnit unit = unitAround(m_classroom, key.work, m_find, m_options.filter);
            for (const std::string& told :
                 {names.at(key.work), variantWords(m_classroom.variants()[key.variant], m_text),
                  timeText(time.median_ms, time.ci95_ms, unit, m_text.numbers()),
                  farText(equal, unit, m_text)})
                cells.push_back(words(told));
            out.rows.push_back(std::move(cells));
        }
        out.notes = {t("far_note")};
        return out;
    }

    DocTable broughtTable() {
        DocTable out = table("class_brought", t("brought_title"),
                             {"case", "variant", "time_told", "origin", "source", "file"}, {});
        for (const auto& file : m_classroom.brought())
            for (const ClassRow& row : file->rows) {
                const std::size_t number = *m_classroom.find(row.of);
                if (!m_options.filter.takesBrought(number)) continue;
                const TimeUnit unit = unitAround(m_classroom, number, m_find, m_options.filter);
                for (const ClassTime& time : row.times) {
                    const Provenance& from = *file->provenance;
                    const ChartNames names =
                        chartNames(m_classroom, std::span(&number, 1), m_find, m_text);
                    out.rows.push_back(
                        {words(names.chart), words(variantWords(time.variant, m_text)),
                         words(timeText(time.median_ms, time.ci95_ms, unit, m_text.numbers())),
                         words(m_text.word("provenance", word(from.kind()))),
                         words(shownSource(m_classroom, from, m_options.names)),
                         words(shownName(m_classroom, file->place, m_options.names))});
                }
            }
        out.notes = {t("brought_note")};
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
                                measuredText(outcome.factor->ratio, outcome.factor->ci95,
                                             m_text.numbers()) +
                                ")";
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

    DocTable submissionTable() {
        const auto all = submissionsOf(m_classroom);
        DocTable out;
        out.id = "class_submission" + std::to_string(++m_tables);
        out.title = m_text("submission.title");
        std::vector<const char*> columns{"submission", "notes", "seat", "what"};
        if (m_options.names) columns.insert(columns.begin() + 1, "id");
        for (const std::string code : columns)
            out.columns.push_back(code == "seat" ? t("column_seat")
                                                 : m_text("submission.column_" + code));
        out.numeric.resize(out.columns.size());
        std::map<std::string, std::string> seats;
        for (const ClassSeat& seat : m_classroom.seats()) seats[seat.id] = seat.name;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const Submission& one = all[i];
            std::string at;
            for (const std::string& seat : one.seats)
                at += (at.empty() ? "" : ", ") + visibleText(seats[seat]);
            std::vector<DocCell> cells{words(submissionTitle(all, i, m_options.names))};
            if (m_options.names) cells.push_back(words(visibleText(one.id)));
            for (const std::string& told :
                 {submissionNotes(one, m_text), at,
                  submissionWords(m_classroom, all, i, m_options.names, m_text)})
                cells.push_back(words(told));
            out.rows.push_back(std::move(cells));
        }
        return out;
    }

    DocTable leftTable() {
        DocTable out = table("class_left", t("left_title"), {"file", "counts", "reason"}, {});
        for (const LeftOut& one : m_classroom.leftOut(kMostLeftOut))
            out.rows.push_back(
                {words(shownName(m_classroom, one.place, m_options.names)),
                 words(t(one.counts ? "left_counts" : "left_aside")),
                 words(shownReason(m_classroom, one.reason, m_options.names, m_text))});
        if (const std::size_t all = m_classroom.leftOutCount().all(); all > kMostLeftOut)
            out.notes = {t("left_more", {{"count", all - kMostLeftOut}})};
        return out;
    }

    const Classroom& m_classroom;
    const FindSpec& m_find;
    const ClassOptions& m_options;
    const Text m_text;
    const ClassDifferences m_differences{m_classroom, m_text};
    const std::map<ClassPlace, Reason> m_reserves{m_classroom.reserves()};
    int m_tables = 0;
    TimeUnit m_unit{};       ///< of the chart whose tables are made
    SeriesNames m_series{};  ///< likewise
};

}  // namespace

Document composeClass(const Classroom& classroom, const FindSpec& find,
                      const ClassOptions& options) {
    return ClassComposer(classroom, find, options).document();
}

}  // namespace duelo
