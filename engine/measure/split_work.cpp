// SPDX-License-Identifier: Apache-2.0
#include "measure/split_work.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "machine/process_memory.h"
#include "measure/agreed_output.h"
#include "measure/end_together.h"
#include "measure/side_by_side.h"
#include "record/tolerance.h"

namespace duelo {

namespace {

DeviceState worseOf(const DeviceState& a, const DeviceState& b) {
    DeviceState worse{.allocations = a.allocations + b.allocations,
                      // None is larger than one that is not known.
                      .peak_bytes = a.peak_bytes && b.peak_bytes
                                        ? std::max(a.peak_bytes, b.peak_bytes)
                                        : std::nullopt,
                      .others_cpus = std::max(a.others_cpus, b.others_cpus),
                      .throttled = a.throttled || b.throttled,
                      .throttle = a.throttle,
                      .memory_spilled = a.memory_spilled || b.memory_spilled};
    for (const std::string& cause : b.throttle)
        if (std::ranges::find(worse.throttle, cause) == worse.throttle.end())
            worse.throttle.push_back(cause);
    return worse;
}

}  // namespace

SplitWork::SplitWork(std::vector<std::unique_ptr<Work>> processes, double tolerance,
                     std::chrono::milliseconds settle)
    : m_processes(std::move(processes)),
      m_states(m_processes.size()),
      m_tolerance(tolerance),
      m_settle(settle) {}

SplitWork::~SplitWork() {
    endTogether(m_processes);
}

void SplitWork::leave() {
    for (const auto& process : m_processes) process->leave();
}

void SplitWork::setControl(CallControl control) {
    for (const auto& process : m_processes) process->setControl(control);
}

Result<Prepared> SplitWork::prepare() {
    std::optional<Prepared> told;
    for (const auto& process : m_processes) {
        auto prepared = process->prepare();
        if (!prepared) return prepared;
        if (!told)
            told = std::move(*prepared);
        else
            told->load_ms = std::max(told->load_ms, prepared->load_ms);
    }
    return std::move(*told);
}

bool SplitWork::beginRound(int round) {
    m_atWork = static_cast<std::size_t>(round) % m_processes.size();
    std::this_thread::sleep_for(m_settle);
    return true;
}

Timing SplitWork::step(int calls) {
    const auto stepOf = [&](std::size_t process) {
        Timing timing = m_processes[process]->step(calls);
        timing.process = static_cast<int>(process);
        return timing;
    };
    if (m_atWork) return stepOf(*m_atWork);
    Timing longest = stepOf(0);
    for (std::size_t process = 1; process < m_processes.size(); ++process)
        if (Timing timing = stepOf(process); timing.wall_ms > longest.wall_ms)
            longest = std::move(timing);
    return longest;
}

Output SplitWork::output() {
    return agreedOutput(
        m_processes.size(), [this](std::size_t process) { return m_processes[process]->output(); },
        m_tolerance);
}

void SplitWork::beginBlock() {
    for (std::size_t process = 0; process < m_processes.size(); ++process)
        if (!m_atWork || *m_atWork == process) m_processes[process]->beginBlock();
}

std::optional<DeviceState> SplitWork::deviceState() {
    std::optional<DeviceState> worst;
    for (std::size_t process = 0; process < m_processes.size(); ++process) {
        if (!m_atWork || *m_atWork == process)
            m_states[process] = m_processes[process]->deviceState();
        const std::optional<DeviceState>& state = m_states[process];
        if (state) worst = worst ? worseOf(*worst, *state) : *state;
    }
    if (worst && m_atWork && m_states[*m_atWork]) {
        worst->allocations = m_states[*m_atWork]->allocations;
        worst->throttled = m_states[*m_atWork]->throttled;
    }
    return worst;
}

Parts SplitWork::measureApart() {
    return m_processes.front()->measureApart();
}

int childrenOf(const Cell& cell, const Spec& spec, const Protocol& protocol) {
    if (spec.steps) return 0;
    const auto has = [&](AxisKind kind) {
        return std::ranges::any_of(spec.axes, [&](const Axis& axis) {
            return axis.kind == kind && (cell.work.has(axis.id) || cell.variant.has(axis.id));
        });
    };
    if (has(AxisKind::Command)) return 0;
    if (instancesOf(cell.variant) > 0) return protocol.processes;
    return has(AxisKind::Source) || protocol.processes > 1 ? protocol.processes : 0;
}

SplitMaker::SplitMaker(std::unique_ptr<Maker> inner, Count children, MakeChild make)
    : m_inner(std::move(inner)), m_children(std::move(children)), m_make(std::move(make)) {}

Result<std::unique_ptr<Work>> SplitMaker::create(const Cell& cell) {
    const int count = m_children(cell);
    if (count == 0) return m_inner->create(cell);
    if (auto possible = m_inner->check(cell); !possible) return tl::unexpected(possible.error());
    std::vector<std::unique_ptr<Work>> processes;
    for (int i = 0; i < count; ++i) processes.push_back(m_make(cell));
    return std::make_unique<SplitWork>(std::move(processes),
                                       toleranceFor(cell.variant, cell.variant));
}

Result<Forecast> SplitMaker::forecast(const Cell& cell) {
    auto forecast = m_inner->forecast(cell);
    const int children = m_children(cell);
    if (!forecast || children == 0) return forecast;
    const int instances = instancesOf(cell.variant);
    if (instances == 0) {
        forecast->bytes *= children;
        return forecast;
    }
    // Each begins with all that a process like this one begins with.
    forecast->bytes = (forecast->bytes + processMemory().used_bytes) * children * instances;
    forecast->at_once = instances;
    if (forecast->lack())
        return fail("instances_need_memory", {{"needed_bytes", forecast->bytes},
                                              {"free_bytes", *forecast->free_bytes},
                                              {"instances", instances}});
    return forecast;
}

}  // namespace duelo
