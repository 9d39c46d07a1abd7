// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <tuple>
#include <utility>

#include <ATen/ATen.h>
#include <torch/optim/adam.h>
#include <torch/optim/sgd.h>

#include "experiments/training/gradient_buckets.h"
#include "experiments/training/trainer_modes.h"

namespace duelo {
namespace {

class EagerTrainer final : public Trainer {
public:
    EagerTrainer(const Network& network, const WeightMap& initial, const TrainerOptions& options,
                 GpuApi* gpu)
        : Trainer(options, gpu),
          m_network(network),
          m_device(gpu != nullptr ? gpu->device() : c10::Device(c10::kCPU)) {
        for (const TensorSpec& spec : network.tensorSpecs()) {
            const at::Tensor weight = placed(initial.at(spec.name)).clone();
            m_live.emplace(spec.name, weight.set_requires_grad(true));
            m_parameters.push_back(weight);
        }
        if (options.optimizer == duelo::Optimizer::Adam)
            makeAdam();
        else
            makeSgd();
        makeSums(network);
        if (options.ranks != nullptr) shareGradients(*options.ranks);
    }

    c10::Device device() const override { return m_device; }

    void setLearningRate(double rate) override {
        for (auto& group : m_optimizer->param_groups()) group.options().set_lr(rate);
    }

private:
    void trainBatch(const at::Tensor& images, const at::Tensor& labels) override {
        const at::AutoGradMode with_gradients(true);
        m_optimizer->zero_grad();
        if (images.size(0) == 0) {
            m_shared->addNothing();
            learnTogether();
            return;
        }
        if (m_shared) m_shared->begin();
        const at::Tensor answers = forward(images, /*training=*/true);
        const at::Tensor loss = at::cross_entropy_loss(answers, labels);
        addAnswers(answers, loss, labels);
        if (m_shared) {
            const double share = static_cast<double>(images.size(0)) / static_cast<double>(m_whole);
            (loss * share).backward();
            learnTogether();
            return;
        }
        loss.backward();
        m_optimizer->step();
        m_masks.count();
    }

    /// Every gradient goes into one buffer when autograd has found it. Its order is that of the way
    /// back, so that the first to be known can leave first.
    void shareGradients(Ranks& ranks) {
        std::int64_t count = 0;
        std::vector<GradientBuckets::Piece> pieces;
        for (std::size_t i = m_parameters.size(); i-- > 0;) {
            pieces.push_back({count, m_parameters[i].numel()});
            count += m_parameters[i].numel();
        }
        const at::Tensor buffer = at::zeros({count}, at::TensorOptions(m_device).dtype(at::kFloat));
        for (std::size_t i = 0; i < m_parameters.size(); ++i) {
            const std::size_t place = m_parameters.size() - 1 - i;
            m_gradients.push_back(buffer.narrow(0, pieces[place].first, pieces[place].count)
                                      .view(m_parameters[i].sizes()));
            m_parameters[i].register_hook([this, i, place](const at::Tensor& gradient) {
                const at::NoGradGuard no_grad;
                m_gradients[i].copy_(gradient);
                m_shared->ready(place);
            });
        }
        m_shared.emplace(buffer, pieces, ranks);
    }

    void learnTogether() {
        m_shared->wait();
        for (std::size_t i = 0; i < m_parameters.size(); ++i)
            m_parameters[i].mutable_grad() = m_gradients[i];
        m_optimizer->step();
        // The optimiser's own way to forget them refuses views.
        for (const at::Tensor& parameter : m_parameters) parameter.mutable_grad().reset();
    }

    void evaluateBatch(const at::Tensor& images, const at::Tensor& labels) override {
        const at::Tensor answers = forward(images, /*training=*/false);
        addAnswers(answers, at::cross_entropy_loss(answers, labels), labels);
    }

    at::Tensor logits(const at::Tensor& images) override {
        return forward(images, /*training=*/false);
    }

    const WeightMap& live() const override { return m_live; }

    void setUpdates(std::int64_t updates) override {
        if (m_options.optimizer != duelo::Optimizer::Adam) return;
        for (const at::Tensor& parameter : m_parameters)
            static_cast<torch::optim::AdamParamState&>(
                *m_optimizer->state().at(parameter.unsafeGetTensorImpl()))
                .step(updates);
    }

