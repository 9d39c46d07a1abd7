// SPDX-License-Identifier: Apache-2.0
#include "networks/cost.h"

#include <algorithm>
#include <utility>

#include "base/memory_block.h"
#include "base/processors.h"
#include "networks/arena.h"
#include "networks/execution_plan.h"
#include "networks/winograd.h"

namespace duelo {
namespace {

std::int64_t elements(const std::vector<TensorSpec>& specs) {
    std::int64_t sum = 0;
    for (const TensorSpec& spec : specs) {
        std::int64_t count = 1;
        for (const std::int64_t extent : spec.shape) count *= extent;
        sum += count;
    }
    return sum;
}

/// Rows of a product: images, or tokens of all of them.
std::int64_t rows(const Shape& shape) {
    return shape.batch * shape.height * shape.width;
}

std::int64_t macs(const Node& node, const Shape& output) {
    switch (node.op) {
        case Op::Conv:
            return output.elements() * (node.in_channels / node.groups) * node.kernel * node.kernel;
        case Op::Linear:
            return output.elements() * node.in_channels;
        case Op::Attention:
            // Each query with each key, and what comes of it with each value, over all heads
            // (Vaswani et al. 2017, equation 1; so does torchvision count).
            return 2 * output.elements() * output.height;
        default:
            return 0;
    }
}

/// Follows which tensors are alive, as the executor releases them (Step::dead).
class LiveTensors {
public:
    explicit LiveTensors(int values) : m_storage(values, -1) {}

