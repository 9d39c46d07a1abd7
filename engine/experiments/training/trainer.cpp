// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/trainer.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/printable.h"
#include "experiments/training/dense_bf16.h"
#include "experiments/training/trainer_modes.h"
#include "models/numerics.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"

namespace duelo {
namespace {

constexpr std::string_view kOptimizerPrefix = "optimizer.";
constexpr const char* kUpdatesName = "optimizer.updates";

bool isWeight(std::string_view name) {
    return !name.starts_with(kOptimizerPrefix);
}

/// Copies into the memory that is there already, where it fits.
void copyInto(Tensor& to, const Tensor& from) {
    if (to.defined() && to.sizes() == from.sizes() && to.device() == from.device())
        to.copy_(from);
    else
        to = from.detach().clone();
}

std::string described(const Tensor& tensor) {
    return shapeText(tensor.sizes()) + " " + std::string(typeName(tensor.scalar_type()));
}

tl::unexpected<Reason> unsuitable(std::string_view tensor, const std::string& expected,
                                  const std::string& found) {
    return fail("checkpoint_unsuitable",
                {{"tensor", std::string(tensor)}, {"expected", expected}, {"found", found}});
}

Result<std::int64_t> updatesIn(const WeightMap& tensors) {
    const auto found = tensors.find(kUpdatesName);
    if (found == tensors.end()) return unsuitable(kUpdatesName, "[] long", {});
    const Tensor& updates = found->second;
    if (updates.scalar_type() != ScalarType::Long || updates.numel() != 1)
        return unsuitable(kUpdatesName, "[] long", described(updates));
    const auto count = updates.item<std::int64_t>();
    if (count < 0) return unsuitable(kUpdatesName, ">= 0", std::to_string(count));
    return count;
}

}  // namespace

double Metrics::loss() const {
    return count > 0 ? loss_sum / static_cast<double>(count)
                     : std::numeric_limits<double>::quiet_NaN();
}

double Metrics::accuracy() const {
    return count > 0 ? static_cast<double>(right) / static_cast<double>(count)
                     : std::numeric_limits<double>::quiet_NaN();
}

Result<std::unique_ptr<Trainer>> Trainer::make(const Network& network, const WeightSet& initial,
                                               const TrainerOptions& options, GpuApi* gpu) {
    const bool on_gpu = options.device.isGpu();
    if (on_gpu && gpu == nullptr) throw std::logic_error("Trainer: a GPU needs its GpuApi");
    if ((options.mode == Mode::Graph && !on_gpu) || (options.mode == Mode::Plain && on_gpu))
        return fail("mode_not_for_training",
                    {{"mode", word(options.mode)},
                     {"device", word(options.device)},
                     {"accepted", on_gpu ? "eager, channels_last, fused, graph"
                                         : "eager, channels_last, fused, plain"}});
    if (options.mode == Mode::Plain && !isPlain(network)) return fail("plain_needs_mlp");
    if (options.bf16 && !learnsInBf16(options.device, options.mode))
        return fail("bf16_training_modes");
    if (options.bf16 && !on_gpu && bf16DenseKernels() == nullptr)
        return fail("bf16_training_needs_cpu");
    if (auto suitable = checkWeights(network, *initial); !suitable)
        return tl::unexpected(suitable.error());
    checkTrainable(network);
    const InferenceMode ordinary(false);
    GpuApi* const api = on_gpu ? gpu : nullptr;
    switch (options.mode) {
        case Mode::Fused:
            return makeFusedTrainer(network, *initial, options, api);
        case Mode::Graph:
            return makeGraphTrainer(network, *initial, options, *gpu);
        case Mode::Plain:
            return makePlainTrainer(network, *initial, options);
        default:
            return makeEagerTrainer(network, *initial, options, api);
    }
}

Trainer::Trainer(const TrainerOptions& options, GpuApi* gpu)
    : m_options(options), m_masks(options.seed, gpu) {}

Trainer::~Trainer() = default;

void Trainer::train(const Tensor& images, const Tensor& labels, std::uint64_t update,
                    std::optional<RowShare> share) {
    const InferenceMode ordinary(false);
    useNumerics();
    m_masks.begin(update, share ? share->first : 0);
    m_whole = share ? share->whole : images.size(0);
    trainBatch(images, labels);
    m_masks.end(update + 1);
    ++m_updates;
    m_count += images.size(0);
}

void Trainer::evaluate(const Tensor& images, const Tensor& labels) {
    const InferenceMode ordinary(false);
    const GradMode no_grad(false);
    useNumerics();
    if (images.size(0) == 0) return;  // others have its rows
    m_whole = images.size(0);
    evaluateBatch(images, labels);
    m_count += images.size(0);
}

void Trainer::trainPart(const ResidentPart& part, std::uint64_t first, const PartTold& told) {
    const InferenceMode ordinary(false);
    useNumerics();
    m_masks.begin(first);
    submitPart(part, /*training=*/true, told);
    m_masks.end(first + part.batches());
    m_updates += static_cast<std::int64_t>(part.batches());
    m_count += part.size();
}

void Trainer::evaluatePart(const ResidentPart& part, const PartTold& told) {
    const InferenceMode ordinary(false);
    const GradMode no_grad(false);
    useNumerics();
    submitPart(part, /*training=*/false, told);
    m_count += part.size();
}

void Trainer::warmUpPart(const ResidentPart& part, bool training) {
    const InferenceMode ordinary(false);
    useNumerics();
    m_masks.begin(1);
    preparePart(part, training);
}

void Trainer::preparePart(const ResidentPart& /*part*/, bool /*training*/) {
    throw std::logic_error("Trainer: this mode takes batches");
}

void Trainer::submitPart(const ResidentPart& /*part*/, bool /*training*/,
                         const PartTold& /*told*/) {
    throw std::logic_error("Trainer: this mode takes batches");
}

void Trainer::useNumerics() const {
    applyNumerics({.tf32 = m_options.tf32, .deterministic = m_options.deterministic});
}

Tensor Trainer::probabilities(const Tensor& images) {
    const InferenceMode ordinary(false);
    const GradMode no_grad(false);
    useNumerics();
    return ops::softmax(logits(images), 1).cpu();
}

Metrics Trainer::takeMetrics() {
    const InferenceMode ordinary(false);
    if (m_options.ranks != nullptr) m_options.ranks->settle();
    Metrics metrics{.loss_sum = m_loss_sum.item<double>(),
                    .right = m_right.item<std::int64_t>(),
                    .count = std::exchange(m_count, 0)};
    m_loss_sum.zero_();
    m_right.zero_();
    if (m_options.ranks == nullptr) return metrics;
    // As fp64, which holds every count of samples exactly.
    const Tensor sums = ops::empty({3}, ScalarType::Double);
    auto* const values = sums.data_ptr<double>();
    values[0] = metrics.loss_sum;
    values[1] = static_cast<double>(metrics.right);
    values[2] = static_cast<double>(metrics.count);
    m_options.ranks->addUpNow(sums);
    return {.loss_sum = values[0],
            .right = static_cast<std::int64_t>(values[1]),
            .count = static_cast<std::int64_t>(values[2])};
}

void Trainer::save(TrainerState& into) const {
    const InferenceMode ordinary(false);
    const GradMode no_grad(false);
    for (const auto& [name, tensor] : live()) copyInto(into.tensors[name], tensor);
    into.updates = m_updates;
}

void Trainer::restore(const TrainerState& state) {
    const InferenceMode ordinary(false);
    const GradMode no_grad(false);
    for (const auto& [name, tensor] : live()) tensor.copy_(state.tensors.at(name));
    m_updates = state.updates;
    setUpdates(m_updates);
    // A batch that was stopped half-way may have left its answers there.
    m_loss_sum.zero_();
    m_right.zero_();
    m_count = 0;
}

void Trainer::spread() {
    const InferenceMode ordinary(false);
    const GradMode no_grad(false);
    for (const auto& [name, tensor] : live()) {
        // On the CPU, and maybe a copy in another order of its values.
        const Tensor values = tensor.detach().cpu().contiguous();
        m_options.ranks->spread(values);
        if (values.data_ptr() != tensor.data_ptr()) tensor.detach().copy_(values);
    }
    const Tensor updates = ops::full({1}, m_updates, ScalarType::Long);
    m_options.ranks->spread(updates);
    m_updates = updates.item<std::int64_t>();
    setUpdates(m_updates);
}

WeightMap Trainer::checkpointOf(const TrainerState& state) {
    const InferenceMode ordinary(false);
    WeightMap tensors;
    for (const auto& [name, tensor] : state.tensors)
        tensors.emplace(name, tensor.cpu().contiguous());
    tensors.emplace(kUpdatesName, ops::full({}, state.updates, ScalarType::Long));
    return tensors;
}

Result<void> Trainer::restoreCheckpoint(const WeightMap& tensors) {
    TrainerState state;
    for (const auto& [name, tensor] : live()) {
        const auto found = tensors.find(name);
        if (found == tensors.end()) return unsuitable(name, described(tensor), {});
        if (found->second.sizes() != tensor.sizes() ||
            found->second.scalar_type() != ScalarType::Float)
            return unsuitable(name, described(tensor), described(found->second));
        state.tensors.emplace(name, found->second);
    }
    const auto updates = updatesIn(tensors);
    if (!updates) return tl::unexpected(updates.error());
    for (const auto& [name, tensor] : tensors)
        if (name != kUpdatesName && !live().contains(name))
            return unsuitable(name, {}, described(tensor));
    state.updates = *updates;
    restore(state);
    return {};
}

void Trainer::keepBest() {
    const InferenceMode ordinary(false);
    const GradMode no_grad(false);
    for (const auto& [name, tensor] : live())
        if (isWeight(name)) copyInto(m_best[name], tensor);
}

void Trainer::useBest() {
    const InferenceMode ordinary(false);
    const GradMode no_grad(false);
    for (const auto& [name, tensor] : m_best) live().at(name).copy_(tensor);
}

WeightMap Trainer::weights() const {
    const InferenceMode ordinary(false);
    const GradMode no_grad(false);
    WeightMap copies;
    for (const auto& [name, tensor] : live())
        if (isWeight(name))
            copies.emplace(name, tensor.detach().cpu().clone(MemoryFormat::Contiguous));
    return copies;
}

void Trainer::checkStop() const {
    if (m_stop && m_stop()) throw Stopped();
}

void Trainer::makeSums(const Network& network) {
    m_loss_sum = ops::zeros({}, TensorOptions(device()).dtype(ScalarType::Double));
    m_right = ops::zeros({}, TensorOptions(device()).dtype(ScalarType::Long));
    const bool drops = std::ranges::count(network.nodes(), Op::Dropout, &Node::op) > 0;
    if (drops) m_masks.make(device());
}

void checkTrainable(const Network& network) {
    for (int i = 0; i < static_cast<int>(network.nodes().size()); ++i) {
        const Node& node = network.nodes()[i];
        const bool known = node.op == Op::Conv || node.op == Op::Relu || node.op == Op::MaxPool ||
                           node.op == Op::Dropout || node.op == Op::Flatten ||
                           node.op == Op::Linear;
        if (!known || node.input != i || node.same_padding || (node.isConvOrLinear() && !node.bias))
            throw std::logic_error("Trainer: not a chain of the layers that it knows");
    }
}

}  // namespace duelo
