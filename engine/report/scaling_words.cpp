// SPDX-License-Identifier: Apache-2.0
// What a series of numbers of workers shows, in sentences.
#include <algorithm>
#include <cmath>
#include <string_view>

#include "report/parts_chart.h"
#include "report/scaling.h"

namespace duelo {

namespace {

/// A part of a call that is less of it explains nothing.
constexpr double kTellingShare = 0.05;
/// A part that is shared out has less of its time left.
constexpr double kNotShared = 0.8;

class SeriesWords {
public:
    SeriesWords(const ScalingSeries& series, const Labels& labels)
        : m_s(series), m_labels(labels), m_text(labels.text()) {}

    std::vector<std::string> sentences() const {
        std::vector<std::string> out{best()};
        const auto add = [&](std::string sentence) {
            if (!sentence.empty()) out.push_back(std::move(sentence));
        };
        add(slowed());
        add(above());
        add(rise());
        add(law());
        if (m_s.trend != SerialTrend::Unknown) add(trend());
        add(machine());
        return out;
    }

private:
    std::string workers(int count) const { return workersText(m_s.axis, count, m_text); }
    std::string number(double value) const { return formatSignificant(value, 3, m_text.numbers()); }
    bool isLaw(std::string_view code) const {
        return !m_s.amdahl && m_s.amdahl.error().code == code;
    }

    std::string best() const {
        const std::vector<SpeedUp> all = m_s.speedUps();
        if (all.empty()) return m_text.reason(*m_s.steps.back().why);
        const SpeedUp& most = *std::ranges::max_element(all, {}, &SpeedUp::ratio);
        const char* key = m_s.all_cores ? (most.ratio > 1 ? "scaling.best_all_cores"
                                                          : "scaling.none_faster_all_cores")
                                        : (most.ratio > 1 ? "scaling.best" : "scaling.none_faster");
        return m_text(key, {{"workers_text", workers(most.workers)},
                            {"ratio", m_labels.number(most.ratio, most.ci95)},
                            {"interval_text",
                             m_labels.intervalText(most.ci95, decimalsFor(most.ratio, most.ci95))},
                            {"efficiency_percent", 100 * most.efficiency()}});
    }

    /// More than the cores share them, which slows them by itself.
    std::string slowed() const {
        if (!m_s.slowed) return {};
        const int room = m_s.room(m_s.cores.cores.value_or(0));
        const bool beyond = m_s.cores.cores && m_s.slowed->to > room && m_s.slowed->from <= room;
        return m_text.reason({"scaling_slowed_down",
                              {{"from", m_s.slowed->from},
                               {"to", m_s.slowed->to},
                               {"factor", m_s.slowed->factor}},
                              {}}) +
               (beyond ? " " + m_text("scaling.slowed_beyond", {{"cores", *m_s.cores.cores}}) : "");
    }

    std::string above() const {
        if (!m_s.above) return {};
        return m_text.reason({"scaling_superlinear",
                              {{"workers", m_s.above->workers}, {"factor", m_s.above->ratio}},
                              {}});
    }

    /// Returns the sentence on a rising efficiency; empty where one above the ideal has been told
    /// already.
    std::string rise() const {
        const auto found = m_s.above ? std::nullopt : efficiencyRise(m_s.speedUps());
        if (!found) return {};
        return m_text("scaling.efficiency_rise", {{"from_text", workers(found->from.workers)},
                                                  {"to_text", workers(found->to.workers)},
                                                  {"from_percent", 100 * found->from.efficiency()},
                                                  {"to_percent", 100 * found->to.efficiency()}});
    }

    std::string law() const {
        if (isLaw("scaling_slowed_down") || isLaw("scaling_superlinear")) return {};  // told above
        if (!m_s.amdahl)
            return m_s.speedUps().empty() ? std::string() : m_text.reason(m_s.amdahl.error());
        const ScalingFit& fit = *m_s.amdahl;
        std::string told = m_text("scaling.fit", {{"points", fit.points},
                                                  {"serial_percent", 100 * fit.serial},
                                                  {"low_percent", 100 * fit.ci95.low},
                                                  {"high_percent", 100 * fit.ci95.high},
                                                  {"miss_percent", 100 * fit.residue}});
        if (isPositive(fit.ci95.high))
            told += " " + m_text(fit.ci95.low > 0 ? "scaling.limit" : "scaling.limit_open",
                                 {{"low", number(1 / fit.ci95.high)},
                                  {"high", number(1 / fit.ci95.low)}});
        return told;
    }

    std::string trend() const {
        const std::vector<SpeedUp> all = m_s.speedUps();
        const auto outside = [](const SpeedUp& of) {
            return of.isContention() || of.isBeyondIdeal();
        };
        const char* key = std::ranges::any_of(all, outside)   ? "scaling.trend_outside"
                          : m_s.trend == SerialTrend::Rising  ? "scaling.trend_rising"
                          : m_s.trend == SerialTrend::Falling ? "scaling.trend_falling"
                          : m_s.trend == SerialTrend::Mixed   ? "scaling.trend_mixed"
                                                              : "scaling.trend_steady";
        const auto [least, most] = std::ranges::minmax_element(
            all, {}, [](const SpeedUp& of) { return of.serialShare().value_or(0); });
        return m_text(key, {{"least_percent", 100 * least->serialShare().value_or(0)},
                            {"most_percent", 100 * most->serialShare().value_or(0)},
                            {"least_text", workers(least->workers)},
                            {"most_text", workers(most->workers)},
                            {"first_percent", 100 * all.front().serialShare().value_or(0)},
                            {"last_percent", 100 * all.back().serialShare().value_or(0)},
                            {"first_text", workers(all.front().workers)},
                            {"last_text", workers(all.back().workers)}});
    }

