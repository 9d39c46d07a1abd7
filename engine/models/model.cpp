// SPDX-License-Identifier: Apache-2.0
#include "models/model.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "dnn/dnn_loader.h"
#include "models/balanced_weights.h"
#include "models/calibration.h"
#include "models/compiled_network.h"
#include "models/folded_weights.h"
#include "models/kernels.h"
#include "models/numerics.h"
#include "models/onednn.h"
#include "models/token_kernels.h"
#include "networks/execution_plan.h"
#include "tensor/autograd.h"
#include "tensor/library.h"
#include "tensor/operators.h"

namespace duelo {
namespace {

ScalarType scalarType(Precision precision) {
    switch (precision) {
        case Precision::Bf16:
            return ScalarType::BFloat16;
        case Precision::Fp16:
            return ScalarType::Half;
        default:
            return ScalarType::Float;
    }
}

MemoryFormat imageFormat(Mode mode) {
    return mode == Mode::Eager ? MemoryFormat::Contiguous : MemoryFormat::ChannelsLast;
}

TensorDevice tensorDeviceOf(Device device) {
    return device.isGpu() ? TensorDevice::Cuda : TensorDevice::Cpu;
}

/// The activations of an image are released even when an operation throws: after out-of-memory
/// the next cell must find the memory free.
class ReleaseValues {
public:
    explicit ReleaseValues(std::vector<Tensor>& values) : m_values(values) {}
    ~ReleaseValues() {
        for (Tensor& value : m_values) value.reset();
    }
    ReleaseValues(const ReleaseValues&) = delete;
    ReleaseValues& operator=(const ReleaseValues&) = delete;

private:
    std::vector<Tensor>& m_values;
};

}  // namespace

/// Turns named tensors into kernels.
class Model::Builder {
public:
    Builder(const Network& network, const WeightMap& weights, const ModelOptions& options)
        : m_network(network), m_weights(weights), m_options(options) {}

    std::unique_ptr<Kernel> kernel(const Step& step) const {
        const Node& node = m_network.nodes()[step.node];
        if (node.op == Op::BatchNorm) return makeBatchNormKernel(node, normWeights(node));
        if (auto kernel = tokenKernel(node, step)) return kernel;
        if (!node.isConvOrLinear()) return makePlainKernel(node, step, {});
        LayerWeights weights = layerWeights(step);
        if (isFused(m_options.mode)) {
            auto fast = m_options.device.isCpu()
                            ? makePackedKernel(node, step, weights)
                            : makeGpuKernel(node, step, narrowBias(weights), m_options.finish);
            if (fast) return fast;
        }
        return makePlainKernel(node, step, narrowBias(std::move(weights)));
    }

private:
    std::unique_ptr<Kernel> tokenKernel(const Node& node, const Step& step) const {
        LayerWeights weights;
        if (node.op == Op::LayerNorm) weights = narrowBias(layerWeights(step));
        if (node.op == Op::ClassToken || node.op == Op::Positions)
            weights = foldedWeights(m_network, step, m_weights);
        return makeTokenKernel(
            node, step, std::move(weights), isFused(m_options.mode),
            TensorOptions(tensorDeviceOf(m_options.device)).dtype(scalarType(m_options.precision)));
    }

    Tensor find(const Node& node, const char* part) const {
        return m_weights.at(tensorName(node, part));
    }

    Tensor placed(const Tensor& tensor, ScalarType type) const {
        return tensor.to(tensorDeviceOf(m_options.device), type);
    }

    LayerWeights narrowBias(LayerWeights weights) const {
        if (weights.bias.defined())
            weights.bias = placed(weights.bias, scalarType(m_options.precision)).contiguous();
        return weights;
    }

    /// A tensor that already has the right type, place and layout is used where it lies. The bias
    /// stays in fp32 for kernels that take it so.
    LayerWeights layerWeights(const Step& step) const {
        LayerWeights folded = foldedWeights(m_network, step, m_weights);
        const ScalarType type = scalarType(m_options.precision);
        folded.weight = placed(folded.weight, type);
        if (folded.weight.dim() == 4)
            folded.weight = folded.weight.contiguous(imageFormat(m_options.mode));
        else
            folded.weight = folded.weight.contiguous();
        if (folded.bias.defined())
            folded.bias = placed(folded.bias, ScalarType::Float).contiguous();
        return folded;
    }

    /// fp32 also beside 16-bit activations: LibTorch accepts it and loses nothing by it.
    NormWeights normWeights(const Node& node) const {
        const auto part = [&](const char* name) {
            return placed(find(node, name), ScalarType::Float).contiguous();
        };
        return {part("weight"), part("bias"), part("running_mean"), part("running_var")};
    }

