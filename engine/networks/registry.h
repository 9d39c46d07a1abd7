// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "networks/network.h"
#include "networks/normalisation.h"

namespace duelo {

struct ModelInfo {
    std::string_view name;       ///< in plans, records and on the command line; people read its
                                 ///< word in the group "model"
    std::string_view note_code;  ///< a sentence about it in resources/text
    Network network;
    std::int64_t parameters;  ///< derived from the network
    int classes;
    int min_size_px;
    Normalisation normalisation;  ///< what its own weights expect of a photograph
    int size_step_px = 1;         ///< an image's side is a multiple of this
    /// The same network with another number of classes; null: it is no published one.
    Network (*with_outputs)(int outputs) = nullptr;
};

[[nodiscard]] std::span<const ModelInfo> models();

/// Fails with `unknown_model`, naming the accepted ones. The pointer stays valid for ever.
[[nodiscard]] Result<const ModelInfo*> findModel(std::string_view name);

/// Name of the model that reads exactly these tensors, in any order; empty: none of ours. Counters
/// of batch norm (`num_batches_tracked`) do not matter.
[[nodiscard]] std::string modelWithTensors(std::span<const TensorSpec> tensors);

/// Fails with `size_too_small`, naming the model and its smallest size, and `size_of_no_patches`.
[[nodiscard]] Result<void> checkSize(const ModelInfo& info, int size_px);

}  // namespace duelo
