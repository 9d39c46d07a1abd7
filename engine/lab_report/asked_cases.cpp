// SPDX-License-Identifier: Apache-2.0
#include "lab_report/asked_cases.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/json_text.h"
#include "report/scaling.h"

namespace duelo {
namespace {

class OwnCells {
public:
    explicit OwnCells(const Comparison& comparison) : m_c(comparison) {}

    AskedCases counted() {
        AskedCases out;
        for (const Row& row : m_c.rows)
            if (const Spec* spec = m_c.find(row.experiment); spec && addVariants(row, *spec)) {
                ++out.all;
                out.usual += isUsual(row, *spec);
            }
        out.less_unusual = -static_cast<std::ptrdiff_t>(m_unusual.size());
        out.devices = m_devices.size();
        out.one_number_of_workers = !m_several;
        return out;
    }

private:
    /// Returns whether the own file measured the case in any way.
    bool addVariants(const Row& row, const Spec& spec) {
        bool measured = false;
        for (const ReportCell& cell : row.cells) {
            if (!cell.timed() || m_c.sources[cell.source].file != m_c.sources.front().file)
                continue;
            measured = true;
            m_devices.insert(deviceOf(m_c.columns[cell.column].variant).kind());
            for (const Axis& axis : spec.axes)
                if (axis.role == AxisRole::Variant && axis.kind != AxisKind::Device)
                    addValue(spec, axis, m_c.columns[cell.column].variant);
        }
        return measured;
    }

    void addValue(const Spec& spec, const Axis& axis, const Params& variant) {
        if (!variant.has(axis.id)) return;
        const std::string value = axis.id + ' ' + jsonText(variant.at(axis.id));
        if (!countsWorkers(spec, axis)) {
            if (!isUsual(axis, variant)) m_unusual.insert(value);
        } else if (m_workers.insert(value).second) {
            // A number of cores stands where the plan has 0: how many of them is what tells.
            m_several |= m_workers.size() > std::max<std::size_t>(1, valuesOf(axis, {}).size());
        }
    }

    bool isUsual(const Row& row, const Spec& spec) {
        bool usual = true;
        for (const Axis& axis : spec.axes)
            if (axis.role == AxisRole::Case && !isUsual(axis, row.work)) {
                usual = false;
                m_unusual.insert(axis.id + ' ' + jsonText(row.work.at(axis.id)));
            }
        return usual;
    }

    [[nodiscard]] static bool isUsual(const Axis& axis, const Params& params) {
        return !params.has(axis.id) ||
               std::ranges::count(valuesOf(axis, {}), params.at(axis.id)) > 0;
    }

    const Comparison& m_c;
    std::set<std::string> m_unusual, m_workers;
    std::set<DeviceKind> m_devices;
    bool m_several = false;
};

}  // namespace

AskedCases askedCasesOf(const Comparison& comparison) {
    return OwnCells(comparison).counted();
}

}  // namespace duelo
