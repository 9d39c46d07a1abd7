// SPDX-License-Identifier: Apache-2.0
// G20, P-05: copies of `transfer` against a loop as STREAM has it, and the arithmetic of `roofs`
// against MKL's product of matrices. Both sides take turns; the best of each counts, as there.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <string_view>
#include <thread>

#include "experiments/roofs/fma.h"
#include "experiments/roofs/maker.h"
#include "experiments/transfer/maker.h"
#include "machine/clock.h"
#include "measure/split_work.h"
#include "models/weight_set.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"
#include "tensor/parallel.h"

using namespace duelo;

namespace {

constexpr int kTurns = 15;

struct Best {
    double ours_ms = HUGE_VAL, theirs_ms = HUGE_VAL;
};

/// The threads of OpenMP look for more work for some milliseconds after each call. Where there are
/// no more processors than threads, that takes one from whoever has the next turn: a copy by two
/// threads was at 0.80 of the other's, whose threads slept meanwhile, and is level after a rest.
Best bestOf(const std::function<void()>& ours, const std::function<void()>& theirs) {
    const auto timed = [](const std::function<void()>& work) {
        std::this_thread::sleep_for(kSettle);
        const std::int64_t startNs = nowNs();
        work();
        return msSince(startNs);
    };
    Best best;
    for (int turn = 0; turn < kTurns; ++turn) {
        best.ours_ms = std::min(best.ours_ms, timed(ours));
        best.theirs_ms = std::min(best.theirs_ms, timed(theirs));
    }
    return best;
}

std::unique_ptr<Work> ready(Maker& maker, const Cell& cell) {
    auto work = maker.create(cell).value();
    static_cast<void>(work->prepare().value());
    return work;
}

void compareCopies(int threads) {
    constexpr std::int64_t kDoubles = 32 << 20;  // 256 MiB in each block
    TransferMaker maker;
    RoofsMaker roofs(std::make_unique<TransferMaker>());
    for (const char* by : {"memcpy", "loop", "roof"}) {
        const bool roof = by == std::string_view("roof");
        Params variant{{"device", "cpu"}, {"threads", threads}};
        if (!roof) variant.set("direction", "within_host"), variant.set("copy", by);
        Params copied{{"bytes", 8 * kDoubles}};
        if (roof) copied.set("kind", "copy");
        const auto work = ready(roof ? static_cast<Maker&>(roofs) : maker,
                                {.id = "c001",
                                 .experiment = roof ? "roofs" : "transfer",
                                 .work = copied,
                                 .variant = variant});
        const std::unique_ptr<double[]> a(new double[kDoubles]), c(new double[kDoubles]);
#pragma omp parallel for num_threads(threads)
        for (std::int64_t i = 0; i < kDoubles; ++i) a[i] = 1, c[i] = 0;
        const auto stream = [&] {
#pragma omp parallel for num_threads(threads)
            for (std::int64_t i = 0; i < kDoubles; ++i) c[i] = a[i];
        };
        const Best best = bestOf([&] { static_cast<void>(work->step(1)); }, stream);
        std::printf("copy 256 MiB, %d threads, %-6s: %6.2f GB/s; STREAM %6.2f GB/s: %.3f\n",
                    threads, by, 8e-6 * kDoubles / best.ours_ms, 8e-6 * kDoubles / best.theirs_ms,
                    best.theirs_ms / best.ours_ms);
    }
}

void compareArithmetic(int threads) {
    constexpr std::int64_t kSide = 2048;
    const InferenceMode inference;
    ops::set_num_threads(threads);
    const Tensor a = ops::empty({kSide, kSide}), b = ops::empty({kSide, kSide});
    for (const Tensor& factor : {a, b})
        randomUniform(1, "factor", factor.data_ptr<float>(), factor.numel());
    Tensor c = ops::empty({kSide, kSide});
    RoofsMaker maker(std::make_unique<TransferMaker>());
    const auto work = ready(maker, {.id = "c001",
                                    .experiment = "roofs",
                                    .work = {{"kind", "fma"}},
                                    .variant = {{"device", "cpu"}, {"threads", threads}}});
    const double flop = static_cast<double>(work->prepare()->quantities.front().per_call);
    const Best best =
        bestOf([&] { static_cast<void>(work->step(1)); }, [&] { ops::mm_out(c, a, b); });
    const double ours = 1e-6 * flop / best.ours_ms;
    const double theirs = 2e-6 * std::pow(kSide, 3) / best.theirs_ms;
    std::printf("arithmetic, %d threads, %s: %6.1f GFLOP/s; MKL's product %6.1f GFLOP/s: %.3f\n",
                threads, fmaKernel().isa, ours, theirs, ours / theirs);
}

}  // namespace

int main() {
    const int all = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    for (const int threads : {1, all}) {
        compareCopies(threads);
        compareArithmetic(threads);
    }
    return 0;
}
