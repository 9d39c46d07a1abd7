// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/trainer_fused.h"

#include <algorithm>

#include "gpu/gpu.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"

namespace duelo {

FusedTrainer::FusedTrainer(const Network& network, const WeightMap& initial,
                           const TrainerOptions& options, GpuApi* gpu)
    : Trainer(options, gpu),
      m_network(network),
      m_device(gpu != nullptr ? gpu->device() : TensorDevice(TensorDevice::Cpu)),
      m_optimizer(network, initial, options, m_device),
      m_before([this] { checkStop(); }) {
    makeSums(m_network);
    if (options.ranks != nullptr)
        m_shared.emplace(m_optimizer.gradients(), m_optimizer.pieces(m_network), *options.ranks);
    if (gpu == nullptr && MlpStep::suits(network))
        m_mlp.emplace(m_network, m_optimizer, m_shared ? &*m_shared : nullptr,
                      options.bf16 ? bf16DenseKernels() : nullptr);
}

std::optional<Reason> FusedTrainer::note() const {
    if (!m_device.is_cpu()) return std::nullopt;
    if (m_options.bf16)
        return Reason{m_mlp ? "fused_mlp_bf16" : "fused_layers_bf16",
                      {{"instructions", bf16DenseKernels()->instructions}}};
    const Json kernels{{"instructions", denseKernels().instructions}};
    if (m_mlp) return Reason{"fused_mlp_update", kernels};
    return Reason{"fused_linear_layers", kernels};
}

void FusedTrainer::trainBatch(const Tensor& images, const Tensor& labels) {
    const WithoutAutograd guard;
    if (m_mlp && images.size(0) > 0) {
        m_mlp->train(images, labels, m_whole, m_loss_sum, m_right, m_before);
        return;
    }
    if (images.size(0) > 0) {
        update(pass(images.size(0)), images, labels, m_before);
        return;
    }
    m_shared->addNothing();
    m_shared->wait();
    m_optimizer.step();
}

void FusedTrainer::evaluateBatch(const Tensor& images, const Tensor& labels) {
    const WithoutAutograd guard;
    if (m_mlp) {
        checkStop();
        m_mlp->evaluate(images, labels, m_loss_sum, m_right);
        return;
    }
    TrainerPass& here = pass(images.size(0));
    here.forward(images, /*training=*/false, m_before);
    here.addLoss(labels, m_loss_sum, m_right, images.size(0));
}

void FusedTrainer::preparePart(const ResidentPart& part, bool training) {
    const WithoutAutograd guard;
    takePart(part, 0, part.batch, training);
    if (part.rest() > 0) takePart(part, part.size() - part.rest(), part.rest(), training);
}

void FusedTrainer::submitPart(const ResidentPart& part, bool training, const PartTold& told) {
    const WithoutAutograd guard;
    for (std::int64_t first = 0, done = 0; first < part.size(); first += part.batch) {
        takePart(part, first, std::min(part.batch, part.size() - first), training);
        told(static_cast<std::size_t>(++done));
    }
}

void FusedTrainer::takePart(const ResidentPart& part, std::int64_t first, std::int64_t count,
                            bool training) {
    if (training) {
        m_mlp->train(part, first, count, m_loss_sum, m_right, m_before);
        return;
    }
    checkStop();
    m_mlp->evaluate(part, first, count, m_loss_sum, m_right);
}

Tensor FusedTrainer::logits(const Tensor& images) {
    const WithoutAutograd guard;
    if (m_mlp) {
        checkStop();
        return m_mlp->logits(images);
    }
    return pass(images.size(0)).forward(images, /*training=*/false, m_before);
}

TrainerPass& FusedTrainer::pass(std::int64_t batch) {
    return m_passes
        .try_emplace(batch, m_network, m_optimizer, batch, m_device, m_options.device.isGpu(),
                     m_shared ? &*m_shared : nullptr, m_options.bf16 ? bf16DenseKernels() : nullptr)
        .first->second;
}

void FusedTrainer::update(TrainerPass& here, const Tensor& images, const Tensor& labels,
                          const TrainerPass::BeforeLayer& before) {
    here.makeDropout([this](Tensor& factors, std::size_t layer, double probability) {
        m_masks.fill(factors, layer, probability);
    });
    here.forward(images, /*training=*/true, before);
    here.addLoss(labels, m_loss_sum, m_right, m_whole);
    here.learn(before);
    m_masks.count();
}

std::unique_ptr<Trainer> makeFusedTrainer(const Network& network, const WeightMap& initial,
                                          const TrainerOptions& options, GpuApi* gpu) {
    return std::make_unique<FusedTrainer>(network, initial, options, gpu);
}

}  // namespace duelo
