// SPDX-License-Identifier: Apache-2.0
#include "experiments/pinned_team.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "machine/core_binding.h"
#include "measure/side_by_side.h"

namespace duelo {

namespace {

const CoreBinding& coreBinding() {
    static const CoreBinding binding;
    return binding;
}

/// The processors that this thread returns to when it leaves its core; null: it keeps to no core.
thread_local const std::vector<int>* cpusBefore = nullptr;

}  // namespace

Result<std::vector<int>> pinnedCpus(const Params& variant, std::size_t processes) {
    if (variant.text("pinning") != "cores") return std::vector<int>();
    if (!coreBinding().canBind()) return fail("pinning_not_here");
    const std::vector<int>& cores = coreBinding().cores();
    const auto first = static_cast<std::size_t>(variant.integer(kFirstCore, 0));
    const auto each =
        static_cast<std::size_t>(std::max<std::int64_t>(1, variant.integer("threads", 1)));
    const std::size_t all = first + each * std::max<std::size_t>(1, processes);
    if (all > cores.size())
        return fail("pinning_needs_cores", {{"threads", all}, {"cores", cores.size()}});
    const auto from = cores.begin() + static_cast<std::ptrdiff_t>(first);
    return std::vector<int>(from, from + static_cast<std::ptrdiff_t>(each));
}

std::vector<int> coresFor(int threads) {
    if (threads < 2) return {};
    return pinnedCpus({{"pinning", "cores"}, {"threads", threads}}).value_or(std::vector<int>());
}

Reason pinnedNote(const std::vector<int>& cpus) {
    std::string text;
    for (const int cpu : cpus) text += (text.empty() ? "" : ", ") + std::to_string(cpu);
    return {"pinned_to", {{"cpus", text}}, {}};
}

PinnedThread::PinnedThread(int cpu)
    : m_before(coreBinding().cpusOfThisThread()), m_refused(!coreBinding().bindThisThread(cpu)) {
    if (!m_refused) cpusBefore = &m_before;
}

PinnedThread::~PinnedThread() {
    if (m_refused) return;
    cpusBefore = nullptr;
    coreBinding().putThisThreadBack(m_before);
}

EachThread thisThread() {
    return [](const auto& call) { call(0); };
}

WorkFailed pinningRefused(int cpu) {
    return {Reason{"pinning_refused", {{"cpu", cpu}}, {}}};
}

PinnedTeam::PinnedTeam(const std::vector<int>& cpus, EachThread each)
    : m_each(std::move(each)), m_threads(cpus.size()) {
    if (cpus.empty()) return;
    std::atomic<int> refused = -1;
    m_each([&](int thread) {
        const auto at = static_cast<std::size_t>(thread);
        if (m_threads[at].emplace(cpus[at]).refused()) refused = cpus[at];
    });
    if (refused < 0) return;
    letGo();
    throw pinningRefused(refused);
}

PinnedTeam::~PinnedTeam() {
    letGo();
}

void PinnedTeam::letGo() {
    if (m_threads.empty()) return;
    m_each([this](int thread) { m_threads[static_cast<std::size_t>(thread)].reset(); });
    m_threads.clear();
}

UnpinnedHelpers::UnpinnedHelpers() {
    if (cpusBefore == nullptr) return;
    m_bound = coreBinding().cpusOfThisThread();
    coreBinding().putThisThreadBack(*cpusBefore);
}

UnpinnedHelpers::~UnpinnedHelpers() {
    if (!m_bound.empty()) coreBinding().putThisThreadBack(m_bound);
}

}  // namespace duelo