    const Network& m_network;
    const WeightMap& m_weights;
    const ModelOptions& m_options;
};

Model::Model(const Network& network, const WeightSet& weights, const ModelOptions& options)
    : m_network(network),
      m_options(options),
      m_steps(executionPlan(network, isFused(options.mode) ? Merging::Complete : Merging::None)),
      m_values(network.valueCount()) {
    const InferenceMode guard;
    if (options.mode == Mode::Compiled) {
        m_compiled = std::make_unique<CompiledNetwork>(
            *Dnn::instance().api().value(), network, weights, options.precision,
            options.calibration ? options.calibration->ranges : std::vector<DnnRange>());
        return;
    }
    const Builder builder(network, *weights, options);
    m_kernels.reserve(m_steps.size());
    for (const Step& step : m_steps) m_kernels.push_back(builder.kernel(step));
}

Model::~Model() = default;

Result<void> Model::prepare(const Shape& image) {
    if (m_compiled) return m_compiled->prepare(image);
    if (image == m_prepared) return {};
    const auto shapes = inferShapes(m_network, image);
    if (!shapes) return tl::unexpected(shapes.error());
    const InferenceMode guard;
    m_prepared = {.batch = 0};  // not prepared for anything if LibTorch throws half-way
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const int map = m_network.nodes()[m_steps[i].node].map;
        m_kernels[i]->prepare((*shapes)[map >= 0 ? map : m_steps[i].input]);
    }
    m_prepared = image;
    return {};
}

Tensor Model::forward(const Tensor& images, const SeeValue& see) {
    const InferenceMode guard;
    if (images.dim() != 4 || images.size(1) != m_network.imageChannels() ||
        images.device().kind != tensorDeviceOf(m_options.device).kind)
        throw std::invalid_argument("Model::forward: images must be [N, C, H, W] on the device");
    const Shape shape{images.size(0), images.size(1), images.size(2), images.size(3)};
    if (m_compiled ? !m_compiled->isReadyFor(shape) : shape != m_prepared) {
        if (const auto ready = prepare(shape); !ready)
            throw std::invalid_argument("Model::forward: " + ready.error().code);
    }
    if (m_compiled) return m_compiled->run(images);

    const ReleaseValues release(m_values);
    m_values[Network::kImage] =
        images.to(scalarType(m_options.precision), imageFormat(m_options.mode));
    Tensor none;
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const Step& step = m_steps[i];
        Tensor& residual = step.residual < 0 ? none : m_values[step.residual];
        m_values[step.output] = m_kernels[i]->run(m_values[step.input], residual);
        if (see) see(step.output, m_values[step.output]);
        for (const int value : step.dead) m_values[value].reset();
    }
    return m_values[m_steps.back().output].to(ScalarType::Float);
}

std::vector<Reason> Model::notes() const {
    std::string words;
    std::int64_t count = 0, all = 0;
    for (std::size_t i = 0; i < m_kernels.size(); ++i) {
        all += m_network.nodes()[m_steps[i].node].op == Op::Conv;
        std::string refusal = m_kernels[i]->refusal();
        if (refusal.empty()) continue;
        if (count++ == 0) words = std::move(refusal);
    }
    if (count == 0) return {};
    return {Reason{"gpu_fusion_refused", {{"count", count}, {"all", all}}, std::move(words)}};
}

Result<void> checkCompiled(Device device, Precision precision) {
    if (device.isGpu()) return fail("compiled_needs_cpu");
    const auto api = Dnn::instance().api();
    if (!api) return tl::unexpected(api.error());
    if (!(*api)->takes(precision))
        return fail("compiled_precision_missing",
                    {{"precision", word(precision)}, {"instructions", (*api)->instructions()}});
    return {};
}

Result<void> checkMode(Device device, Mode mode, Precision precision) {
    if (mode == Mode::Compiled) return checkCompiled(device, precision);
    if (precision == Precision::Int8) return fail("int8_needs_compiled");
    const bool isFusedBf16 = mode == Mode::Fused && precision == Precision::Bf16;
    if (isFusedBf16 && device.isCpu() && !oneDnnTakes(ScalarType::BFloat16))
        return fail("fused_precision_missing", {{"precision", word(precision)}});
    return {};
}

Result<std::unique_ptr<Model>> makeModel(const ModelInfo& info, const WeightSet& weights,
                                         const ModelOptions& options) {
    if (const auto support = precisionSupport(options.device, options.precision); !support)
        return tl::unexpected(support.error());
    if (options.device.isGpu() && !hasCuda())
        return fail("device_unavailable", {{"device", word(options.device)}});
    if (auto possible = checkMode(options.device, options.mode, options.precision); !possible)
        return tl::unexpected(possible.error());
    if (options.precision == Precision::Int8 && !options.calibration)
        throw std::invalid_argument("makeModel: int8 without a calibration");
    if (const auto suitable = checkWeights(info.network, weights ? *weights : WeightMap());
        !suitable)
        return tl::unexpected(suitable.error());
    return std::make_unique<Model>(info.network, balancedWeights(info, weights, options), options);
}

}  // namespace duelo
