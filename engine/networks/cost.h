// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/device.h"
#include "base/result.h"
#include "base/words.h"
#include "networks/network.h"
#include "networks/shape.h"

namespace duelo {

/// The cost of one operation for the actual image size and batch.
struct LayerCost {
    std::string name;  ///< of the module; the operation's own name where it has no parameters
    Op op;
    Shape output;
    std::int64_t parameters = 0;  ///< weights and biases, without running statistics
    std::int64_t mac = 0;         ///< multiply-accumulates
    std::int64_t flop = 0;        ///< 2 per multiply-accumulate
    std::int64_t bytes = 0;       ///< inputs and weights read once, output written once
};

/// Convolutions, linear layers and the products of attention count, as torchvision and the papers
/// do; what they call "GFLOPS" are multiply-accumulates. Norms, activations, softmax, pooling and
/// additions have bytes only.
struct ModelCost {
    std::vector<LayerCost> layers;
    std::int64_t mac = 0;
    std::int64_t flop = 0;
    std::int64_t layer_bytes = 0;       ///< every layer by itself, nothing kept in a cache
    std::int64_t compulsory_bytes = 0;  ///< image, weights and logits once: the least possible
};

/// `value_bytes`: 4 for fp32 and tf32, 2 for bf16 and fp16, 1 for int8. Fails with
/// `image_too_small_for_model`.
[[nodiscard]] Result<ModelCost> modelCost(const Network& network, const Shape& image,
                                          int value_bytes = 4);

/// Bytes that a forward pass will need, known before anything is allocated. It is an upper
/// bound: what tensors hold at once, plus the copies that a library may make inside one operation.
struct MemoryForecast {
    std::int64_t weights_bytes = 0;     ///< as the mode keeps them, prepared copies included
    std::int64_t input_bytes = 0;       ///< the caller's fp32 images
    std::int64_t activation_bytes = 0;  ///< peak over the steps of all live tensors
    std::int64_t workspace_bytes = 0;   ///< layout copies inside the most demanding operation

    [[nodiscard]] std::int64_t total() const {
        return weights_bytes + input_bytes + activation_bytes + workspace_bytes;
    }
};

[[nodiscard]] Result<MemoryForecast> forecastMemory(const Network& network, const Shape& image,
                                                    Device device, Mode mode, Precision precision);

[[nodiscard]] int valueBytes(Precision precision);

}  // namespace duelo
