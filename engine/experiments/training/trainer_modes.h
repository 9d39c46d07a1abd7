// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "experiments/training/trainer.h"

namespace duelo {

/// Throws std::logic_error unless each node reads the one before it and is one of the six
/// operations that the trainers know.
void checkTrainable(const Network& network);

/// Autograd and torch::optim, as a program written with LibTorch's own loop; contiguous or, in
/// Mode::ChannelsLast, with the channels innermost. `gpu` is null on the CPU, here and below.
[[nodiscard]] std::unique_ptr<Trainer> makeEagerTrainer(const Network& network,
                                                        const WeightMap& initial,
                                                        const TrainerOptions& options, GpuApi* gpu);

/// Three loops for each product, on one thread, of networks that isPlain() is true of: others throw
/// std::logic_error.
[[nodiscard]] bool isPlain(const Network& network);
[[nodiscard]] std::unique_ptr<Trainer> makePlainTrainer(const Network& network,
                                                        const WeightMap& initial,
                                                        const TrainerOptions& options);

/// Forward and backward spelt out, on buffers that are allocated once per batch size, and one
/// optimiser step over all parameters at once.
[[nodiscard]] std::unique_ptr<Trainer> makeFusedTrainer(const Network& network,
                                                        const WeightMap& initial,
                                                        const TrainerOptions& options, GpuApi* gpu);

/// The fused step as a CUDA graph, captured once per batch size.
[[nodiscard]] std::unique_ptr<Trainer> makeGraphTrainer(const Network& network,
                                                        const WeightMap& initial,
                                                        const TrainerOptions& options, GpuApi& gpu);

}  // namespace duelo
