// SPDX-License-Identifier: Apache-2.0
#include "experiments/reduction/maker.h"

#include "experiments/plain_failure.h"
#include "machine/process_memory.h"

namespace duelo {

Result<void> ReductionMaker::check(const Cell& cell) {
    const SumTask task = sumTask(cell.work, cell.variant);
    if (takesTurns(task.way) && task.numbers > kMostTurns)
        return fail("reduction_too_many_turns", {{"numbers", task.numbers}, {"max", kMostTurns}});
    if (task.way == SumWay::Library && !hasLibrary()) return fail("reduction_needs_torch");
    return {};
}

Result<std::unique_ptr<Work>> ReductionMaker::create(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    const SumTask task = sumTask(cell.work, cell.variant);
    if (task.way == SumWay::Library) return library(task);
    return std::make_unique<KernelSum>(task, m_store);
}

Result<Forecast> ReductionMaker::forecast(const Cell& cell) {
    const std::int64_t numbers = sumTask(cell.work, cell.variant).numbers;
    const std::int64_t bytes = numbers * std::int64_t{sizeof(float)};
    // The first of a case makes the numbers for all.
    return Forecast{.bytes = m_store.holds(numbers) ? 0 : bytes,
                    .free_bytes = freeMemoryBytes(),
                    .flop = numbers,
                    .bytes_moved = bytes};
}

Failure ReductionMaker::describe(const std::exception_ptr& error) {
    return plainFailure(error);
}

}  // namespace duelo
