// SPDX-License-Identifier: Apache-2.0
#include "experiments/pi/maker.h"

#include "experiments/plain_failure.h"
#include "machine/process_memory.h"

namespace duelo {

namespace {

PiHow howOf(const Cell& cell) {
    return cell.variant.word<PiHow>("how");
}

/// Returns the value of the axis "threads"; a loop has none and 1 thread.
int piThreadsOf(const Cell& cell) {
    return static_cast<int>(cell.variant.integer("threads", 1));
}

}  // namespace

std::int64_t piArrayBytes(const PiCase& work) {
    constexpr std::int64_t kValueBytes = 8, kFlagBytes = 1;
    // Both are written over as far as that goes, so two arrays of values are the most at a time.
    if (work.method == PiMethod::Series) return 2 * kValueBytes * (work.samples / 2);
    return (2 * kValueBytes + kFlagBytes) * work.samples;
}

Result<void> PiMaker::check(const Cell& cell) {
    if (deviceOf(cell.variant).isGpu()) return fail("pi_gpu_needs_torch");
    if (howOf(cell) == PiHow::Array && !hasArrays()) return fail("array_needs_torch");
    if (auto cpus = pinnedCpus(cell.variant); !cpus) return tl::unexpected(cpus.error());
    return {};
}

Result<std::unique_ptr<Work>> PiMaker::create(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    const PiCase work = piCase(cell.work);
    std::unique_ptr<PiWork> pi = howOf(cell) == PiHow::Array
                                     ? arrays(work, piThreadsOf(cell))
                                     : std::make_unique<PiLoop>(work, piThreadsOf(cell));
    pi->keepTo(*pinnedCpus(cell.variant));
    return pi;
}

Result<Forecast> PiMaker::forecast(const Cell& cell) {
    return Forecast{.bytes = howOf(cell) == PiHow::Array ? piArrayBytes(piCase(cell.work)) : 0,
                    .free_bytes = freeMemoryBytes()};
}

Failure PiMaker::describe(const std::exception_ptr& error) {
    return plainFailure(error);
}

}  // namespace duelo
