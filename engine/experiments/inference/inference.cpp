// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/inference.h"

#include "experiments/inference/inference_workloads.h"
#include "gpu/failure.h"
#include "machine/process_memory.h"
#include "models/model.h"
#include "models/numerics.h"
#include "networks/cost.h"

namespace duelo {

namespace {

Shape shapeOf(const Case& work) {
    return imageShape(work.batch, work.size_px, work.size_px);
}

/// What is told of a cell before its first call.
Result<Prepared> prepared(const Cell& cell, const ModelInfo& info, const ModelInput& input,
                          const WeightsRecord& weights) {
    const auto cost =
        modelCost(info.network, shapeOf(cell.work), valueBytes(cell.variant.precision));
    if (!cost) return tl::unexpected(cost.error());
    return Prepared{
        .decode_ms = input.decode_ms,
        .resize_ms = input.resize_ms,
        .copies_included = cell.variant.device == Device::Cuda && cell.work.input != kRandomInput,
        .input = input.record,
        .weights = weights,
        .parameters = info.parameters,
        .flop = cost->flop,
        .bytes_moved = cost->layer_bytes};
}

}  // namespace

InferenceFactory::InferenceFactory(const Plan& plan, Gpu& gpu)
    : m_gpu(gpu), m_weights(plan.weights, plan.seed), m_inputs(plan.seed) {}

InferenceFactory::~InferenceFactory() = default;

Result<Forecast> InferenceFactory::forecast(const Cell& cell) {
    const auto info = findModel(cell.work.model);
    if (!info) return tl::unexpected(info.error());
    const auto memory = forecastMemory((*info)->network, shapeOf(cell.work), cell.variant.mode,
                                       cell.variant.precision);
    if (!memory) return tl::unexpected(memory.error());
    const auto cost =
        modelCost((*info)->network, shapeOf(cell.work), valueBytes(cell.variant.precision));
    if (!cost) return tl::unexpected(cost.error());
    Forecast forecast{.bytes = memory->total(),
                      .free_bytes = freeMemoryBytes(),
                      .flop = cost->flop,
                      .bytes_moved = cost->layer_bytes};
    if (auto support = precisionSupport(cell.variant.device, cell.variant.precision))
        forecast.emulated = support->emulated;
    if (cell.variant.device == Device::Cuda) {
        if (m_gpu.api() == nullptr) return tl::unexpected(*m_gpu.status().reason);
        const GpuMemory device = m_gpu.api()->memory();
        // What the allocator has cached is as free as what it has not taken yet.
        forecast.free_bytes = device.free_bytes + device.reserved_bytes - device.allocated_bytes;
    }
    return forecast;
}

Result<void> InferenceFactory::check(const Cell& cell) {
    if (cell.variant.device == Device::Cuda && m_gpu.api() == nullptr)
        return tl::unexpected(*m_gpu.status().reason);
    if (auto support = precisionSupport(cell.variant.device, cell.variant.precision); !support)
        return tl::unexpected(support.error());
    const auto info = findModel(cell.work.model);
    if (!info) return tl::unexpected(info.error());
    return checkSize(**info, cell.work.size_px);
}

Result<std::unique_ptr<Workload>> InferenceFactory::create(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    const auto info = findModel(cell.work.model);
    const bool onGpu = cell.variant.device == Device::Cuda;
    if (onGpu && !m_stream) m_stream = m_gpu.api()->measuringStream();
    const auto make = [this, cell, model = *info]() -> Result<InferenceParts> {
        return parts(cell, *model);
    };
    if (onGpu) return std::make_unique<GpuInference>(cell.variant, make, *m_gpu.api());
    return std::make_unique<CpuInference>(cell.variant, make);
}

Result<InferenceParts> InferenceFactory::parts(const Cell& cell, const ModelInfo& info) {
    auto weights = m_weights.weights(info);
    if (!weights) return tl::unexpected(weights.error());
    auto input = m_inputs.input(cell.work, info);
    if (!input) return tl::unexpected(input.error());
    auto model = makeModel(info, weights->tensors,
                           {.mode = cell.variant.mode,
                            .device = cell.variant.device,
                            .precision = cell.variant.precision});
    if (!model) return tl::unexpected(model.error());
    if (auto laidOut = (*model)->prepare(shapeOf(cell.work)); !laidOut)
        return tl::unexpected(laidOut.error());
    auto known = prepared(cell, info, *input, weights->record);
    if (!known) return tl::unexpected(known.error());
    known->notes = weights->notes;
    const auto support = precisionSupport(cell.variant.device, cell.variant.precision);
    if (support && support->emulated)
        known->notes.push_back(
            {"precision_emulated", {{"precision", std::string(word(cell.variant.precision))}}});
    return InferenceParts{.model = std::move(*model),
                          .input = input->images,
                          .prepared = std::move(*known),
                          .recognises = weights->record.provenance != "random"};
}

Failure InferenceFactory::describe(const std::exception_ptr& error) {
    return describeFailure(error, m_gpu);
}

void InferenceFactory::release() {
    m_inputs.clear();
    if (!m_stream) return;
    m_stream.reset();
    m_gpu.api()->emptyCache();
}

}  // namespace duelo
