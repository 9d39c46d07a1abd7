// SPDX-License-Identifier: Apache-2.0
#include "calibration.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <thread>

#include "experiments/torch_threads.h"
#include "machine/clock.h"
#include "models/numerics.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

/// 3 x 3 convolutions, few channels on a large side and many on a small one: 231 MFLOP each.
struct Convolution {
    std::int64_t channels, side;
};
constexpr std::array<Convolution, 2> kConvolutions{{{64, 56}, {256, 14}}};
constexpr std::int64_t kTaps = 9;
/// A layer's output at a middling size; the pass reads it and writes another.
constexpr std::int64_t kPassFloats = 2 << 20;

constexpr int kCallsLeast = 3, kCallsMost = 8;
constexpr double kSliceMs = 20;

/// One call when nothing else disturbs it: what other programs take away belongs to no device. It
/// may take ten times what the call does, where one of its threads waits for a processor, so a slow
/// one is asked again as well.
double callMs(const std::function<void()>& call) {
    call();
    const std::int64_t startNs = nowNs();
    double fastest_ms = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kCallsMost && (i < kCallsLeast || msSince(startNs) < kSliceMs); ++i) {
        const std::int64_t callNs = nowNs();
        call();
        fastest_ms = std::min(fastest_ms, msSince(callNs));
    }
    return fastest_ms;
}

ComputeRate measured(int threads, GpuApi* gpu) {
    const InferenceMode inference;
    applyNumerics({});
    std::unique_ptr<GpuScope> stream;
    if (gpu != nullptr)
        stream = gpu->measuringStream();
    else
        useTorchThreads(threads);
    const auto finish = [gpu] {
        if (gpu != nullptr) gpu->synchronize();
    };
    const TensorOptions options =
        TensorOptions(ScalarType::Float).device(gpu != nullptr ? gpu->device() : TensorDevice::Cpu);

    double flop = 0;
    double convolutions_ms = 0;
    for (const auto& [channels, side] : kConvolutions) {
        const Tensor input = ops::full({1, channels, side, side}, 0.5, options);
        const Tensor weight = ops::full({channels, channels, 3, 3}, 0.01, options);
        flop += static_cast<double>(2 * kTaps * channels * channels * side * side);
        convolutions_ms += callMs([&] {
            static_cast<void>(ops::conv2d(input, weight, {}, {1, 1}, {1, 1}));
            finish();
        });
    }
    const Tensor layer = ops::full({kPassFloats}, 0.5, options);
    const double pass_ms = callMs([&] {
        static_cast<void>(ops::relu(layer));
        finish();
    });
    return {.flop_per_ms = flop / convolutions_ms,
            .bytes_per_ms = 2.0 * sizeof(float) * kPassFloats / pass_ms,
            .threads = threads};
}

}  // namespace

std::optional<ComputeRate> measureRate(int threads, GpuApi* gpu) {
    std::optional<ComputeRate> rate;
    std::thread([&] {
        try {
            rate = measured(threads, gpu);
        } catch (...) {
            // No GPU memory left, a faulty library: a forecast is no place to explain that.
            rate.reset();
        }
        if (gpu != nullptr && rate) gpu->emptyCache();
    }).join();
    return rate;
}

}  // namespace duelo
