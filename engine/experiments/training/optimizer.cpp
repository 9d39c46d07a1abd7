// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/optimizer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>

#include "base/memory_block.h"
#include "tensor/operators.h"

namespace duelo {
namespace {

/// Every parameter begins where LibTorch's own tensors would: at a multiple of 64 bytes.
constexpr std::int64_t kAlignment = 64 / sizeof(float);

constexpr double kBeta1 = 0.9, kBeta2 = 0.999;

const std::string kFirstOfAdam = "optimizer.exp_avg.";
const std::string kSecondOfAdam = "optimizer.exp_avg_sq.";
const std::string kMomentum = "optimizer.momentum_buffer.";

std::int64_t alignedCount(const TensorSpec& spec) {
    const std::int64_t count = IntArrayRef(spec.shape).product();
    return (count + kAlignment - 1) / kAlignment * kAlignment;
}

/// Returns zeros, on the CPU in huge pages if there are many: an update goes through all of them,
/// and a tile of weights with their averages lies in dozens of small ones.
Tensor zeros(std::int64_t count, TensorDevice device) {
    const std::int64_t bytes = count * std::int64_t{sizeof(float)};
    const auto kind = TensorOptions(device).dtype(ScalarType::Float);
    if (!device.is_cpu() || bytes < kHugePage) return ops::zeros({count}, kind);
    auto block = std::make_shared<MemoryBlock>(bytes);
    std::byte* const begin = block->at(0);
    return ops::from_blob(begin, {count}, ScalarType::Float, std::move(block)).zero_();
}

}  // namespace

FlatOptimizer::FlatOptimizer(const Network& network, const WeightMap& initial,
                             const TrainerOptions& options, TensorDevice device)
    : m_kind(options.optimizer),
      m_momentum(options.momentum),
      m_device(device),
      m_specs(network.tensorSpecs()),
      m_gradients(flats(1).front()),
      m_gradient_views(viewsOf(m_gradients)) {
    const bool adam = m_kind == Optimizer::Adam;
    const std::vector<Tensor> kept = flats(adam ? 3 : m_momentum != 0 ? 2 : 1);
    m_all.weight = kept[0];
    m_live = viewsOf(m_all.weight);
    for (const auto& [name, view] : m_live) view.copy_(initial.at(name));
    if (adam) {
        m_all.first = kept[1];
        m_all.second = kept[2];
        addState(kFirstOfAdam, m_all.first);
        addState(kSecondOfAdam, m_all.second);
    } else if (m_momentum != 0) {
        m_all.first = kept[1];
        addState(kMomentum, m_all.first);
    }
    m_updates = ops::zeros({}, TensorOptions(device).dtype(ScalarType::Float));
    // CUDA's kernels take the rate in fp32; on the CPU it is as exact as eager mode's.
    const auto rate_type = device.is_cpu() ? ScalarType::Double : ScalarType::Float;
    m_learning_rate = ops::full({}, options.learning_rate, TensorOptions(device).dtype(rate_type));
}

std::vector<GradientBuckets::Piece> FlatOptimizer::pieces(const Network& network) const {
    std::vector<GradientBuckets::Piece> pieces;
    for (const Node& node : network.nodes()) {
        if (!node.isConvOrLinear()) continue;
        const Tensor &weight = gradient(node.name + ".weight"),
                     &bias = gradient(node.name + ".bias");
        const std::int64_t first = std::min(weight.storage_offset(), bias.storage_offset());
        const std::int64_t end = std::max(weight.storage_offset() + weight.numel(),
                                          bias.storage_offset() + bias.numel());
        pieces.push_back({first, end - first});
    }
    std::ranges::reverse(pieces);
    return pieces;
}

FlatOptimizer::Part FlatOptimizer::part(const std::string& name) const {
    const bool adam = m_kind == Optimizer::Adam;
    Part part{.weight = m_live.at(name), .first = {}, .second = {}};
    if (m_all.first.defined()) part.first = m_live.at((adam ? kFirstOfAdam : kMomentum) + name);
    if (m_all.second.defined()) part.second = m_live.at(kSecondOfAdam + name);
    return part;
}

LearntRows FlatOptimizer::learnt(const std::string& name, bool keeps) const {
    const auto values = [](const Tensor& tensor) {
        return tensor.defined() ? tensor.data_ptr<float>() : nullptr;
    };
    const Part of = part(name);
    const long stride = of.weight.dim() > 1 ? of.weight.stride(0) : 0;
    if (keeps)
        return {.weight = values(of.weight), .first = values(gradient(name)), .stride = stride};
    return {.weight = values(of.weight),
            .first = values(of.first),
            .second = values(of.second),
            .stride = stride};
}

UpdateRule FlatOptimizer::rule() const {
    const auto rate = m_learning_rate.item<double>();
    if (m_kind == Optimizer::Sgd)
        return {.kind = m_momentum != 0 ? UpdateRule::Kind::Momentum : UpdateRule::Kind::Sgd,
                .rate = static_cast<float>(rate),
                .momentum = static_cast<float>(m_momentum)};
    const double updates = m_updates.item<float>();
    return {.kind = UpdateRule::Kind::Adam,
            .step = static_cast<float>(rate / (1 - std::pow(kBeta1, updates))),
            .root = static_cast<float>(1 / std::sqrt(1 - std::pow(kBeta2, updates)))};
}

void FlatOptimizer::update(const Part& part, const Tensor& gradient) const {
    if (m_kind == Optimizer::Adam) {
        ops::fused_adam_(part.weight, gradient, part.first, part.second, m_updates, m_learning_rate,
                         {.beta1 = kBeta1, .beta2 = kBeta2, .eps = 1e-8});
        return;
    }
    ops::fused_sgd_(part.weight, gradient, part.first, m_learning_rate, m_momentum);
}

void FlatOptimizer::step() {
    beginUpdate();
    update(m_all, m_gradients);
}

std::vector<Tensor> FlatOptimizer::flats(std::int64_t buffers) const {
    std::int64_t count = 0;
    for (const TensorSpec& spec : m_specs) count += alignedCount(spec);
    return zeros(buffers * count, m_device).split(count);
}

WeightMap FlatOptimizer::viewsOf(const Tensor& buffer) const {
    WeightMap views;
    std::int64_t offset = 0;
    for (const TensorSpec& spec : m_specs) {
        const std::int64_t count = IntArrayRef(spec.shape).product();
        views.emplace(spec.name, buffer.narrow(0, offset, count).view(spec.shape));
        offset += alignedCount(spec);
    }
    return views;
}

void FlatOptimizer::addState(const std::string& prefix, const Tensor& buffer) {
    for (auto& [name, view] : viewsOf(buffer)) m_live.emplace(prefix + name, view);
}

}  // namespace duelo
