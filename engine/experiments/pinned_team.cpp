// SPDX-License-Identifier: Apache-2.0
#include "experiments/pinned_team.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>

#include <ATen/Parallel.h>

#include "machine/core_binding.h"
#include "measure/side_by_side.h"

namespace duelo {

namespace {

const CoreBinding& binding() {
    static const CoreBinding binding;
    return binding;
}

/// Each thread of the team once: as many pieces as threads, which OpenMP hands out in order.
template <typename Call>
void onEachThread(int threads, const Call& call) {
    at::parallel_for(0, threads, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) call(static_cast<int>(i));
    });
}

}  // namespace

Result<std::vector<int>> pinnedCpus(const Params& variant) {
    if (variant.text("pinning") != "cores") return std::vector<int>();
    if (!binding().canBind()) return fail("pinning_not_here");
    const std::vector<int>& cores = binding().cores();
    const auto countOf = [&](std::string_view axis) {
        return static_cast<std::size_t>(std::max<std::int64_t>(1, variant.integer(axis, 1)));
    };
    const auto first = static_cast<std::size_t>(variant.integer(kFirstCore, 0));
    const std::size_t each = countOf("threads"), all = each * countOf(kInstancesAxis);
    if (first + all > cores.size())
        return fail("pinning_needs_cores", {{"threads", first + all}, {"cores", cores.size()}});
    const auto from = cores.begin() + static_cast<std::ptrdiff_t>(first);
    return std::vector<int>(from, from + static_cast<std::ptrdiff_t>(each));
}

Reason pinnedNote(const std::vector<int>& cpus) {
    std::string text;
    for (const int cpu : cpus) text += (text.empty() ? "" : ", ") + std::to_string(cpu);
    return {"pinned_to", {{"cpus", text}}, {}};
}

PinnedTeam::PinnedTeam(const std::vector<int>& cpus) : m_threads(static_cast<int>(cpus.size())) {
    if (cpus.empty()) return;
    std::atomic<int> refused = -1;
    onEachThread(m_threads, [&](int i) {
        const int cpu = cpus[static_cast<std::size_t>(i)];
        if (!binding().bindThisThread(cpu)) refused = cpu;
    });
    if (refused >= 0) throw WorkFailed{Reason{"pinning_refused", {{"cpu", refused.load()}}, {}}};
}

PinnedTeam::~PinnedTeam() {
    if (m_threads > 0) onEachThread(m_threads, [](int) { binding().freeThisThread(); });
}

}  // namespace duelo