    std::string machine() const {
        const CoreCounts& cores = m_s.cores;
        std::string told;
        const auto add = [&](const char* key, const Json& args) {
            told += (told.empty() ? "" : " ") + m_text(key, args);
        };
        if (!cores.cores) return m_text("scaling.cores_unknown");
        const int most = m_s.steps.back().workers;
        const auto addRoom = [&](int of_cores) {
            if (m_s.each == 1) return;
            const int room = m_s.room(of_cores);
            const Json args{{"each", m_s.each}, {"room_text", workers(room)}};
            add(room == 0               ? "scaling.cores_room_none"
                : m_s.axis == "threads" ? "scaling.cores_room_threads"
                                        : "scaling.cores_room",
                args);
        };
        if (cores.isHybrid() && !m_s.all_cores && most > m_s.room(*cores.fast)) {
            add("scaling.cores_hybrid",
                {{"fast", *cores.fast}, {"slow", *cores.cores - *cores.fast}});
            addRoom(*cores.fast);
        }
        if (most > m_s.room(*cores.cores)) {
            add(cores.hasSmt() ? "scaling.cores_smt" : "scaling.cores_few",
                {{"cores", *cores.cores}, {"logical", cores.logical.value_or(0)}});
            addRoom(*cores.cores);
        }
        if (cores.numa_nodes.value_or(1) > 1)
            add("scaling.cores_numa", {{"nodes", *cores.numa_nodes}});
        return told;
    }

    const ScalingSeries& m_s;
    const Labels& m_labels;
    const Text& m_text;
};

double barPartMs(const BarsValue::Bar* bar, const std::string& id) {
    if (!bar) return 0;
    const auto part = std::ranges::find(bar->parts, id, &BarsValue::Part::id);
    return part == bar->parts.end() ? 0 : part->ms;
}

}  // namespace

std::string workersText(const std::string& axis, int workers, const Text& text) {
    const std::string key = "report." + axis;
    return text.has(key) ? text(key, {{axis, workers}})
                         : std::to_string(workers) + " " + visibleText(axis);
}

std::vector<std::string> scalingSentences(const ScalingSeries& series, const Labels& labels) {
    return SeriesWords(series, labels).sentences();
}

std::vector<std::string> weakScalingSentences(const Labels& labels, const Comparison& comparison) {
    const Text& text = labels.text();
    const auto all = scalingOf(labels, comparison);
    std::vector<std::string> out;
    for (const WeakScaling& weak : weakScalingOf(all, comparison)) {
        const ScalingSeries& series = all[weak.series];
        Json args{{"case_name", labels.caseName(comparison.rows[series.row])}};
        if (!weak.gustafson) {
            args["why"] = text.reason(weak.gustafson.error());
            out.push_back(text("scaling.gustafson_none", args));
            continue;
        }
        const ScalingFit& fit = *weak.gustafson;
        const SpeedUp& most = *std::ranges::max_element(weak.scaled, {}, &SpeedUp::workers);
        args.update({{"points", fit.points},
                     {"workers_text", workersText(series.axis, most.workers, text)},
                     {"factor", most.ratio},
                     {"serial_percent", 100 * fit.serial},
                     {"low_percent", 100 * fit.ci95.low},
                     {"high_percent", 100 * fit.ci95.high}});
        out.push_back(text("scaling.gustafson", args));
    }
    return out;
}

std::vector<std::string> scalingCauses(const ScalingSeries& series, const Comparison& comparison,
                                       const Labels& labels) {
    const Text& text = labels.text();
    std::vector<std::string> out;
    const ScalingStep* base = series.base();
    if (!base || series.speedUps().empty()) return out;
    const Row& row = comparison.rows[series.row];
    const ScalingStep& last = series.steps.back();
    const BarsValue before = breakdownOf(row.cells[base->column].parts(), text);
    const BarsValue after = breakdownOf(row.cells[last.column].parts(), text);
    // One part alone says no more than the time does.
    if (after.bars.empty() || after.bars.front().parts.size() < 2) return out;
    const BarsValue::Bar* first = before.bars.empty() ? nullptr : &before.bars.front();
    for (const BarsValue::Part& part : after.bars.front().parts) {
        const double had_ms = barPartMs(first, part.id);
        const double share = part.ms / after.bars.front().drawnMs();
        if (share < kTellingShare || part.ms < kNotShared * had_ms) continue;
        out.push_back(text(had_ms > 0 ? "scaling.cause_part" : "scaling.cause_new_part",
                           {{"part_name", part.name},
                            {"first_text", labels.timeText(had_ms)},
                            {"last_text", labels.timeText(part.ms)},
                            {"share_percent", 100 * share},
                            {"workers_text", workersText(series.axis, last.workers, text)}}));
    }
    return out;
}

}  // namespace duelo
