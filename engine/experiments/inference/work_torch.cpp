// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/work_torch.h"

#include <span>
#include <utility>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>

#include "base/text.h"
#include "experiments/inference/output.h"
#include "gpu/gpu_device_state.h"
#include "machine/clock.h"
#include "machine/process_memory.h"
#include "models/numerics.h"

namespace duelo {

namespace {

constexpr int kTopClasses = 5;

enum Stamp : std::size_t { kStart, kCopiedIn, kComputed, kCopiedOut, kStamps };

double msSince(std::int64_t startNs) {
    return static_cast<double>(nowNs() - startNs) / kNsPerMs;
}

/// The answer to the first image of the batch in words, and the logits of all for comparison.
Output outputOf(const at::Tensor& logits, bool recognises) {
    const at::Tensor values = logits.contiguous();
    const std::span<const float> all(values.data_ptr<float>(),
                                     static_cast<std::size_t>(values.numel()));
    Output output{.fingerprint =
                      fingerprintOf(all, {values.sizes().begin(), values.sizes().end()}, true)};
    if (!recognises) return output;

    const Text english(Language::English);
    const at::Tensor probabilities = values[0].softmax(0);
    const auto [best, classes] = probabilities.topk(kTopClasses);
    std::vector<TopClass> top;
    for (int i = 0; i < kTopClasses; ++i) {
        const int index = static_cast<int>(classes[i].item<std::int64_t>());
        top.push_back({.index = index,
                       .label = english.className(index),
                       .probability = best[i].item<double>()});
    }
    output.output = toJson(top);
    return output;
}

}  // namespace

CpuInference::CpuInference(const Variant& variant, GatherParts gather)
    : m_variant(variant), m_gather(std::move(gather)) {}

void CpuInference::useThreads() const {
    // Setting the number, even to itself, empties oneDNN's cache of primitives.
    if (at::get_num_threads() != m_variant.threads) at::set_num_threads(m_variant.threads);
}

Result<Prepared> CpuInference::prepare() {
    const c10::InferenceMode inference;
    useThreads();
    applyNumerics({});
    resetPeakMemory();
    auto parts = m_gather();
    if (!parts) return tl::unexpected(parts.error());
    m_parts = std::move(*parts);
    return m_parts.prepared;
}

Timing CpuInference::step(int calls) {
    const c10::InferenceMode inference;
    useThreads();
    applyNumerics({});  // a GPU variant of the same case may have asked for TF32
    const std::int64_t startNs = nowNs();
    for (int i = 0; i < calls; ++i) m_logits = m_parts.model->forward(m_parts.input);
    return {.wall_ms = msSince(startNs)};
}

Output CpuInference::output() {
    const c10::InferenceMode inference;
    return outputOf(m_logits, m_parts.recognises);
}

std::optional<DeviceState> CpuInference::deviceState() {
    return DeviceState{.peak_bytes = peakMemoryBytes()};
}

GpuInference::GpuInference(const Variant& variant, GatherParts gather, GpuApi& gpu)
    : m_variant(variant), m_gather(std::move(gather)), m_gpu(gpu) {}

Result<Prepared> GpuInference::prepare() {
    const c10::InferenceMode inference;
    applyNumerics({.tf32 = m_variant.precision == Precision::Tf32});
    m_gpu.resetPeak();
    auto parts = m_gather();
    if (!parts) return tl::unexpected(parts.error());
    m_parts = std::move(*parts);
    m_events = m_gpu.events(kStamps);
    m_deviceInput = at::empty_like(m_parts.input, m_parts.input.options().device(m_gpu.device()));
    m_gpu.copy(m_deviceInput, m_parts.input);
    m_gpu.synchronize();
    return m_parts.prepared;
}

Timing GpuInference::step(int calls) {
    const c10::InferenceMode inference;
    applyNumerics({.tf32 = m_variant.precision == Precision::Tf32});
    const bool copies = m_parts.copies;
    // Work still under way would be counted as this block's (S0-M04).
    m_gpu.synchronize();

    const std::int64_t startNs = nowNs();
    m_events->record(kStart);
    for (int i = 0; i < calls; ++i) {
        if (copies) m_gpu.copy(m_deviceInput, m_parts.input);
        if (i + 1 == calls) m_events->record(kCopiedIn);
        m_logits = m_parts.model->forward(m_deviceInput);
        if (i + 1 == calls) m_events->record(kComputed);
        if (copies) {
            if (!m_hostLogits.defined()) m_hostLogits = at::empty_like(m_logits, at::kCPU);
            m_gpu.copy(m_hostLogits, m_logits);
        }
    }
    m_events->record(kCopiedOut);
    m_gpu.flushSubmission();
    const double submit_ms = msSince(startNs);
    m_gpu.synchronize();

    Timing timing{.wall_ms = msSince(startNs), .submit_ms = submit_ms};
    timing.device_ms = m_events->elapsedMs(kStart, kCopiedOut);
    if (calls > 1) return timing;
    const double compute_ms = m_events->elapsedMs(kCopiedIn, kComputed);
    if (!copies) copyApart();
    timing.parts = {{"h2d", m_events->elapsedMs(kStart, kCopiedIn), copies},
                    {"compute", compute_ms},
                    {"d2h", m_events->elapsedMs(kComputed, kCopiedOut), copies}};
    return timing;
}

void GpuInference::copyApart() {
    if (!m_hostLogits.defined()) m_hostLogits = at::empty_like(m_logits, at::kCPU);
    m_events->record(kStart);
    m_gpu.copy(m_deviceInput, m_parts.input);
    m_events->record(kCopiedIn);
    m_events->record(kComputed);
    m_gpu.copy(m_hostLogits, m_logits);
    m_events->record(kCopiedOut);
    m_gpu.synchronize();
}

Output GpuInference::output() {
    const c10::InferenceMode inference;
    return outputOf(m_logits.cpu(), m_parts.recognises);
}

std::optional<DeviceState> GpuInference::deviceState() {
    return deviceStateOf(m_gpu);
}

}  // namespace duelo
