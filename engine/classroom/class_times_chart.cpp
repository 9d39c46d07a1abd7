// SPDX-License-Identifier: Apache-2.0
// The chart of times of a class.
#include <algorithm>
#include <cmath>

#include "classroom/class_chart_parts.h"
#include "report/axis_scale.h"
#include "report/labels.h"

namespace duelo {
namespace {

using namespace class_chart;

constexpr double kBox = 0.36;    // half as wide as a case is
constexpr double kApart = 0.42;  // where times stand that nobody measured
/// Styles (report/series_look.h): what the CPU and the GPU have everywhere, and others.
constexpr int kCpu = 0, kGpu = 1, kOther = 2, kBrought = 5;

/// Gives each of two variants a look of its own, and a GPU that of a GPU.
int styleOf(const Classroom& classroom, const ClassSides& sides, std::size_t variant) {
    const auto isGpu = [&](std::size_t one) { return deviceOf(classroom.variants()[one]).isGpu(); };
    if (variant == sides.base) return isGpu(sides.base) ? kGpu : kCpu;
    return isGpu(variant) && !isGpu(sides.base) ? kGpu : kOther;
}

std::string tickOf(const ClassCase& one, const std::string& name, NumberStyle numbers) {
    return one.x ? exactNumber(*one.x, numbers) : name;
}

/// Puts the chart of times together, case by case.
class TimesChart {
public:
    TimesChart(const Classroom& classroom, std::span<const std::size_t> chart,
               const ClassSides& sides, const FindSpec& find, const ClassOptions& options)
        : m_classroom(classroom),
          m_chart(chart),
          m_sides(sides),
          m_options(options),
          m_text(options.text()),
          m_unit(classUnit(classroom, chart, find, options.filter)),
          m_seats(seatsWith(classroom, chart, options.filter)),
          m_cases(chartNames(classroom, chart, find, m_text)),
          m_series(seriesNames(classroom, chart, find, m_text)) {
        for (const std::size_t seat : m_seats)
            m_seatNames.push_back(seatName(classroom.seats()[seat], options));
    }

    ScatterValue value() {
        m_value = {.title = m_text("class_chart.times"),
                   .y_title = m_text("class_chart.times_axis", {{"unit", m_unit.symbol}}),
                   .x_low = -kMargin,
                   .x_high = static_cast<double>(m_chart.size()) - kMargin};
        const ClassCase& first = m_classroom.cases()[m_chart.front()];
        if (!first.axis.empty())
            m_value.x_title = columnTitle(m_text, first.experiment, first.axis);
        const std::size_t last = m_sides.other.value_or(m_sides.base);
        for (const std::size_t variant : shown())
            m_value.names.push_back(
                {variant == last
                     ? m_text("class_chart.last_name", {{"name_text", m_series.series.at(variant)}})
                     : m_series.series.at(variant),
                 styleOf(m_classroom, m_sides, variant)});
        for (std::size_t k = 0; k < m_chart.size(); ++k) {
            m_value.ticks.push_back(
                {static_cast<double>(k),
                 tickOf(m_classroom.cases()[m_chart[k]], m_cases.cases[k], m_text.numbers())});
            for (const std::size_t variant : shown()) addMeasured(k, variant);
            addBrought(k);
        }
        m_value.description = described(m_value.title, m_value.marks.size(), m_text);
        return std::move(m_value);
    }

private:
    [[nodiscard]] std::vector<std::size_t> shown() const {
        std::vector<std::size_t> variants{m_sides.base};
        if (m_sides.other) variants.push_back(*m_sides.other);
        return variants;
    }