    at::Tensor placed(const at::Tensor& tensor) const {
        const bool channels_last = m_options.mode == Mode::ChannelsLast && tensor.dim() == 4;
        return tensor.to(m_device, at::kFloat)
            .contiguous(channels_last ? at::MemoryFormat::ChannelsLast
                                      : at::MemoryFormat::Contiguous);
    }

    at::Tensor forward(const at::Tensor& images, bool training) {
        at::Tensor x = placed(images);
        for (std::size_t i = 0; i < m_network.nodes().size(); ++i) {
            checkStop();
            const Node& node = m_network.nodes()[i];
            if (node.op != Op::Dropout)
                x = applied(node, x);
            else if (training)
                x = x * factors(x, i, node.probability);
            if (x.requires_grad())
                x.register_hook([this](const at::Tensor& /*gradient*/) { checkStop(); });
        }
        return x;
    }

    at::Tensor applied(const Node& node, const at::Tensor& x) const {
        switch (node.op) {
            case Op::Conv:
                return at::conv2d(x, m_live.at(node.name + ".weight"),
                                  m_live.at(node.name + ".bias"), {node.stride, node.stride},
                                  {node.padding, node.padding}, {1, 1}, node.groups);
            case Op::Linear:
                return at::linear(x, m_live.at(node.name + ".weight"),
                                  m_live.at(node.name + ".bias"));
            case Op::MaxPool:
                return at::max_pool2d(x, {node.kernel, node.kernel}, {node.stride, node.stride},
                                      {node.padding, node.padding});
            case Op::Relu:
                return at::relu(x);
            default:
                return at::flatten(x, 1);
        }
    }

    at::Tensor factors(const at::Tensor& x, std::size_t layer, double probability) const {
        at::Tensor values = at::empty(x.sizes(), at::TensorOptions(m_device).dtype(at::kFloat));
        m_masks.fill(values, layer, probability);
        return values;
    }

    void addAnswers(const at::Tensor& answers, const at::Tensor& loss, const at::Tensor& labels) {
        const at::NoGradGuard no_grad;
        m_loss_sum.add_(loss.detach(), labels.size(0));
        m_right.add_(answers.detach().argmax(1).eq(labels).sum());
    }

    void makeAdam() {
        m_optimizer = std::make_unique<torch::optim::Adam>(
            m_parameters, torch::optim::AdamOptions(m_options.learning_rate));
        // The optimiser makes its state in its first step; save() may come before that.
        for (const auto& [name, parameter] : WeightMap(m_live)) {
            auto state = std::make_unique<torch::optim::AdamParamState>();
            state->exp_avg(at::zeros_like(parameter));
            state->exp_avg_sq(at::zeros_like(parameter));
            m_live.emplace("optimizer.exp_avg." + name, state->exp_avg());
            m_live.emplace("optimizer.exp_avg_sq." + name, state->exp_avg_sq());
            m_optimizer->state()[parameter.unsafeGetTensorImpl()] = std::move(state);
        }
    }

    void makeSgd() {
        m_optimizer = std::make_unique<torch::optim::SGD>(
            m_parameters,
            torch::optim::SGDOptions(m_options.learning_rate).momentum(m_options.momentum));
        if (m_options.momentum == 0) return;
        for (const auto& [name, parameter] : WeightMap(m_live)) {
            auto state = std::make_unique<torch::optim::SGDParamState>();
            state->momentum_buffer(at::zeros_like(parameter));
            m_live.emplace("optimizer.momentum_buffer." + name, state->momentum_buffer());
            m_optimizer->state()[parameter.unsafeGetTensorImpl()] = std::move(state);
        }
    }

    const Network m_network;
    const c10::Device m_device;
    std::vector<at::Tensor> m_parameters;
    WeightMap m_live;
    std::unique_ptr<torch::optim::Optimizer> m_optimizer;
    std::optional<GradientBuckets> m_shared;  ///< with ranks
    std::vector<at::Tensor> m_gradients;      ///< of each parameter, views of what is shared
};

}  // namespace

std::unique_ptr<Trainer> makeEagerTrainer(const Network& network, const WeightMap& initial,
                                          const TrainerOptions& options, GpuApi* gpu) {
    return std::make_unique<EagerTrainer>(network, initial, options, gpu);
}

}  // namespace duelo
