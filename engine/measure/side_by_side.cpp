// SPDX-License-Identifier: Apache-2.0
#include "measure/side_by_side.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "machine/clock.h"
#include "measure/agreed_output.h"
#include "measure/end_together.h"

namespace duelo {

Cell cellOfInstance(const Cell& cell, int instance) {
    Cell one = cell;
    one.variant.erase(kInstancesAxis);
    if (const std::int64_t before = instance * one.variant.integer("threads", 1); before > 0)
        one.variant.set(std::string(kFirstCore), before);
    return one;
}

SideBySide::SideBySide(std::vector<std::unique_ptr<ChildWork>> instances, int threads_each,
                       int cores, double tolerance)
    : m_instances(std::move(instances)),
      m_threads(std::max(1, threads_each)),
      m_cores(cores),
      m_tolerance(tolerance) {}

SideBySide::~SideBySide() {
    endTogether(m_instances);
}

void SideBySide::leave() {
    for (const auto& instance : m_instances) instance->leave();
}

bool SideBySide::isCrowded() const {
    return m_cores > 0 && count() * m_threads > m_cores;
}

void SideBySide::setControl(CallControl control) {
    for (const auto& instance : m_instances) instance->setControl(control);
}

void SideBySide::ofEach(const std::function<void(ChildWork&)>& call) {
    for (std::size_t i = 0; i < m_instances.size(); ++i) {
        try {
            call(*m_instances[i]);
        } catch (const WorkFailed& failed) {
            if (failed.reason.code != "child_died") throw;
            Json args{{"instance", i + 1}, {"instances", m_instances.size()}};
            args.update(failed.reason.args);
            throw WorkFailed{Reason{"instance_died", std::move(args), failed.reason.message}};
        }
    }
}

Result<Prepared> SideBySide::prepare() {
    Result<void> begun;
    ofEach([&](ChildWork& instance) {
        if (begun) begun = instance.beginPrepare();
    });
    if (!begun) return tl::unexpected(begun.error());
    std::optional<Result<Prepared>> told;
    ofEach([&](ChildWork& instance) {
        auto prepared = instance.endPrepare();
        if (!told)
            told = std::move(prepared);
        else if (*told && prepared) {
            (*told)->load_ms = std::max((*told)->load_ms, prepared->load_ms);
            // What is said of one alone, such as where its threads keep to.
            for (Reason& note : prepared->notes)
                if (std::ranges::find((*told)->notes, note) == (*told)->notes.end())
                    (*told)->notes.push_back(std::move(note));
        } else if (*told)
            told = std::move(prepared);
    });
    Result<Prepared> prepared = std::move(*told);
    if (!prepared) return prepared;
    prepared->at_once = count();
    if (isCrowded())
        prepared->notes.push_back(
            {"instances_share_cores",
             {{"instances", count()}, {"threads", m_threads}, {"cores", m_cores}},
             {}});
    return prepared;
}

Timing SideBySide::step(int calls) {
    const int each = std::max(1, calls / count());
    ofEach([each](ChildWork& instance) { instance.beginStep(each); });
    Timing all{.waited_ms = 0, .latency_ms = 0, .slowest_ms = 0};
    std::int64_t first_ns = std::numeric_limits<std::int64_t>::max(), last_ns = 0;
    ofEach([&](ChildWork& instance) {
        const Timing own = instance.endStep();
        const std::int64_t began_ns = own.began_ns.value_or(0);
        first_ns = std::min(first_ns, began_ns);
        last_ns = std::max(last_ns, began_ns + static_cast<std::int64_t>(own.wall_ms * kNsPerMs));
        *all.latency_ms += own.wall_ms / each / count();
        all.slowest_ms = std::max(*all.slowest_ms, own.wall_ms / each);
        all.waited_ms = std::max(*all.waited_ms, own.waited_ms.value_or(0));
    });
    all.wall_ms = static_cast<double>(last_ns - first_ns) / kNsPerMs;
    // Who has more threads than cores measures their waiting; it is no disturbance.
    if (isCrowded()) all.waited_ms = 0;
    return all;
}

Output SideBySide::output() {
    std::vector<Output> outputs;
    ofEach([&](ChildWork& instance) { outputs.push_back(instance.output()); });
    return agreedOutput(
        outputs.size(), [&](std::size_t i) { return outputs[i]; }, m_tolerance);
}

void SideBySide::beginBlock() {
    ofEach([](ChildWork& instance) { instance.beginBlock(); });
}

std::optional<DeviceState> SideBySide::deviceState() {
    std::vector<DeviceState> states;
    ofEach([&](ChildWork& instance) {
        if (auto state = instance.deviceState()) states.push_back(std::move(*state));
    });
    if (states.empty()) return std::nullopt;
    // What is counted of the whole PC, one of them tells.
    DeviceState all = states.front();
    double busy_cpus = 0, own_cpus = 0;
    bool counted = true;
    all.allocations = 0;
    all.peak_bytes = 0;
    for (const DeviceState& state : states) {
        all.allocations += state.allocations;
        if (all.peak_bytes && state.peak_bytes)
            *all.peak_bytes += *state.peak_bytes;
        else
            all.peak_bytes.reset();
        all.throttled = all.throttled || state.throttled;
        counted = counted && state.others_cpus && state.own_cpus;
        busy_cpus += state.others_cpus.value_or(0) + state.own_cpus.value_or(0);
        own_cpus += state.own_cpus.value_or(0);
    }
    // To each of them the others are strangers. All of them see the same processors busy.
    busy_cpus /= static_cast<double>(states.size());
    if (counted) {
        all.own_cpus = own_cpus;
        all.others_cpus = std::max(0.0, busy_cpus - own_cpus);
    } else {
        all.own_cpus.reset();
        all.others_cpus.reset();
    }
    return all;
}

}  // namespace duelo
