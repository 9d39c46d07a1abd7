// SPDX-License-Identifier: Apache-2.0
#include "report/duel.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "report/series_look.h"

namespace duelo {
namespace {

constexpr double kUsual_s = 10;               ///< of the slower lane
constexpr double kShort_s = 5, kLong_s = 20;  ///< beyond, time is stretched or pressed
constexpr double kLeastCalls = 10;            ///< fewer would be no race to look at
constexpr double kMostCalls = 50'000;         ///< as many as a cell keeps samples
constexpr std::size_t kMostTiles = 400;

/// The samples that count, in the order in which they were recorded.
std::vector<double> recordedTimes(const Samples& samples) {
    std::vector<double> kept;
    for (std::size_t i = 0; i < samples.wall_ms.size(); ++i)
        if (samples.counts(i) && isPositive(samples.wall_ms[i])) kept.push_back(samples.wall_ms[i]);
    return kept;
}

bool canRace(const ReportCell& cell) {
    return cell.timed() && !recordedTimes(cell.samples).empty();
}

std::size_t imagesPerCall(const ReportCell& a, const ReportCell& b) {
    const auto images = [](const ReportCell& cell) {
        const auto found = cell.result.quantities.find("images");
        return found == cell.result.quantities.end() ? 0 : found->second;
    };
    return images(a) > 0 && images(a) == images(b) ? static_cast<std::size_t>(images(a)) : 0;
}

/// Rounded as it is printed, so that what is printed is what is done.
double paceOf(double longest_s) {
    if (!isPositive(longest_s) || (longest_s >= kShort_s && longest_s <= kLong_s)) return 1;
    const double pace = longest_s / kUsual_s;
    const double step = std::pow(10, std::floor(std::log10(pace)) - 1);
    return std::round(pace / step) * step;
}

class Race {
public:
    Race(const Comparison& comparison, std::size_t row, std::size_t a, std::size_t b,
         const Labels& labels)
        : m_c(comparison), m_row(comparison.rows[row]), m_columns{a, b}, m_labels(labels) {}

    DuelValue value(bool with_cold) {
        const std::array times{recordedTimes(cell(0).samples), recordedTimes(cell(1).samples)};
        const double slower_ms = std::max(mean(times[0]), mean(times[1]));
        const auto calls = static_cast<std::size_t>(
            std::round(std::clamp(kUsual_s * 1000 / slower_ms, kLeastCalls, kMostCalls)));
        const std::size_t images = imagesPerCall(cell(0), cell(1));
        m_out.per_call = std::max<std::size_t>(1, images);
        m_out.per_tile = (calls + kMostTiles - 1) / kMostTiles;
        m_out.numbers = text().numbers();
        m_out.can_be_cold = cell(0).cold && cell(1).cold;
        m_out.is_cold = with_cold && m_out.can_be_cold;
        for (std::size_t i = 0; i < 2; ++i) m_out.lanes[i] = lane(i, times[i], calls);
        m_out.factor = paceOf(m_out.finish_s());
        judge();
        const char* kind = images > 0 ? "images" : "calls";
        m_out.question = text()("duel.question", {{"work_text", workText(kind, m_out.pieces())}});
        m_out.label = label(workText(kind, m_out.per_tile * m_out.per_call));
        m_out.answer = answer(workText(kind, m_out.pieces()));
        return std::move(m_out);
    }

private:
    const Text& text() const { return m_labels.text(); }
    const ReportCell& cell(std::size_t lane) const { return m_row.cells[m_columns[lane]]; }
    const Source& source(std::size_t lane) const { return m_c.sources[cell(lane).source]; }

    std::string dateOf(const Source& source) const {
        const std::string date = source.header.started.substr(0, 10);
        return date.empty() ? text()("report.unknown") : date;
    }

    std::string workText(const std::string& kind, std::size_t count) const {
        return text()("duel." + kind, {{"count", count}});
    }

    DuelValue::Lane lane(std::size_t index, const std::vector<double>& times,
                         std::size_t calls) const {
        DuelValue::Lane out;
        out.name = m_labels.columnName(m_columns[index]);
        out.style = styleOf(m_c, m_columns[index]);
        const auto add = [&out](const std::string& words) {
            out.told += (out.told.empty() ? "" : " · ") + words;
        };
        if (m_out.is_cold) {
            const Cold& cold = *cell(index).cold;
            out.start_s = (cold.load_ms + cold.first_ms) / 1000;
            add(text()("duel.cold", {{"load_text", m_labels.timeText(cold.load_ms)},
                                     {"first_text", m_labels.timeText(cold.first_ms)}}) +
                (cold.process_first ? " " + text()("report.process_first") : ""));
        }
        out.end_s.reserve(calls);
        double sum_ms = 0;
        for (std::size_t i = 0; i < calls; ++i) {
            sum_ms += times[i % times.size()];
            out.end_s.push_back(out.start_s + sum_ms / 1000);
        }
        if (calls > times.size())
            add(text()("duel.recycled",
                       {{"samples", times.size()},
                        {"laps", formatSignificant(
                                     static_cast<double>(calls) / static_cast<double>(times.size()),
                                     2, text().numbers())}}));
        if (const Source& from = source(index); from.file != m_c.sources.front().file)
            out.origin =
                text()("duel.origin",
                       {{"file", from.file_name},
                        {"date", dateOf(from)},
                        {"cpu_name", from.cpu.empty() ? text()("report.unknown") : from.cpu}});
        return out;
    }