    void addMeasured(std::size_t k, std::size_t variant) {
        const ClassKey key{m_chart[k], variant};
        const auto place = static_cast<double>(k);
        const int style = styleOf(m_classroom, m_sides, variant);
        if (const auto box = boxOf(m_classroom.times(key, m_options.filter)); box && box->count > 2)
            m_value.grounds.push_back({.x_low = place - kBox,
                                       .x_high = place + kBox,
                                       .y_low = box->q1 * m_unit.per_ms,
                                       .y_high = box->q3 * m_unit.per_ms,
                                       .style = style,
                                       .middle = box->median * m_unit.per_ms});
        for (std::size_t rank = 0; rank < m_seats.size(); ++rank) {
            const ClassSeat& seat = m_classroom.seats()[m_seats[rank]];
            const ClassMark* mark = m_options.filter.markOf(seat, key);
            if (mark == nullptr) continue;
            std::string words = m_seatNames[rank] + "\n" + m_cases.cases[k] + " · " +
                                m_series.series.at(variant) + ": " +
                                timeText(*mark->time, m_unit, m_text.numbers());
            if (!mark->time->doubts.empty()) words += "\n" + doubtsOf(mark->time->doubts, m_text);
            if (const auto equal = m_equals.of(seat, key); equal && equal->isFar())
                words += "\n" + farText(*equal, m_unit, m_text);
            m_value.marks.push_back({.x = place + asideOf(rank, m_seats.size()),
                                     .y = mark->time->median_ms * m_unit.per_ms,
                                     .style = style,
                                     .owner = m_seats[rank],
                                     .group = static_cast<int>(m_chart[k]),
                                     .words = std::move(words)});
        }
    }

    void addBrought(std::size_t k) {
        if (!m_options.filter.takesBrought(m_chart[k])) return;
        for (const auto& file : m_classroom.brought())
            for (const ClassRow& row : file->rows)
                for (const ClassTime& time : row.times) {
                    if (row.of != m_classroom.cases()[m_chart[k]]) continue;
                    m_value.marks.push_back({.x = static_cast<double>(k) + kApart,
                                             .y = time.median_ms * m_unit.per_ms,
                                             .style = kBrought,
                                             .owner = kNoSeat,
                                             .group = static_cast<int>(m_chart[k]),
                                             .words = broughtText(*file, time, k)});
                    const auto named = [](const auto& name) { return name.style == kBrought; };
                    if (std::ranges::none_of(m_value.names, named))
                        m_value.names.push_back({m_text("class_chart.brought_name"), kBrought});
                }
    }

    [[nodiscard]] std::string broughtText(const ClassFile& file, const ClassTime& time,
                                          std::size_t k) const {
        const Provenance& from = *file.provenance;
        return m_text("class_chart.brought",
                      {{"origin_text", m_text.word("provenance", word(from.kind()))},
                       {"source_text", shownSource(m_classroom, from, m_options.names)}}) +
               "\n" + m_cases.cases[k] + " · " +
               m_text.word(kDeviceAxis, deviceWord(time.variant)) + ": " +
               timeText(time, m_unit, m_text.numbers());
    }

    const Classroom& m_classroom;
    const std::span<const std::size_t> m_chart;
    const ClassSides& m_sides;
    const ClassOptions& m_options;
    const Text m_text;
    const TimeUnit m_unit;
    const std::vector<std::size_t> m_seats;
    const ChartNames m_cases;
    const SeriesNames m_series;
    const ClassEquals m_equals{m_classroom};
    std::vector<std::string> m_seatNames;
    ScatterValue m_value;
};

}  // namespace

ScatterValue classTimes(const Classroom& classroom, std::span<const std::size_t> chart,
                        const ClassSides& sides, const FindSpec& find,
                        const ClassOptions& options) {
    if (chart.empty()) return {};
    return TimesChart(classroom, chart, sides, find, options).value();
}

std::size_t variantOf(const Classroom& classroom, const ClassSides& sides,
                      const ScatterValue::Mark& mark) {
    const bool other = sides.other && mark.style == styleOf(classroom, sides, *sides.other);
    return other ? *sides.other : sides.base;
}

}  // namespace duelo
