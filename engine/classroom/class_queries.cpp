// SPDX-License-Identifier: Apache-2.0
// What is asked of a Classroom: which charts, series and pairs it has, and their times.
#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "classroom/classroom.h"

namespace duelo {

bool ClassFilter::takes(const ClassSeat& seat) const {
    return (!group || *group == seat.group) && (!gpu || *gpu == seat.gpu) &&
           (!has_gpu || *has_gpu == !seat.gpu.empty());
}

const ClassMark* ClassFilter::markOf(const ClassSeat& seat, ClassKey key) const {
    const auto mark = seat.marks.find(key);
    const bool taken = mark != seat.marks.end() && takes(seat) && takes(mark->second);
    return taken ? &mark->second : nullptr;
}

const ClassRatioMark* ClassFilter::ratioOf(const ClassSeat& seat, std::size_t work,
                                           ClassPair pair) const {
    const auto mark = seat.ratios.find({work, pair});
    const bool taken = mark != seat.ratios.end() && takes(seat) && takes(mark->second);
    return taken ? &mark->second : nullptr;
}

bool ClassFilter::looksAt(const ClassSeat& seat, std::size_t work) const {
    if (!takes(seat)) return false;
    for (auto mark = seat.marks.lower_bound({work, 0});
         mark != seat.marks.end() && mark->first.work == work; ++mark)
        if (takes(mark->second)) return true;
    return false;
}

std::shared_ptr<const ClassFile> ClassSeat::fileOf(std::size_t work) const {
    const auto mark = marks.lower_bound({work, 0});
    return mark == marks.end() || mark->first.work != work ? nullptr : mark->second.file;
}

std::optional<ClassBox> boxOf(std::span<const double> values) {
    if (values.empty()) return std::nullopt;
    const std::vector<double> sorted = sortedCopy(values);
    return ClassBox{sorted.size(),
                    sorted.front(),
                    quantileOfSorted(sorted, 0.25),
                    quantileOfSorted(sorted, 0.5),
                    quantileOfSorted(sorted, 0.75),
                    sorted.back()};
}

std::vector<std::size_t> Classroom::caseOrder() const {
    std::vector<std::size_t> order(m_cases.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto key = [this](std::size_t i) {
        const ClassCase& one = m_cases[i];
        return std::tie(one.experiment, one.spec_version, one.common, one.x, one.work);
    };
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    return order;
}

std::vector<std::vector<std::size_t>> Classroom::charts(const ClassFilter& filter) const {
    std::vector<std::vector<std::size_t>> charts;
    for (const std::size_t number : caseOrder()) {
        if (!filter.takesCase(number)) continue;
        const ClassCase& one = m_cases[number];
        if (std::ranges::none_of(
                m_seats, [&](const ClassSeat& seat) { return filter.looksAt(seat, number); }))
            continue;
        if (charts.empty() || !areOfOneChart(m_cases[charts.back().back()], one))
            charts.emplace_back();
        charts.back().push_back(number);
    }
    std::ranges::stable_sort(charts, std::ranges::greater{},
                             [&](const auto& chart) { return pcsWith(chart, filter); });
    return charts;
}

std::size_t Classroom::pcsWith(std::span<const std::size_t> cases,
                               const ClassFilter& filter) const {
    return static_cast<std::size_t>(std::ranges::count_if(m_seats, [&](const ClassSeat& seat) {
        return std::ranges::any_of(
            cases, [&](std::size_t number) { return filter.looksAt(seat, number); });
    }));
}

std::vector<std::size_t> Classroom::series(std::span<const std::size_t> cases,
                                           const ClassFilter& filter) const {
    std::map<std::size_t, std::set<const ClassSeat*>> pcs;  // by variant
    for (const ClassSeat& seat : m_seats) {
        if (!filter.takes(seat)) continue;
        for (const std::size_t number : cases)
            for (auto mark = seat.marks.lower_bound({number, 0});
                 mark != seat.marks.end() && mark->first.work == number; ++mark)
                if (filter.takes(mark->second)) pcs[mark->first.variant].insert(&seat);
    }
    std::vector<std::size_t> found;
    for (const auto& [variant, seats] : pcs) found.push_back(variant);
    std::ranges::sort(found, {}, [&](std::size_t variant) {
        const Params& named = m_variants[variant];
        return std::tuple<bool, std::ptrdiff_t, const Params&>(deviceOf(named).isGpu(),
                                                               -std::ssize(pcs[variant]), named);
    });
    return found;
}

std::vector<ClassSides> Classroom::sides(std::span<const std::size_t> cases,
                                         const ClassFilter& filter) const {
    std::map<ClassPair, std::set<const ClassSeat*>> pcs;
    for (const ClassSeat& seat : m_seats) {
        if (!filter.takes(seat)) continue;
        for (const auto& [key, mark] : seat.ratios)
            if (std::ranges::find(cases, key.first) != cases.end() && filter.takes(mark))
                pcs[key.second].insert(&seat);
    }
    std::vector<ClassPair> pairs;
    std::ptrdiff_t most = 0;
    for (const auto& [pair, seats] : pcs) {
        pairs.push_back(pair);
        most = std::max(most, std::ssize(seats));
    }
    std::ranges::sort(pairs, {}, [&](const ClassPair& pair) {
        const Params &base = m_variants[pair.base], &other = m_variants[pair.other];
        // The GPUs of a few are not what the class did.
        const bool devices =
            deviceOf(base).isCpu() && deviceOf(other).isGpu() && 2 * std::ssize(pcs[pair]) >= most;
        return std::tuple<bool, std::ptrdiff_t, const Params&, const Params&>(
            !devices, -std::ssize(pcs[pair]), base, other);
    });
    std::vector<ClassSides> out;
    std::set<std::size_t> paired;
    for (const ClassPair& pair : pairs) {
        out.push_back({pair.base, pair.other});
        paired.insert({pair.base, pair.other});
    }
    for (const std::size_t variant : series(cases, filter))
        if (!paired.contains(variant)) out.push_back({variant, std::nullopt});
    return out;
}

std::vector<double> Classroom::times(ClassKey key, const ClassFilter& filter) const {
    std::vector<double> values;
    for (const ClassSeat& seat : m_seats)
        if (const ClassMark* mark = filter.markOf(seat, key))
            values.push_back(mark->time->median_ms);
    return values;
}

std::vector<double> Classroom::ratios(std::size_t work, ClassPair pair,
                                      const ClassFilter& filter) const {
    std::vector<double> values;
    for (const ClassSeat& seat : m_seats)
        if (const ClassRatioMark* mark = filter.ratioOf(seat, work, pair);
            mark != nullptr && mark->ratio->estimate)
            values.push_back(mark->ratio->estimate->ratio);
    return values;
}

}  // namespace duelo
