// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/maker.h"

#include "experiments/inference/questions.h"
#include "experiments/inference/work_torch.h"
#include "gpu/failure.h"
#include "machine/process_memory.h"
#include "models/model.h"
#include "models/numerics.h"
#include "networks/cost.h"

namespace duelo {

namespace {

Shape shapeOf(const InferenceCase& work) {
    return imageShape(work.batch, work.size_px, work.size_px);
}

/// What is told of a cell before its first call.
Result<Prepared> prepared(const InferenceCase& work, const Variant& variant, const ModelInfo& info,
                          const ModelInput& input, const Identity& weights) {
    const auto cost = modelCost(info.network, shapeOf(work), valueBytes(variant.precision));
    if (!cost) return tl::unexpected(cost.error());
    return Prepared{.parts = input.parts,
                    .identities = {input.identity, weights},
                    .quantities = {{"images", work.batch, "throughput", "image/s"},
                                   {"flop", cost->flop},
                                   {"bytes_moved", cost->layer_bytes},
                                   {"parameters", info.parameters}}};
}

}  // namespace

InferenceMaker::InferenceMaker(Gpu& gpu) : m_gpu(gpu) {}

InferenceMaker::~InferenceMaker() = default;

Result<Forecast> InferenceMaker::forecast(const Cell& cell) {
    const InferenceCase work = inferenceCase(cell.work);
    const Variant variant = variantOf(cell.variant);
    const auto info = findModel(work.model);
    if (!info) return tl::unexpected(info.error());
    const auto memory =
        forecastMemory((*info)->network, shapeOf(work), variant.mode, variant.precision);
    if (!memory) return tl::unexpected(memory.error());
    const auto cost = modelCost((*info)->network, shapeOf(work), valueBytes(variant.precision));
    if (!cost) return tl::unexpected(cost.error());
    Forecast forecast{.bytes = memory->total(),
                      .free_bytes = freeMemoryBytes(),
                      .flop = cost->flop,
                      .bytes_moved = cost->layer_bytes};
    if (auto support = precisionSupport(variant.device, variant.precision))
        forecast.emulated = support->emulated;
    if (variant.device == Device::Cuda) {
        if (m_gpu.api() == nullptr) return tl::unexpected(*m_gpu.status().reason);
        const GpuMemory device = m_gpu.api()->memory();
        // What the allocator has cached is as free as what it has not taken yet.
        forecast.free_bytes = device.free_bytes + device.reserved_bytes - device.allocated_bytes;
    }
    return forecast;
}

Result<std::optional<CourseForecast>> InferenceMaker::look(const Cell& cell, bool) {
    const std::string input = inferenceCase(cell.work).input;
    const auto [known, isNew] = m_looked.try_emplace(input);
    if (isNew && input != kRandomInput) known->second = whyNoPhotograph(input);
    if (known->second) return tl::unexpected(*known->second);
    return std::nullopt;
}

Result<void> InferenceMaker::check(const Cell& cell) {
    const InferenceCase work = inferenceCase(cell.work);
    const Variant variant = variantOf(cell.variant);
    if (variant.device == Device::Cuda && m_gpu.api() == nullptr)
        return tl::unexpected(*m_gpu.status().reason);
    if (auto support = precisionSupport(variant.device, variant.precision); !support)
        return tl::unexpected(support.error());
    const auto info = findModel(work.model);
    if (!info) return tl::unexpected(info.error());
    return checkSize(**info, work.size_px);
}

Result<std::unique_ptr<Work>> InferenceMaker::create(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    const InferenceCase work = inferenceCase(cell.work);
    const Variant variant = variantOf(cell.variant);
    const auto info = findModel(work.model);
    const bool onGpu = variant.device == Device::Cuda;
    if (onGpu && !m_stream) m_stream = m_gpu.api()->measuringStream();
    const auto make = [this, work, variant, model = *info]() -> Result<InferenceParts> {
        return parts(work, variant, *model);
    };
    if (onGpu) return std::make_unique<GpuInference>(variant, make, *m_gpu.api());
    return std::make_unique<CpuInference>(variant, make);
}

Result<InferenceParts> InferenceMaker::parts(const InferenceCase& work, const Variant& variant,
                                             const ModelInfo& info) {
    auto weights = m_weights.weights(info, {.file = work.weights, .seed = work.seed});
    if (!weights) return tl::unexpected(weights.error());
    auto input = m_inputs.input(work, info);
    if (!input) return tl::unexpected(input.error());
    auto model =
        makeModel(info, weights->tensors,
                  {.mode = variant.mode, .device = variant.device, .precision = variant.precision});
    if (!model) return tl::unexpected(model.error());
    if (auto laidOut = (*model)->prepare(shapeOf(work)); !laidOut)
        return tl::unexpected(laidOut.error());
    auto known = prepared(work, variant, info, *input, weights->identity);
    if (!known) return tl::unexpected(known.error());
    known->notes = weights->notes;
    const auto support = precisionSupport(variant.device, variant.precision);
    if (support && support->emulated)
        known->notes.push_back(
            {"precision_emulated", {{"precision", std::string(word(variant.precision))}}});
    return InferenceParts{.model = std::move(*model),
                          .input = input->images,
                          .prepared = std::move(*known),
                          .copies = variant.device == Device::Cuda && work.input != kRandomInput,
                          .recognises = weights->identity.origin != kRandomOrigin};
}

Result<Json> InferenceMaker::answer(std::string_view query, const Json& args) {
    return inferenceAnswer(query, args);
}

Failure InferenceMaker::describe(const std::exception_ptr& error) {
    return describeFailure(error, m_gpu);
}

void InferenceMaker::release() {
    m_inputs.clear();
    if (!m_stream) return;
    m_stream.reset();
    m_gpu.api()->emptyCache();
}

}  // namespace duelo
