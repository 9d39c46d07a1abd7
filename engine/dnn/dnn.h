// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/words.h"
#include "networks/execution_plan.h"
#include "networks/shape.h"

/// The interface by which a network is compiled. The engine never links oneDNN: the module
/// duelo_dnn implements DnnApi and is loaded at run time (dnn_loader.h), because LibTorch holds a
/// oneDNN of its own, of another version, whose symbols the two must not take from each other. So
/// nothing of either library stands in here.
namespace duelo {

/// Raised whenever anything here or in what it includes changes; both sides must agree exactly.
inline constexpr int dnn_abi_version = 3;

/// One step of executionPlan(network, Merging::Complete), with its sizes.
struct DnnLayer {
    Node node;  ///< what it computes; `name` and its places among the values are not read
    Activation activation = Activation::None;
    int input = 0, output = 0;
    int residual = -1;      ///< as in Step, likewise the next
    bool in_place = false;  ///< as in Step
    bool bias = false;      ///< its own or that of a batch norm folded into it
    Shape in{}, out{};
};

/// The least and the greatest number of a value.
struct DnnRange {
    float low = 0, high = 0;
};

/// All that a plan is made for. Value 0 is the image; what the last layer makes is the answer.
struct DnnWork {
    std::vector<DnnLayer> layers;
    Precision precision = Precision::Fp32;
    /// The range of each value, over images like those that will come; needed in int8 alone. A
    /// number outside its range becomes the nearer end.
    std::vector<DnnRange> ranges{};
};

/// The weights of one layer in fp32, batch norm folded in: [out, in / groups, kernel, kernel] or
/// [out, in]; `bias` [out] is null where the layer has none. For a layer norm both are [channels].
/// A class token is a weight [channels]; positions are [tokens, channels] for the map at hand.
struct DnnWeights {
    const float* weight = nullptr;
    const float* bias = nullptr;
};
/// Asked once for each layer that has weights, in int8 twice; they stay where they are until the
/// next question.
using DnnWeightsOf = std::function<DnnWeights(std::size_t layer)>;

/// One call into the library.
struct DnnKernel {
    std::vector<std::size_t>
        layers;                  ///< that it computes; none: it brings a value into another layout
    std::string implementation;  ///< the library's own name, such as "jit:avx512_core"
    std::int64_t bytes = 0;      ///< that it reads and writes, each once, in its own layouts
};

/// A network that was prepared for one image size, batch, precision and number of threads: a list
/// of primitives bound to fixed places of two pieces of memory. Belongs to one thread at a time.
class DnnPlan {
public:
    virtual ~DnnPlan() = default;

    /// `images`: fp32 [N, C, H, W]; `answer`: fp32 [N, classes]; both contiguous. Looks nothing up
    /// and keeps nothing. Throws std::runtime_error when the library fails.
    virtual void run(const float* images, float* answer) = 0;
    /// The same, with the time of each kernel by itself in ms: adds to what is there.
    virtual void runTimed(const float* images, float* answer, std::span<double> kernel_ms) = 0;

    [[nodiscard]] virtual const std::vector<DnnKernel>& kernels() const = 0;
    [[nodiscard]] virtual std::int64_t arenaBytes() const = 0;    ///< activations and scratch
    [[nodiscard]] virtual std::int64_t weightsBytes() const = 0;  ///< in the kernels' own layouts
};

class DnnApi {
public:
    virtual ~DnnApi() = default;

    [[nodiscard]] virtual std::string version() const = 0;  ///< of the library, such as "2.6.3"
    /// The instructions that it compiles for on this processor, such as "avx512_core_bf16".
    [[nodiscard]] virtual std::string instructions() const = 0;
    /// Tells whether it has convolutions of this precision on this processor.
    [[nodiscard]] virtual bool takes(Precision precision) const = 0;
    /// Compiles for as many threads as OpenMP gives the calling thread, which must be as many in
    /// every run. Reasons: "compiled_operation_unknown" {operation}, "compiled_failed" {detail}.
    [[nodiscard]] virtual Result<std::unique_ptr<DnnPlan>> compile(const DnnWork& work,
                                                                   const DnnWeightsOf& weights) = 0;
};

}  // namespace duelo
