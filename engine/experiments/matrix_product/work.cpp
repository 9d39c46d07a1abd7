// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/work.h"

#include <algorithm>
#include <string>

#include "machine/clock.h"

namespace duelo {

namespace {

/// The rows that kernels without packing compute at once: few enough that a cancel is heard at
/// once, and enough that a block of b is used often.
constexpr long kSliceRows = 64;

std::int64_t packedValues(std::int64_t n, const ProductKernels& kernels) {
    return (n + kernels.strip_columns - 1) / kernels.strip_columns * kernels.strip_columns * n;
}

}  // namespace

Result<void> ProductWork::fetch() {
    static_cast<void>(m_store.of(m_case));
    return {};
}

Result<Prepared> ProductWork::prepare() {
    m_inputs = m_store.of(m_case);
    makeRoom();
    // Each matrix once, in the format of its numbers: no program needs less.
    const bool half = m_precision == Precision::Fp16 || m_precision == Precision::Bf16;
    Prepared prepared{.quantities = {{"flop", productFlop(m_case.n), "flop_rate", "flop/s"},
                                     {"bytes_moved", 3 * m_case.n * m_case.n * (half ? 2 : 4)}}};
    if (!m_cpus.empty()) prepared.notes.push_back(pinnedNote(m_cpus));
    return prepared;
}

Timing ProductWork::step(int calls) {
    const PinnedTeam pinned(m_cpus, eachThread());
    const std::int64_t startNs = nowNs();
    for (int i = 0; i < calls; ++i) multiply();
    const double wall_ms = msSince(startNs);
    return {.wall_ms = wall_ms, .parts = {{"compute", wall_ms}}};  // a call does nothing else
}

Output ProductWork::output() {
    const std::span<const float> c = product();
    const ProductError error = productError(m_case, *m_inputs, c);
    const double bound = productErrorBound(m_case.n, m_precision);
    if (!(error.share <= bound))
        throw WorkFailed{{"product_wrong",
                          {{"row", error.row},
                           {"column", error.column},
                           {"found", error.found},
                           {"expected", error.expected}},
                          {}}};
    Output output{
        .fingerprint = fingerprintOf(c, {m_case.n, m_case.n}, false),
        .metrics = {{.id = "error", .value = error.share}, {.id = "error_bound", .value = bound}}};
    tell(output);
    return output;
}

KernelProduct::KernelProduct(const ProductCase& work, ProductKernel kernel, int threads,
                             const ProductKernels& kernels, ProductInputStore& store)
    : ProductWork(work, Precision::Fp32, store),
      m_kernel(kernel),
      m_threads(threads),
      m_kernels(kernels) {}

void KernelProduct::makeRoom() {
    m_c = AlignedFloats(static_cast<std::size_t>(work().n * work().n));
    if (m_kernel != ProductKernel::Packed) return;
    m_packed = AlignedFloats(static_cast<std::size_t>(packedValues(work().n, m_kernels)));
    m_space = AlignedFloats(static_cast<std::size_t>(m_threads * m_kernels.space_values));
    m_team = std::make_unique<Team>(m_threads);
}

EachThread KernelProduct::eachThread() {
    if (!m_team) return thisThread();
    return [this](const auto& call) { m_team->run(call); };
}

ProductRows KernelProduct::rowsKernel() const {
    return m_kernel == ProductKernel::ThreeLoops  ? m_kernels.three_loops
           : m_kernel == ProductKernel::LoopOrder ? m_kernels.loop_order
                                                  : m_kernels.blocked;
}

template <typename F>
void KernelProduct::inSlices(long from, long to, long slice, bool speaks, const F& rows) {
    for (long first = from; first < to; first += slice) {
        if (control().stop.stop_requested()) return;
        const long last = std::min(first + slice, to);
        rows(first, last);
        if (speaks)
            control().progress(static_cast<double>(last - from) / static_cast<double>(to - from));
    }
}

void KernelProduct::multiply() {
    if (m_kernel == ProductKernel::Packed) {
        multiplyPacked();
    } else {
        const auto n = static_cast<long>(work().n);
        const ProductRows kernel = rowsKernel();
        inSlices(0, n, kSliceRows, true, [&](long first, long last) {
            kernel(inputs().a.data(), inputs().b.data(), m_c.data(), n, first, last);
        });
    }
    if (control().stop.stop_requested()) throw StepStopped{};
}

void KernelProduct::multiplyPacked() {
    const auto n = static_cast<long>(work().n);
    const long strips = (n + m_kernels.strip_columns - 1) / m_kernels.strip_columns;
    const auto begin = [this](int member, long count, long grain) {
        return static_cast<long>(m_team->begin(member, static_cast<std::size_t>(count),
                                               static_cast<std::size_t>(grain)));
    };
    m_team->run([&](int member) {
        m_kernels.pack(inputs().b.data(), m_packed.data(), n, begin(member, strips, 1),
                       begin(member + 1, strips, 1));
    });
    m_team->run([&](int member) {
        // All threads have the same to do, so one speaks for all.
        inSlices(begin(member, n, m_kernels.tile_rows), begin(member + 1, n, m_kernels.tile_rows),
                 m_kernels.block_rows, member == 0, [&](long first, long last) {
                     m_kernels.packed(inputs().a.data(), m_packed.data(), m_c.data(), n, first,
                                      last, m_space.data() + member * m_kernels.space_values);
                 });
    });
}

void KernelProduct::tell(Output& output) const {
    output.output["instructions"] = m_kernels.instructions;
    output.output["lanes"] = m_kernels.lanes;
}

std::int64_t productBytes(ProductKernel kernel, std::int64_t n, int threads,
                          const ProductKernels& kernels) {
    std::int64_t values = n * n;
    if (kernel == ProductKernel::Packed)
        values += packedValues(n, kernels) + threads * std::int64_t{kernels.space_values};
    return values * static_cast<std::int64_t>(sizeof(float));
}

}  // namespace duelo
