// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/work.h"

#include <algorithm>
#include <vector>

#include "base/sha256.h"
#include "experiments/max_pool/inputs.h"
#include "machine/clock.h"
#include "report/comparison.h"

namespace duelo {

namespace {

/// Rows at a time: few enough that a cancel is heard at once.
constexpr long kPoolSliceRows = 64;

/// A map of this many elements stands in the record, as the thesis prints its own (S2-20).
constexpr std::int64_t kShownMap = 64;
/// The same for the map of a photograph, where fewer elements show nothing; the photograph's side
/// is at most twice as long.
constexpr std::int64_t kShownPicture = 1024;

bool isShown(const PoolCase& work) {
    if (work.input == PoolInput::Picture)
        return work.windows() <= kShownPicture && work.elements() <= 4 * kShownPicture;
    return work.windows() <= kShownMap;
}

}  // namespace

Result<Prepared> PoolWork::prepare() {
    m_input = poolInput(m_case);
    makeRoom();
    const std::int64_t bytes =
        (m_case.elements() + m_case.windows()) * static_cast<std::int64_t>(sizeof(float));
    std::vector<Identity> identities;
    if (m_case.input == PoolInput::Picture)
        identities = {{.id = "picture",
                       .sha256 = sha256Hex(std::as_bytes(m_input.values())),
                       .file = baseName(m_case.picture),
                       .shape = {m_case.size, m_case.size},
                       .notes = m_case.notes}};
    Prepared prepared{.identities = std::move(identities),
                      .quantities = {{"windows", m_case.windows(), "window_rate", "window/s"},
                                     {"bytes_moved", bytes, "byte_rate", "byte/s"}}};
    if (!m_cpus.empty()) prepared.notes.push_back(pinnedNote(m_cpus));
    return prepared;
}

Timing PoolWork::step(int calls) {
    const PinnedTeam pinned(m_cpus, eachThread());
    const std::int64_t startNs = nowNs();
    for (int i = 0; i < calls; ++i) pool();
    const double wall_ms = msSince(startNs);
    return {.wall_ms = wall_ms, .parts = {{"compute", wall_ms}}};  // a call does nothing else
}

Output PoolWork::output() {
    const std::span<const float> values = map();
    Output output{.fingerprint = fingerprintOf(values, {m_case.out(), m_case.out()}, false)};
    if (isShown(m_case)) {
        output.output["input"] =
            std::vector<float>(m_input.values().begin(), m_input.values().end());
        output.output["map"] = std::vector<float>(values.begin(), values.end());
    }
    return output;
}

AlignedFloats mapByLoops(const PoolCase& work, const AlignedFloats& picture) {
    const auto narrow = [](std::int64_t value) { return static_cast<long>(value); };
    AlignedFloats map(static_cast<std::size_t>(work.windows()));
    usablePoolKernels().back().loops(
        picture.data(), map.data(), narrow(work.size), narrow(work.out()), narrow(work.window),
        narrow(work.stride), narrow(work.padding), work.borderValue(), 0, narrow(work.out()));
    return map;
}

KernelPool::KernelPool(const PoolCase& work, PoolKernel kernel, int threads,
                       const PoolKernels& kernels)
    : PoolWork(work), m_kernel(kernel), m_kernels(kernels), m_team(threads) {}

void KernelPool::makeRoom() {
    m_map = AlignedFloats(static_cast<std::size_t>(work().windows()));
    m_lines.clear();
    if (m_kernel == PoolKernel::Loops) return;
    for (int member = 0; member < m_team.threads(); ++member)
        m_lines.emplace_back(static_cast<std::size_t>(work().size + 2 * work().padding));
}

void KernelPool::poolRows(int member) {
    const auto begin = [this](int of) {
        return static_cast<long>(
            m_team.begin(of, static_cast<std::size_t>(work().out()), std::size_t{1}));
    };
    const auto narrow = [](std::int64_t value) { return static_cast<long>(value); };
    const long size = narrow(work().size), out = narrow(work().out()),
               window = narrow(work().window), stride = narrow(work().stride),
               padding = narrow(work().padding), to = begin(member + 1);
    const float border = work().borderValue();
    for (long first = begin(member); first < to; first += kPoolSliceRows) {
        if (control().stop.stop_requested()) return;
        const long last = std::min(first + kPoolSliceRows, to);
        if (m_kernel == PoolKernel::Loops)
            m_kernels.loops(input().data(), m_map.data(), size, out, window, stride, padding,
                            border, first, last);
        else
            m_kernels.rows(input().data(), m_map.data(), size, out, window, stride, padding, border,
                           first, last, m_lines[static_cast<std::size_t>(member)].data());
        // All threads have the same to do, so one speaks for all.
        if (member == 0) control().progress(static_cast<double>(last) / static_cast<double>(to));
    }
}

void KernelPool::pool() {
    m_team.run([this](int member) { poolRows(member); });
    if (control().stop.stop_requested()) throw StepStopped{};
}

}  // namespace duelo
