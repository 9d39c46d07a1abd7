// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <tuple>
#include <utility>

#include "experiments/training/gradient_buckets.h"
#include "experiments/training/trainer_modes.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"
#include "tensor/optimizer.h"

namespace duelo {
namespace {

class EagerTrainer final : public Trainer {
public:
    EagerTrainer(const Network& network, const WeightMap& initial, const TrainerOptions& options,
                 GpuApi* gpu)
        : Trainer(options, gpu),
          m_network(network),
          m_device(gpu != nullptr ? gpu->device() : TensorDevice(TensorDevice::Cpu)) {
        for (const TensorSpec& spec : network.tensorSpecs()) {
            const Tensor weight = placed(initial.at(spec.name)).clone();
            requireGradient(weight);
            m_live.emplace(spec.name, weight);
            m_parameters.push_back(weight);
        }
        makeOptimizer();
        makeSums(network);
        if (options.ranks != nullptr) shareGradients(*options.ranks);
    }

    TensorDevice device() const override { return m_device; }

    void setLearningRate(double rate) override { m_optimizer->setLearningRate(rate); }

    std::optional<Reason> note() const override {
        return m_options.bf16 ? std::optional(Reason{"eager_bf16"}) : std::nullopt;
    }

private:
    void trainBatch(const Tensor& images, const Tensor& labels) override {
        const GradMode with_gradients(true);
        m_optimizer->zeroGradients();
        if (images.size(0) == 0) {
            m_shared->addNothing();
            learnTogether();
            return;
        }
        if (m_shared) m_shared->begin();
        const Tensor answers = forward(images, /*training=*/true);
        const Tensor loss = ops::cross_entropy_loss(answers, labels);
        addAnswers(answers, loss, labels);
        if (m_shared) {
            const double share = static_cast<double>(images.size(0)) / static_cast<double>(m_whole);
            backward(loss * share);
            learnTogether();
            return;
        }
        backward(loss);
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
        const Tensor buffer = ops::zeros({count}, TensorOptions(m_device).dtype(ScalarType::Float));
        for (std::size_t i = 0; i < m_parameters.size(); ++i) {
            const std::size_t place = m_parameters.size() - 1 - i;
            m_gradients.push_back(buffer.narrow(0, pieces[place].first, pieces[place].count)
                                      .view(m_parameters[i].sizes()));
            onGradient(m_parameters[i], [this, i, place](const Tensor& gradient) {
                const GradMode no_grad(false);
                m_gradients[i].copy_(gradient);
                m_shared->ready(place);
            });
        }
        m_shared.emplace(buffer, pieces, ranks);
    }

    void learnTogether() {
        m_shared->wait();
        for (std::size_t i = 0; i < m_parameters.size(); ++i)
            setGradient(m_parameters[i], m_gradients[i]);
        m_optimizer->step();
        // The optimiser's own way to forget them refuses views.
        for (const Tensor& parameter : m_parameters) setGradient(parameter, {});
    }

    void evaluateBatch(const Tensor& images, const Tensor& labels) override {
        const Tensor answers = forward(images, /*training=*/false);
        addAnswers(answers, ops::cross_entropy_loss(answers, labels), labels);
    }

    Tensor logits(const Tensor& images) override { return forward(images, /*training=*/false); }

    const WeightMap& live() const override { return m_live; }

    void setUpdates(std::int64_t updates) override { m_optimizer->setSteps(updates); }

    Tensor placed(const Tensor& tensor) const {
        const bool channels_last = m_options.mode == Mode::ChannelsLast && tensor.dim() == 4;
        return tensor.to(m_device, ScalarType::Float)
            .contiguous(channels_last ? MemoryFormat::ChannelsLast : MemoryFormat::Contiguous);
    }

    Tensor forward(const Tensor& images, bool training) {
        Tensor x = placed(images);
        for (std::size_t i = 0; i < m_network.nodes().size(); ++i) {
            checkStop();
            const Node& node = m_network.nodes()[i];
            if (node.op != Op::Dropout)
                x = applied(node, x);
            else if (training)
                x = x * factors(x, i, node.probability);
            if (requiresGradient(x)) onGradient(x, [this](const Tensor&) { checkStop(); });
        }
        return m_options.bf16 ? x.to(ScalarType::Float) : x;  // the loss of rounded answers is fp32
    }

    /// Returns an operand of a product. Autograd takes its gradient back to the fp32 value.
    Tensor factor(const Tensor& tensor) const {
        return m_options.bf16 ? tensor.to(ScalarType::BFloat16) : tensor;
    }

    Tensor applied(const Node& node, const Tensor& x) const {
        switch (node.op) {
            case Op::Conv:
                return ops::conv2d(factor(x), factor(m_live.at(node.name + ".weight")),
                                   factor(m_live.at(node.name + ".bias")),
                                   {node.stride, node.stride}, {node.padding, node.padding},
                                   node.groups);
            case Op::Linear:
                return ops::linear(factor(x), factor(m_live.at(node.name + ".weight")),
                                   factor(m_live.at(node.name + ".bias")));
            case Op::MaxPool:
                return ops::max_pool2d(x, {node.kernel, node.kernel}, {node.stride, node.stride},
                                       {node.padding, node.padding});
            case Op::Relu:
                return ops::relu(x);
            default:
                return x.flatten(1);
        }
    }

    Tensor factors(const Tensor& x, std::size_t layer, double probability) const {
        Tensor values = ops::empty(x.sizes(), TensorOptions(m_device).dtype(ScalarType::Float));
        m_masks.fill(values, layer, probability);
        return values;
    }

    void addAnswers(const Tensor& answers, const Tensor& loss, const Tensor& labels) {
        const GradMode no_grad(false);
        m_loss_sum.add_(loss.detach(), labels.size(0));
        m_right.add_(ops::sum(ops::eq(ops::argmax(answers.detach(), 1), labels)));
    }

    /// Returns what the optimiser keeps of each parameter, as part of the state that is saved:
    /// zeros before its first step.
    std::vector<Tensor> kept(const std::string& prefix) {
        std::vector<Tensor> state;
        for (const TensorSpec& spec : m_network.tensorSpecs()) {
            state.push_back(ops::zeros_like(m_live.at(spec.name)));
            m_live.emplace(prefix + spec.name, state.back());
        }
        return state;
    }

    void makeOptimizer() {
        const double rate = m_options.learning_rate;
        if (m_options.optimizer == duelo::Optimizer::Adam)
            m_optimizer = makeAdam(m_parameters, kept("optimizer.exp_avg."),
                                   kept("optimizer.exp_avg_sq."), rate);
        else
            m_optimizer = makeSgd(m_parameters,
                                  m_options.momentum == 0 ? std::vector<Tensor>()
                                                          : kept("optimizer.momentum_buffer."),
                                  rate, m_options.momentum);
    }

    const Network m_network;
    const TensorDevice m_device;
    std::vector<Tensor> m_parameters;
    WeightMap m_live;
    std::unique_ptr<LibraryOptimizer> m_optimizer;
    std::optional<GradientBuckets> m_shared;  ///< with ranks
    std::vector<Tensor> m_gradients;          ///< of each parameter, views of what is shared
};

}  // namespace

std::unique_ptr<Trainer> makeEagerTrainer(const Network& network, const WeightMap& initial,
                                          const TrainerOptions& options, GpuApi* gpu) {
    return std::make_unique<EagerTrainer>(network, initial, options, gpu);
}

}  // namespace duelo
