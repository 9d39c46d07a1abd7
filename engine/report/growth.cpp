// SPDX-License-Identifier: Apache-2.0
#include "report/growth.h"

#include <algorithm>
#include <vector>

#include "plan/spec.h"
#include "record/doubt.h"
#include "report/imported.h"
#include "report/layout.h"
#include "report/time_charts.h"

namespace duelo {

namespace {

struct SweptTime {
    double at = 0, ms = 0;
    const Row* row = nullptr;
};

std::string valueText(const Row& row, const std::string& axis, const Labels& labels) {
    const Text text = labels.text().of(row.experiment);
    const Spec* spec = labels.comparison().find(row.experiment);
    const Axis* known = spec ? spec->find(axis) : nullptr;
    return known ? axisValueName(*known, row.work.at(axis), text)
                 : labels.number(row.work.real(axis));
}

}  // namespace

std::optional<Growth> growthOf(const Shown& shown, std::size_t column) {
    const std::string axis = sweptAxis(shown);
    if (axis.empty()) return std::nullopt;
    const auto rest = [&](const Row& row) {
        Params others = row.work;
        others.erase(axis);
        return others;
    };
    std::vector<SweptTime> times;
    const Params alike = rest(*shown.chosenRow());
    for (const std::size_t r : shown.rows()) {
        const Row& row = shown.comparison.rows[r];
        const ReportCell& cell = row.cells[column];
        if (rest(row) != alike || isBrought(shown.comparison, cell)) return std::nullopt;
        const double at = row.work.real(axis);
        if (at > 0 && cell.timed() && !isDoubtful(cell.result))
            times.push_back({at, cell.result.summary->median_ms, &row});
    }
    std::ranges::stable_sort(times, {}, &SweptTime::at);
    if (times.empty() || times.front().at == times.back().at) return std::nullopt;
    std::vector<double> values, ms;
    for (const SweptTime& time : times) {
        values.push_back(time.at);
        ms.push_back(time.ms);
    }
    return Growth{.axis = axis,
                  .from = values.front(),
                  .to = values.back(),
                  .from_text = valueText(*times.front().row, axis, shown.labels),
                  .to_text = valueText(*times.back().row, axis, shown.labels),
                  .factor = ms.back() / ms.front(),
                  .fit = fitGrowth(values, ms)};
}

}  // namespace duelo
