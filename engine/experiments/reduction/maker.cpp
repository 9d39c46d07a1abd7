// SPDX-License-Identifier: Apache-2.0
#include "experiments/reduction/maker.h"

#include <utility>

#include "experiments/plain_failure.h"
#include "machine/process_memory.h"

namespace duelo {

Result<void> ReductionMaker::check(const Cell& cell) {
    const SumTask task = sumTask(cell.work, cell.variant);
    if (auto why = task.whyNot()) return tl::unexpected(*std::move(why));
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
    const SumTask task = sumTask(cell.work, cell.variant);
    // The first of a case makes the numbers for all; each scan writes sums of its own.
    const std::int64_t moved = task.bytesMoved(),
                       written = task.operation == NumberOperation::Scan ? moved / 2 : 0;
    return Forecast{.bytes = (m_store.holds(task) ? 0 : moved - written) + written,
                    .free_bytes = freeMemoryBytes(),
                    .flop = task.numbers,  // to count is to add too
                    .bytes_moved = moved};
}

Failure ReductionMaker::describe(const std::exception_ptr& error) {
    return plainFailure(error);
}

}  // namespace duelo