    std::string label(const std::string& tile) const {
        std::set<std::string> dates{dateOf(source(0)), dateOf(source(1))};
        std::string out =
            text()("duel.label", {{"case_name", m_labels.caseName(m_row)}, {"date", Json(dates)}});
        out += " · " + text()("duel.tile", {{"work_text", tile}});
        if (m_out.factor == 1) return out;
        const bool pressed = m_out.factor > 1;
        return out + " · " +
               text()(pressed ? "duel.pressed" : "duel.stretched",
                      {{"factor", formatSignificant(pressed ? m_out.factor : 1 / m_out.factor, 2,
                                                    text().numbers())}});
    }

    /// Sets the winner, or why none is told.
    void judge() {
        const ColumnRatio ratio = ratioOf(m_c, m_row, m_columns[0], m_columns[1]);
        m_out.doubt = m_labels.whyNoFactor(m_row, ratio);
        // Load forbids a factor, and leaves no doubt about who is the faster.
        if (ratio.loaded) m_out.doubt.reset();
        if (m_out.doubt) return;
        const RatioEstimate& estimate = *ratio.estimate;
        if (!ratio.loaded && estimate.verdict == Verdict::Inconclusive) {
            m_out.doubt = Reason{"duel_inconclusive", {{"doubt", doubtName(estimate.doubt)}}, {}};
            return;
        }
        const std::size_t first = firstAtTheEnd();
        const bool same = !ratio.loaded && estimate.verdict == Verdict::Same;
        const bool second =
            ratio.loaded ? ratio.loaded->candidate_faster : estimate.verdict == Verdict::Faster;
        const std::size_t faster = second ? 1 : 0;
        if (m_out.is_cold && (same || first != faster))
            m_out.doubt = Reason{"duel_cold_once"};
        else if (!same && first != faster)
            m_out.doubt = Reason{"duel_few_decide"};
        else if (!same)
            m_out.winner = faster;
        if (m_out.winner && ratio.loaded) m_bound = boundText(*ratio.loaded, text());
    }

    std::size_t firstAtTheEnd() const {
        return m_out.lanes[0].finish_s() <= m_out.lanes[1].finish_s() ? 0 : 1;
    }

    /// Tells whether the table has the lanes in the other order than they end, without a load or
    /// a first call that could be why.
    bool endsAgainstTheMedians() const {
        const double a_ms = cell(0).result.summary->median_ms,
                     b_ms = cell(1).result.summary->median_ms;
        return !m_out.is_cold && a_ms != b_ms && (a_ms < b_ms ? 0U : 1U) != firstAtTheEnd();
    }

    std::string answer(const std::string& work) const {
        const std::size_t first = m_out.winner.value_or(0);
        const DuelValue::Lane &lane = m_out.lanes[first], &other = m_out.lanes[1 - first];
        Json args{{"work_text", work},
                  {"variant_name", lane.name},
                  {"base_name", other.name},
                  {"time", m_out.secondsText(lane.finish_s())},
                  {"other_time", m_out.secondsText(other.finish_s())}};
        if (m_out.doubt) {
            // Where a few slow calls decide, the reason says so already.
            const bool told = m_out.doubt->code == "duel_few_decide" || !endsAgainstTheMedians();
            return text()("duel.no_winner") + " " + text().reason(*m_out.doubt) + " " +
                   text()(told ? "duel.times" : "duel.times_against_medians", args);
        }
        if (m_bound) {
            args["bound_text"] = *m_bound;
            return text()("duel.winner_at_least", args);
        }
        return text()(m_out.winner ? "duel.winner" : "duel.same", args);
    }

    const Comparison& m_c;
    const Row& m_row;
    const std::array<std::size_t, 2> m_columns;
    const Labels& m_labels;
    DuelValue m_out;
    std::optional<std::string> m_bound;  ///< of the winner's lead, where there is no factor
};

}  // namespace

std::size_t DuelValue::Lane::doneAt(double s) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(end_s, s) - end_s.begin());
}

std::size_t DuelValue::tilesAfter(std::size_t calls_done) const {
    return calls_done == calls() ? tiles() : calls_done / per_tile;
}

double DuelValue::finish_s() const {
    return std::max(lanes[0].finish_s(), lanes[1].finish_s());
}

std::string DuelValue::secondsText(double s) const {
    const double shortest = std::min(lanes[0].finish_s(), lanes[1].finish_s());
    return formatFixed(s, std::max(2, decimalsFor(shortest)), numbers) + "\u00a0s";
}

std::vector<std::pair<std::size_t, std::size_t>> duelPairs(const Comparison& comparison,
                                                           std::size_t row) {
    const Row& cells = comparison.rows[row];
    std::vector<std::size_t> able;
    for (const ReportCell& cell : cells.cells)
        if (canRace(cell)) able.push_back(cell.column);
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (auto a = able.begin(); a != able.end(); ++a)
        for (auto b = a + 1; b != able.end(); ++b) pairs.emplace_back(*a, *b);
    if (const ColumnRatio* speaking = speakingRatio(comparison, cells)) {
        const auto first =
            std::ranges::find(pairs, std::pair(std::min(speaking->base, speaking->column),
                                               std::max(speaking->base, speaking->column)));
        if (first != pairs.end()) std::rotate(pairs.begin(), first, first + 1);
    }
    return pairs;
}

DuelValue duelOf(const Comparison& comparison, std::size_t row, std::size_t a, std::size_t b,
                 bool with_cold, const Labels& labels) {
    return Race(comparison, row, a, b, labels).value(with_cold);
}

}  // namespace duelo
