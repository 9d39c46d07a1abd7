// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "networks/network.h"

namespace duelo {

enum class Activation { None, Relu, Relu6, Gelu };

/// One call into LibTorch: a node of the network, with what was merged into it.
struct Step {
    int node;             ///< index in Network::nodes()
    int batch_norm = -1;  ///< node folded into the weights of this convolution
    Activation activation = Activation::None;
    int input = 0;
    int residual = -1;  ///< value added before the activation; second operand of an Add
    int output = 0;
    /// The result may be written over its operand: `residual` of a convolution or a linear layer,
    /// else `input`.
    /// Never true for the image, which belongs to the caller.
    bool in_place = false;
    std::vector<int> dead;  ///< values that no later step reads; released after this one
};

/// The degree to which neighbouring nodes are merged into one call.
enum class Merging {
    None,  ///< one call per node, as PyTorch's eager mode does (Dropout vanishes in both)
    /// Convolution + batch norm + addition + activation in one call, likewise linear layer +
    /// addition + activation. GELU joins linear layers alone.
    Complete
};

/// The calls that run `network`, in order. Needs no weights, so memory can be forecast from it.
[[nodiscard]] std::vector<Step> executionPlan(const Network& network, Merging merging);

}  // namespace duelo
