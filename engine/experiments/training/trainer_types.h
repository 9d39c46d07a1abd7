// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <string>

#include "experiments/training/params.h"
#include "models/weight_set.h"
#include "tensor/error.h"

/// Options and results of a Trainer (trainer.h).
namespace duelo {

class Ranks;

struct TrainerOptions {
    Device device = Device::Cpu;
    Mode mode = Mode::Eager;
    bool tf32 = false;
    /// Products of factors in bf16, weights in fp32: where learnsInBf16(), of a CPU that has
    /// instructions for it.
    bool bf16 = false;
    Optimizer optimizer = Optimizer::Adam;  ///< Adam: betas 0.9 and 0.999, eps 1e-8, no decay
    double learning_rate = 1e-3;
    double momentum = 0;        ///< SGD only, in [0, 1)
    std::uint64_t seed = 1234;  ///< of the dropout masks
    bool deterministic = true;  ///< the same bits every time, where LibTorch can
    /// The connection over which several processes that train the network together add up, each
    /// with its share of every batch. It must outlive the trainer; on a GPU, theirs have met in it.
    /// Null: alone.
    Ranks* ranks = nullptr;
};

/// Sums over samples, not means of batch means, which are wrong when the last batch is short
/// (S2-M25).
struct Metrics {
    double loss_sum = 0;
    std::int64_t right = 0, count = 0;

    [[nodiscard]] double loss() const;      ///< per sample; NaN without samples
    [[nodiscard]] double accuracy() const;  ///< share in [0, 1]; NaN without samples
};

/// Weights and optimiser state on the trainer's device. Names: the weights as in the network, what
/// the optimiser keeps of each with "optimizer." before it.
struct TrainerState {
    WeightMap tensors;
    std::int64_t updates = 0;  ///< of the optimiser; Adam corrects its averages by it
};

/// Leaves train() and evaluate() when the stop function says so. A std::exception, because
/// autograd can carry no other through its threads.
struct Stopped final : std::exception {
    [[nodiscard]] const char* what() const noexcept override { return "training stopped"; }
};

/// Throws TensorError of Kind::Index where a label is no class.
inline void checkLabel(std::int64_t label, std::int64_t classes) {
    if (label < 0 || label >= classes)
        throw TensorError(TensorError::Kind::Index, "label " + std::to_string(label) + " of " +
                                                        std::to_string(classes) + " classes");
}

/// Hears how many batches of a part are done, several times a second where they take longer than a
/// moment, and at the end that all are submitted.
using PartTold = std::function<void(std::size_t batches)>;

}  // namespace duelo
