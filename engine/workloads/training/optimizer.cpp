// SPDX-License-Identifier: Apache-2.0
#include "workloads/training/optimizer.h"

#include <ATen/ATen.h>

namespace duelo {
namespace {

/// Every parameter begins where LibTorch's own tensors would: at a multiple of 64 bytes.
constexpr std::int64_t kAlignment = 64 / sizeof(float);

std::int64_t alignedCount(const TensorSpec& spec) {
    const std::int64_t count = c10::multiply_integers(spec.shape);
    return (count + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

FlatOptimizer::FlatOptimizer(const Network& network, const WeightMap& initial,
                             const TrainerOptions& options, c10::Device device)
    : m_kind(options.optimizer),
      m_momentum(options.momentum),
      m_device(device),
      m_specs(network.tensorSpecs()),
      m_weights(flat()),
      m_gradients(flat()),
      m_live(viewsOf(m_weights)),
      m_gradient_views(viewsOf(m_gradients)) {
    for (const auto& [name, view] : m_live) view.copy_(initial.at(name));
    if (m_kind == Optimizer::Adam) {
        m_first = flat();
        m_second = flat();
        addState("optimizer.exp_avg.", m_first);
        addState("optimizer.exp_avg_sq.", m_second);
    } else if (m_momentum != 0) {
        m_first = flat();
        addState("optimizer.momentum_buffer.", m_first);
    }
    m_updates = at::zeros({}, at::TensorOptions(device).dtype(at::kFloat));
    // CUDA's kernels take the rate in fp32; on the CPU it is as exact as eager mode's.
    const auto rate_type = device.is_cpu() ? at::kDouble : at::kFloat;
    m_learning_rate =
        at::full({}, options.learning_rate, at::TensorOptions(device).dtype(rate_type));
}

void FlatOptimizer::step() {
    if (m_kind == Optimizer::Adam) {
        m_updates.add_(1);
        at::_fused_adam_({m_weights}, {m_gradients}, {m_first}, {m_second}, {}, {m_updates},
                         m_learning_rate, /*beta1=*/0.9, /*beta2=*/0.999, /*weight_decay=*/0,
                         /*eps=*/1e-8, /*amsgrad=*/false, /*maximize=*/false);
        return;
    }
    const bool momentum = m_first.defined();
    const at::Tensor buffers[]{m_first};
    at::_fused_sgd_({m_weights}, {m_gradients},
                    momentum ? at::TensorList(buffers) : at::TensorList(),
                    /*weight_decay=*/0, m_momentum, m_learning_rate, /*dampening=*/0,
                    /*nesterov=*/false, /*maximize=*/false, /*is_first_step=*/false);
}

at::Tensor FlatOptimizer::flat() const {
    std::int64_t count = 0;
    for (const TensorSpec& spec : m_specs) count += alignedCount(spec);
    return at::zeros({count}, at::TensorOptions(m_device).dtype(at::kFloat));
}

WeightMap FlatOptimizer::viewsOf(const at::Tensor& buffer) const {
    WeightMap views;
    std::int64_t offset = 0;
    for (const TensorSpec& spec : m_specs) {
        const std::int64_t count = c10::multiply_integers(spec.shape);
        views.emplace(spec.name, buffer.narrow(0, offset, count).view(spec.shape));
        offset += alignedCount(spec);
    }
    return views;
}

void FlatOptimizer::addState(const char* prefix, const at::Tensor& buffer) {
    for (auto& [name, view] : viewsOf(buffer)) m_live.emplace(prefix + name, view);
}

}  // namespace duelo
