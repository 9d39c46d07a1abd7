// SPDX-License-Identifier: Apache-2.0
#include "experiments/stopwatch/maker.h"

#include "experiments/plain_failure.h"
#include "experiments/stopwatch/work.h"

namespace duelo {

Result<StopwatchMaker::Timed> StopwatchMaker::timed(const Cell& cell) {
    auto inner = timedCell(cell.work.at("work"), m_setup.facts);
    if (!inner) return fail("work_not_usable", {{"field", "work"}});
    auto known = m_makers.find(inner->experiment);
    if (known == m_makers.end()) {
        MakerSetup setup = m_setup;
        setup.run = {};
        known = m_makers.emplace(inner->experiment, m_make(inner->experiment, setup)).first;
    }
    if (!known->second) return fail("stopwatch_no_maker", {{"experiment", inner->experiment}});
    m_latest = known->second.get();
    return Timed{std::move(*inner), m_latest};
}

Result<void> StopwatchMaker::check(const Cell& cell) {
    const auto of = timed(cell);
    if (!of) return tl::unexpected(of.error());
    if (cell.variant.word<Stopwatch>("stopwatch") == Stopwatch::Handout && !m_setup.child)
        return fail("stopwatch_needs_child");
    return of->maker->check(of->cell);
}

Result<std::unique_ptr<Work>> StopwatchMaker::create(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    const auto of = timed(cell);
    auto work = of->maker->create(of->cell);
    if (!work) return work;
    StopwatchJob job{.stopwatch = cell.variant.word<Stopwatch>("stopwatch"),
                     .on_cpu = deviceOf(of->cell.variant).isCpu()};
    job.again = [maker = of->maker, inner = of->cell] { return maker->create(inner); };
    if (m_setup.child)
        job.elsewhere = [child = m_setup.child, inner = of->cell] { return child(inner); };
    return std::make_unique<StopwatchWork>(std::move(*work), std::move(job));
}

Result<Forecast> StopwatchMaker::forecast(const Cell& cell) {
    const auto of = timed(cell);
    if (!of) return tl::unexpected(of.error());
    auto forecast = of->maker->forecast(of->cell);
    // The second work is made while the first is there.
    if (forecast && cell.variant.word<Stopwatch>("stopwatch") == Stopwatch::CopiesInside)
        forecast->bytes *= 2;
    return forecast;
}

Failure StopwatchMaker::describe(const std::exception_ptr& error) {
    return m_latest != nullptr ? m_latest->describe(error) : plainFailure(error);
}

void StopwatchMaker::release() {
    for (const auto& [experiment, maker] : m_makers)
        if (maker) maker->release();
}

}  // namespace duelo
