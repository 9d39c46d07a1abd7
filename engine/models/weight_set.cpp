// SPDX-License-Identifier: Apache-2.0
#include "models/weight_set.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "base/memory_block.h"
#include "tensor/operators.h"

namespace duelo {
namespace {

std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

/// FNV-1a: std::hash may differ between libraries.
std::uint64_t hashOf(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return hash;
}

/// An affine map of [0, 1). Both numbers are exact or used in one rounding only, so that a
/// compiler that contracts to fused multiply-add gives the same bits.
struct Range {
    double low;
    double span;
};

/// Batch norms whose result is added to a shortcut: a small scale there keeps the trunk of a deep
/// residual network from growing with every block, as training does.
std::vector<bool> branchEnds(const Network& network) {
    const auto nodes = network.nodes();
    std::vector<bool> ends(nodes.size(), false);
    for (const Node& node : nodes)
        if (node.op == Op::Add) ends[static_cast<std::size_t>(node.input) - 1] = true;
    return ends;
}

Range rangeOf(const Node& node, std::string_view part, bool ends_branch) {
    if (node.op == Op::BatchNorm) {
        if (part == "weight") return ends_branch ? Range{0.125, 0.25} : Range{0.5, 1.0};
        if (part == "running_var") return {0.5, 2.0};
        return {-0.25, 0.5};  // bias, running_mean
    }
    if (node.op == Op::LayerNorm) return part == "weight" ? Range{0.5, 1.0} : Range{-0.25, 0.5};
    if (node.op == Op::ClassToken || node.op == Op::Positions) return {-1, 2};
    if (part == "bias") return {-0.0625, 0.125};
    const double fan_in =
        static_cast<double>(node.in_channels) / node.groups * node.kernel * node.kernel;
    const double bound = std::sqrt(6.0 / fan_in);  // He et al. 2015, gain of ReLU
    return {-bound, 2 * bound};
}

/// Makes a tensor in memory of the kind that weights of a file are in, so that both are as fast to
/// use.
Tensor emptyWeight(IntArrayRef shape) {
    const std::int64_t bytes = IntArrayRef(shape).product() * std::int64_t{sizeof(float)};
    if (bytes < kHugePage) return ops::empty(shape, ScalarType::Float);
    auto block = std::make_shared<MemoryBlock>(bytes);
    std::byte* const begin = block->at(0);
    return ops::from_blob(begin, shape, ScalarType::Float, std::move(block));
}

Tensor randomTensor(const TensorSpec& spec, const Range& range, std::uint64_t seed) {
    Tensor tensor = emptyWeight(spec.shape);
    auto* values = tensor.data_ptr<float>();
    const std::int64_t count = tensor.numel();
    randomUniform(seed, spec.name, values, count);
    // low = -span / 2 for weights: (u - 1/2) is exact, one multiplication rounds.
    const double centre = range.low + range.span / 2;
    for (std::int64_t i = 0; i < count; ++i)
        values[i] = static_cast<float>((values[i] - 0.5) * range.span + centre);
    return tensor;
}

std::string shapeText(IntArrayRef shape) {
    std::ostringstream text;
    for (std::size_t i = 0; i < shape.size(); ++i) text << (i ? "x" : "") << shape[i];
    return shape.empty() ? "scalar" : text.str();
}

tl::unexpected<Reason> unsuitable(const TensorSpec& spec, const std::string& problem) {
    return fail("weights_unsuitable", {{"tensor", spec.name}, {"expected", shapeText(spec.shape)}},
                problem);
}

}  // namespace

void randomUniform(std::uint64_t seed, std::string_view name, float* out, std::int64_t count) {
    const std::uint64_t key = mix(seed ^ hashOf(name));
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint64_t counter = static_cast<std::uint64_t>(i) + 1;
        const std::uint64_t bits = mix(key + counter * 0x9e3779b97f4a7c15ULL);
        out[i] = static_cast<float>(bits >> 40) * 0x1p-24F;
    }
}

WeightSet randomWeights(const Network& network, std::uint64_t seed) {
    auto weights = std::make_shared<WeightMap>();
    const std::vector<bool> ends = branchEnds(network);
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const Node& node = network.nodes()[i];
        for (const TensorSpec& spec : tensorSpecs(node)) {
            const std::size_t joint = std::min(spec.name.size(), node.name.size() + 1);
            const auto part = std::string_view(spec.name).substr(joint);
            weights->emplace(spec.name, randomTensor(spec, rangeOf(node, part, ends[i]), seed));
        }
    }
    return weights;
}

Result<void> checkWeights(const Network& network, const WeightMap& weights) {
    for (const TensorSpec& spec : network.tensorSpecs()) {
        const auto found = weights.find(spec.name);
        if (found == weights.end() || !found->second.defined()) return unsuitable(spec, "missing");
        const Tensor& tensor = found->second;
        if (tensor.sizes() != IntArrayRef(spec.shape))
            return unsuitable(spec, "has shape " + shapeText(tensor.sizes()));
        if (!tensor.is_floating_point() || !tensor.is_cpu())
            return unsuitable(spec, "is " + std::string(typeName(tensor.scalar_type())));
    }
    return {};
}

}  // namespace duelo