    void create(int value, std::int64_t bytes) {
        m_storage[value] = static_cast<int>(m_bytes.size());
        m_bytes.push_back(bytes);
        m_names.push_back(1);
        m_live += bytes;
    }
    void share(int value, int original) {
        m_storage[value] = m_storage[original];
        ++m_names[m_storage[value]];
    }
    void release(int value) {
        const int storage = m_storage[value];
        if (--m_names[storage] == 0) m_live -= m_bytes[storage];
    }
    [[nodiscard]] std::int64_t bytes() const { return m_live; }

private:
    std::vector<int> m_storage;  // value -> storage
    std::vector<std::int64_t> m_bytes;
    std::vector<int> m_names;  // storage -> values that still hold it
    std::int64_t m_live = 0;
};

std::int64_t threadsAtMost() {
    return usableProcessors().logical;
}

/// Returns the bytes that attention needs between its input and its result. By steps: queries, keys
/// and values by heads, scaled queries, the result by heads, and what each query finds of each key,
/// before and after softmax. By tiles (LibTorch's scaled_dot_product_attention, the mode Compiled):
/// a tile of that for each thread, of at most 256 queries and 512 keys, with what the queries come
/// to, and the operands in fp32.
std::int64_t attentionBytes(const Node& node, const Shape& in, bool tiled, int value_bytes) {
    const std::int64_t tokens = in.height, width = in.channels / 3 / node.heads;
    if (!tiled)
        return (in.batch * tokens * in.channels * 2 + in.batch * node.heads * tokens * tokens * 2) *
               value_bytes;
    const std::int64_t queries = std::min<std::int64_t>(tokens, 256);
    const std::int64_t keys = std::min<std::int64_t>(tokens, 512);
    return threadsAtMost() * (2 * queries * keys + queries * (2 + 2 * width) + 4 * keys * width) *
           4;
}

/// Values that an operation needs besides its operands and its result.
std::int64_t workspaceBytes(const Step& step, const Node& node, const Shape& in, const Shape& out,
                            Merging merging, Device device, int value_bytes) {
    switch (node.op) {
        case Op::Conv: {
            // oneDNN may reorder input, output and weights to its blocked layout; "SAME" padding
            // and a residual that cannot be overwritten cost a copy each.
            const std::int64_t padded =
                in.batch * in.channels * (in.height + node.kernel) * (in.width + node.kernel);
            const std::int64_t copied = step.residual >= 0 && !step.in_place ? out.elements() : 0;
            // With several threads ATen may compute 16-bit convolutions in fp32: a converted input,
            // the result and its copy in another layout (seen on 2.11, CPU, 1x1 kernels).
            const std::int64_t widened =
                device.isCpu() && value_bytes == 2
                    ? (in.elements() + 2 * out.elements()) * std::int64_t{4}
                    : 0;
            return (2 * padded + out.elements() + copied + elements(tensorSpecs(node))) *
                       value_bytes +
                   widened;
        }
        case Op::MaxPool:
            return out.elements() * std::int64_t{8};  // ATen also writes the int64 positions
        case Op::Linear:
            return elements(tensorSpecs(node)) * value_bytes;
        case Op::Flatten:
        case Op::Tokens:
            return out.elements() * value_bytes;  // a copy when the layout is another one
        case Op::LayerNorm:
            return rows(out) * std::int64_t{8};  // ATen also writes means and deviations
        case Op::Attention:
            return attentionBytes(node, in, merging == Merging::Complete, value_bytes);
        default:
            return 0;
    }
}

/// oneDNN's layouts hold the channels in blocks of so many, the last of which may be half empty.
constexpr std::int64_t kBlock = 16;

/// The weights of a product in 16 bits are held for so many outputs at once.
constexpr std::int64_t kLinearBlock = 64;

std::int64_t blocked(std::int64_t channels, std::int64_t block = kBlock) {
    return (channels + block - 1) / block * block;
}

Shape blocked(Shape shape) {
    shape.channels = blocked(shape.channels);
    return shape;
}

/// Returns the bytes of weights that the mode Compiled keeps, in fp32, for an operation that is
/// neither a convolution nor a linear layer.
std::int64_t tokenWeightBytes(const Node& node, const Shape& out) {
    if (node.op == Op::Positions) return aligned(out.height * out.channels * 4);
    if (node.op == Op::LayerNorm) return 2 * aligned(out.channels * 4);
    return node.op == Op::ClassToken ? aligned(out.channels * 4) : 0;
}

/// Forecasts the memory of the mode Compiled: one arena for all values and, of the step that needs
/// most, other layouts of what it reads and writes.
MemoryForecast forecastCompiled(const Network& network, const std::vector<Shape>& shapes,
                                const std::vector<Step>& steps, int value_bytes) {
    MemoryForecast forecast;
    // The image in the numbers and the layout of the network.
    std::vector<Lifetime> lifetimes{{blocked(shapes.front()).elements() * value_bytes, 0, 0}};
    std::vector<std::size_t> storage(network.valueCount(), 0);
    std::int64_t largest_layer = 0;
    for (int i = 0; i < static_cast<int>(steps.size()); ++i) {
        const Step& step = steps[i];
        const Node& node = network.nodes()[step.node];
        const Shape in = blocked(shapes[step.input]), out = blocked(shapes[step.output]);
        for (const int read : {step.input, step.residual})
            if (read >= 0) lifetimes[storage[read]].last = i;
        if (node.isView() || step.in_place) {
            const bool sums = step.in_place && node.isConvOrLinear();
            const int shared = sums ? step.residual : step.input;
            storage[step.output] = storage[shared];
        } else {
            storage[step.output] = lifetimes.size();
            lifetimes.push_back({out.elements() * value_bytes, i, i});
        }
        // A copy of either in another layout, and what is summed in fp32 or transformed.
        const int tile = value_bytes == 4 ? winogradOutputs(node, shapes[step.output]) : 0;
        const std::int64_t transformed =
            tile > 0 ? winogradScratchBytes(node, shapes[step.output], threadsAtMost()) : 0;
        forecast.workspace_bytes = std::max(
            forecast.workspace_bytes,
            (in.elements() + out.elements()) * (value_bytes + std::int64_t{4}) + transformed);
        if (node.op == Op::Attention)
            forecast.workspace_bytes =
                std::max(forecast.workspace_bytes,
                         attentionBytes(node, shapes[step.input], /*tiled=*/true, value_bytes));
        if (!node.isConvOrLinear()) {
            forecast.weights_bytes += tokenWeightBytes(node, shapes[step.output]);
            continue;
        }
        const std::int64_t outputs = node.op == Op::Linear
                                         ? blocked(node.out_channels, kLinearBlock)
                                         : blocked(node.out_channels);
        const std::int64_t weights =
            outputs * blocked(node.in_channels / node.groups) * node.kernel * node.kernel;
        // A depthwise one has its channels as groups.
        const std::int64_t grouped = node.groups > 1 ? weights / kBlock
                                     : tile > 0      ? weights / 9 * winogradProducts(tile)
                                                     : weights;
        forecast.weights_bytes +=
            aligned(grouped * value_bytes) + aligned(node.out_channels * std::int64_t{4});
        // As it was read, in fp64, and folded.
        if (step.batch_norm >= 0)
            largest_layer = std::max(largest_layer, elements(tensorSpecs(node)) * std::int64_t{20});
    }
    // The weights as they were read stay beside, and what one layer takes while it is folded.
    forecast.weights_bytes += elements(network.tensorSpecs()) * 4 + largest_layer + kHugePage;
    forecast.activation_bytes = layOut(lifetimes).bytes + kHugePage;
    return forecast;
}

}  // namespace

int valueBytes(Precision precision) {
    if (precision == Precision::Int8) return 1;
    return precision == Precision::Bf16 || precision == Precision::Fp16 ? 2 : 4;
}

Result<ModelCost> modelCost(const Network& network, const Shape& image, int value_bytes) {
    const auto shapes = inferShapes(network, image);
    if (!shapes) return tl::unexpected(shapes.error());

    ModelCost total;
    const auto nodes = network.nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Node& node = nodes[i];
        const Shape& output = (*shapes)[i + 1];
        LayerCost layer{.name = node.name.empty() ? opName(node.op) : node.name,
                        .op = node.op,
                        .output = output};
        layer.parameters = parameterCount(node);
        layer.mac = macs(node, output);
        layer.flop = 2 * layer.mac;
        // Views and Dropout only rename their input.
        if (!node.isView() && node.op != Op::Dropout) {
            const std::int64_t operands = node.op == Op::Add ? 2 : 1;
            layer.bytes = (operands * (*shapes)[node.input].elements() + output.elements() +
                           elements(tensorSpecs(node))) *
                          value_bytes;
        }
        total.mac += layer.mac;
        total.flop += layer.flop;
        total.layer_bytes += layer.bytes;
        total.layers.push_back(std::move(layer));
    }
    total.compulsory_bytes =
        (image.elements() + elements(network.tensorSpecs()) + shapes->back().elements()) *
        value_bytes;
    return total;
}

