// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/device.h"
#include "base/result.h"
#include "base/words.h"
#include "models/weight_set.h"
#include "networks/registry.h"
#include "networks/shape.h"
#include "tensor/tensor.h"

namespace duelo {

class CompiledNetwork;
struct Calibration;
class Kernel;
struct Step;

/// y = min(max(y + bias + residual, low), high) in one launch, as GpuApi::addBiasClip() does it.
using FinishConv = std::function<void(Tensor& y, const Tensor& bias, const Tensor& residual,
                                      float low, float high)>;

/// A value of Network by its number, while a network computes.
using SeeValue = std::function<void(int value, const Tensor& tensor)>;

/// A model of the mode Graph computes as a fused one; recording it is its caller's.
struct ModelOptions {
    Mode mode = Mode::Eager;
    Device device = Device::Cpu;
    Precision precision = Precision::Fp32;
    FinishConv finish{};  ///< for Mode::Fused on a GPU; unset: LibTorch's operations
    std::shared_ptr<const Calibration> calibration{};  ///< in int8, which is nothing without
};

/// A network that runs: one architecture with weights, on one device, in one mode and precision.
/// Not thread-safe; it belongs to the worker thread. TensorErrors (out of memory, device faults)
/// pass through forward() and leave no tensor behind.
class Model {
public:
    Model(const Network& network, const WeightSet& weights, const ModelOptions& options);
    ~Model();
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;

    /// Lays weights out for this image size and batch. forward() does it too when the size changes,
    /// and it takes about as long as a few images, so it belongs in the cold phase.
    /// Fails with `image_too_small_for_model`.
    [[nodiscard]] Result<void> prepare(const Shape& image);

    /// `images`: fp32 [N, C, H, W], contiguous, on the model's device, already normalised.
    /// Converting them to the precision and layout of the model is part of the work. Returns fp32
    /// logits [N, classes] on the device, without waiting for it.
    /// `see` is shown every value as it is made, but in the mode Compiled; a later operation may
    /// write over it.
    [[nodiscard]] Tensor forward(const Tensor& images, const SeeValue& see = {});

    /// Returns the compiled network in the mode Compiled, after prepare(); else null.
    [[nodiscard]] CompiledNetwork* compiled() const { return m_compiled.get(); }

    /// Returns remarks on the calls until now: `gpu_fusion_refused` {count, all} with the library's
    /// words, where it did not fuse convolutions that it should.
    [[nodiscard]] std::vector<Reason> notes() const;

    [[nodiscard]] const ModelOptions& options() const { return m_options; }
    [[nodiscard]] int classes() const { return m_network.classes(); }

private:
    class Builder;

    const Network& m_network;
    const ModelOptions m_options;
    std::vector<Step> m_steps;
    std::vector<std::unique_ptr<Kernel>> m_kernels;  // one per step
    std::vector<Tensor> m_values;                    // alive ones only, by value number
    std::unique_ptr<CompiledNetwork> m_compiled;     // instead of all three in the mode Compiled
    Shape m_prepared{.batch = 0};
};

/// Fails with `precision_unsupported`, `device_unavailable`, or a reason of checkMode() or
/// checkWeights(). Tensors that are already as the mode needs them are shared, not copied.
[[nodiscard]] Result<std::unique_ptr<Model>> makeModel(const ModelInfo& info,
                                                       const WeightSet& weights,
                                                       const ModelOptions& options);

/// Checks whether there is what compiles networks, and compiles them for this precision: the
/// reasons of Dnn::api(), "compiled_precision_missing" {precision, instructions},
/// "compiled_needs_cpu".
[[nodiscard]] Result<void> checkCompiled(Device device, Precision precision);

/// Checks whether networks can be computed so: the reasons of checkCompiled(),
/// "int8_needs_compiled", "fused_precision_missing" {precision}. The last is bf16 on a CPU for
/// which oneDNN has no bf16: LibTorch's public operations round there more often than eager ones
/// (tst_accuracy).
[[nodiscard]] Result<void> checkMode(Device device, Mode mode, Precision precision);

}  // namespace duelo
