// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/maker.h"

#include <utility>

#include "experiments/plain_failure.h"
#include "machine/process_memory.h"

namespace duelo {

namespace {

PoolKernel poolKernelOf(const Cell& cell) {
    return cell.variant.word<PoolKernel>("kernel");
}

/// Returns the value of the axis "threads"; kernels with one thread do not have it.
int poolThreadsOf(const Cell& cell) {
    return static_cast<int>(cell.variant.integer("threads", 1));
}

}  // namespace

Result<std::optional<OwnKernel>> ownPoolOf(const Cell& cell) {
    if (poolKernelOf(cell) != PoolKernel::Own) return std::nullopt;
    auto own = ownKernelOf(cell, kernels::kPoolShapes);
    if (!own) return tl::unexpected(own.error());
    return std::move(*own);
}

PoolKernel basePoolKernel(const OwnKernel& own) {
    return parseWord<PoolKernel>(own.shape.kernel).value_or(PoolKernel::Own);
}

Result<void> PoolMaker::check(const Cell& cell) {
    const auto own = ownPoolOf(cell);
    if (!own) return tl::unexpected(own.error());
    const PoolKernel kernel = *own ? basePoolKernel(**own) : poolKernelOf(cell);
    const PoolCase work = poolCase(cell.work);
    if (work.input == PoolInput::Picture)
        if (auto why = whyNotRead(work)) return tl::unexpected(*std::move(why));
    const bool onGpu = deviceOf(cell.variant).isGpu();
    if ((isLibrarys(kernel) || onGpu) && !hasLibrary()) return fail("pool_needs_torch");
    if (launchesEachWindow(kernel)) {
        if (work.windows() > kMostLaunches)
            return fail("pool_too_many_launches",
                        {{"windows", work.windows()}, {"max", kMostLaunches}});
        if (needsThreadForEach(kernel) && work.window > kMostIdentityWindow)
            return fail("pool_identity_window",
                        {{"window", work.window}, {"max", kMostIdentityWindow}});
    }
    if (auto cpus = pinnedCpus(cell.variant); !cpus) return tl::unexpected(cpus.error());
    if (kernel == PoolKernel::GpuRows && !hasWindowsOfTwo(work)) return fail("pool_rows_only");
    if (!isLibrarys(kernel)) return {};
    const std::int64_t widest = kernel == PoolKernel::CuDnn ? work.window - 1 : work.window / 2;
    const std::int64_t most = work.border == PoolBorder::Least ? widest : 0;
    if (work.padding > most)
        return fail("pool_library_padding", {{"padding", work.padding}, {"max", most}});
    return {};
}

Result<PoolCase> PoolMaker::caseOf(const Cell& cell) {
    PoolCase work = poolCase(cell.work);
    if (work.input == PoolInput::Picture)
        if (auto given = read(work); !given) return tl::unexpected(given.error());
    return work;
}

Result<std::unique_ptr<Work>> PoolMaker::create(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    const auto work = caseOf(cell);
    if (!work) return tl::unexpected(work.error());
    std::unique_ptr<PoolWork> pool =
        isLibrarys(poolKernelOf(cell))
            ? library(*work, poolKernelOf(cell), poolThreadsOf(cell))
            : std::make_unique<KernelPool>(*work, poolKernelOf(cell), poolThreadsOf(cell),
                                           usablePoolKernels().back());
    pool->keepTo(*pinnedCpus(cell.variant));
    return pool;
}

Result<Forecast> PoolMaker::forecast(const Cell& cell) {
    const PoolCase work = poolCase(cell.work);
    constexpr std::int64_t kIndexBytes = 8;  // LibTorch keeps where each maximum was
    const std::int64_t values = work.elements() + work.windows();
    std::int64_t bytes = values * static_cast<std::int64_t>(sizeof(float));
    if (poolKernelOf(cell) == PoolKernel::Library) bytes += kIndexBytes * work.windows();
    return Forecast{.bytes = bytes, .free_bytes = freeMemoryBytes()};
}

Failure PoolMaker::describe(const std::exception_ptr& error) {
    return plainFailure(error);
}

}  // namespace duelo