Result<MemoryForecast> forecastMemory(const Network& network, const Shape& image, Device device,
                                      Mode mode, Precision precision) {
    const auto shapes = inferShapes(network, image);
    if (!shapes) return tl::unexpected(shapes.error());
    const int value_bytes = valueBytes(precision);
    const Merging merging = isFused(mode) ? Merging::Complete : Merging::None;
    const auto steps = executionPlan(network, merging);

    if (mode == Mode::Compiled) {
        MemoryForecast forecast = forecastCompiled(network, *shapes, steps, value_bytes);
        forecast.input_bytes = image.elements() * 4;
        return forecast;
    }

    MemoryForecast forecast;
    // The weights as they were read stay beside the copies that a mode prepares; fused
    // keeps the folded weights too, to prepare them again for another image size.
    const std::int64_t weights = elements(network.tensorSpecs());
    forecast.weights_bytes = weights * 4 + weights * value_bytes * (isFused(mode) ? 2 : 1);
    forecast.input_bytes = image.elements() * 4;

    LiveTensors live(network.valueCount());
    live.create(Network::kImage, image.elements() * value_bytes);
    for (const Step& step : steps) {
        const Node& node = network.nodes()[step.node];
        const Shape& out = (*shapes)[step.output];
        if (node.isView()) {
            live.share(step.output, step.input);
        } else if (step.in_place && node.op != Op::Linear) {  // which LibTorch never does
            live.share(step.output, node.op == Op::Conv ? step.residual : step.input);
        } else {
            live.create(step.output, out.elements() * value_bytes);
        }
        forecast.activation_bytes = std::max(forecast.activation_bytes, live.bytes());
        forecast.workspace_bytes = std::max(
            forecast.workspace_bytes,
            workspaceBytes(step, node, (*shapes)[step.input], out, merging, device, value_bytes));
        for (const int value : step.dead) live.release(value);
    }
    if (mode == Mode::Overlapped) {
        // Two graphs, each with its input and memory of its own.
        for (std::int64_t* bytes :
             {&forecast.input_bytes, &forecast.activation_bytes, &forecast.workspace_bytes})
            *bytes *= 2;
    }
    return forecast;
}

}  // namespace duelo
