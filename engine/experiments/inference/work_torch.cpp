// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/work_torch.h"

#include <algorithm>
#include <exception>
#include <span>
#include <utility>
#include <vector>

#include "experiments/inference/output.h"
#include "experiments/inference/recognised.h"
#include "experiments/inference/used_kernels.h"
#include "experiments/torch_threads.h"
#include "gpu/gpu_failure.h"
#include "machine/clock.h"
#include "models/compiled_network.h"
#include "models/numerics.h"
#include "plan/protocol.h"
#include "stats/statistics.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

/// Number of times that something is measured by itself; the median is told.
constexpr std::size_t kTimesApart = 11;

/// The time for replays that are timed by themselves; a slow one is timed once.
constexpr double kMostApartMs = 1000;

/// The classes of a picture in a result's tables.
constexpr std::size_t kClassesOfPicture = 3;

/// The answer to each photograph of a batch that has several.
std::vector<PictureClasses> answersOf(const Tensor& logits, const InferenceParts& parts) {
    std::vector<PictureClasses> answers;
    for (std::size_t i = 0; i < parts.pictures.size(); ++i) {
        answers.push_back({.input = parts.pictures[i],
                           .top = topClasses(logits[static_cast<std::int64_t>(i)], parts.sheet)});
        std::vector<TopClass>& top = answers.back().top;
        top.resize(std::min(top.size(), kClassesOfPicture));
    }
    return answers;
}

/// The answer to the first image of the batch in words, those to several photographs, and the
/// logits of all for comparison.
Output outputOf(const Tensor& logits, const InferenceParts& parts) {
    const Tensor values = logits.contiguous();
    const std::span<const float> all(values.data_ptr<float>(),
                                     static_cast<std::size_t>(values.numel()));
    Output output{.fingerprint =
                      fingerprintOf(all, {values.sizes().begin(), values.sizes().end()}, true)};
    if (parts.recognises) {
        output.output = toJson(topClasses(values[0], parts.sheet));
        output.output.update(toJson(answersOf(values, parts)));
    }
    if (!parts.beside) return output;
    if (const auto told = parts.beside())
        output.output.update(*told);
    else
        output.notes.push_back(told.error());
    return output;
}

}  // namespace

CpuInference::CpuInference(const Variant& variant, GatherParts gather, FetchShared fetch,
                           std::vector<int> cpus)
    : m_variant(variant),
      m_gather(std::move(gather)),
      m_fetch(std::move(fetch)),
      m_cpus(std::move(cpus)) {}

Result<Prepared> CpuInference::prepare() {
    const InferenceMode inference;
    useTorchThreads(m_variant.threads);
    const PinnedTeam team(m_cpus, torchThreads(m_cpus.size()));
    applyNumerics({});
    auto parts = m_gather();
    if (!parts) return tl::unexpected(parts.error());
    m_parts = std::move(*parts);
    m_watch.setShared(m_parts.shared_bytes);
    if (!m_cpus.empty()) m_parts.prepared.notes.push_back(pinnedNote(m_cpus));
    return m_parts.prepared;
}

Timing CpuInference::step(int calls) {
    const InferenceMode inference;
    useTorchThreads(m_variant.threads);
    const PinnedTeam team(m_cpus, torchThreads(m_cpus.size()));
    applyNumerics({});  // a GPU variant of the same case may have asked for TF32
    const std::int64_t startNs = nowNs();
    for (int i = 0; i < calls; ++i) m_logits = m_parts.model->forward(m_parts.input);
    const double wall_ms = msSince(startNs);
    return {.wall_ms = wall_ms, .parts = {{"compute", wall_ms}}};  // a call does nothing else
}

Output CpuInference::output() {
    const InferenceMode inference;
    Output output = outputOf(m_logits, m_parts);
    if (m_parts.model->compiled()) output.output["kernels"] = toJson(usedKernels());
    return output;
}

UsedKernels CpuInference::usedKernels() const {
    useTorchThreads(m_variant.threads);
    const std::int64_t startNs = nowNs();
    static_cast<void>(m_parts.model->forward(m_parts.input));
    const int rounds = std::clamp(static_cast<int>(kMostApartMs / std::max(msSince(startNs), 1e-3)),
                                  1, static_cast<int>(kTimesApart));
    CompiledNetwork& network = *m_parts.model->compiled();
    UsedKernels used{.library = network.library(), .instructions = network.instructions()};
    for (CompiledKernel& kernel : network.timed(m_parts.input, rounds))
        used.calls.push_back({.layers = std::move(kernel.layers),
                              .implementation = std::move(kernel.implementation),
                              .bytes = kernel.bytes,
                              .flop = kernel.flop,
                              .ms = kernel.ms});
    return used;
}

GpuInference::GpuInference(const Variant& variant, GatherParts gather, FetchShared fetch,
                           GpuApi& gpu)
    : m_variant(variant),
      m_gather(std::move(gather)),
      m_fetch(std::move(fetch)),
      m_gpu(gpu),
      m_watch(gpu) {}

Result<Prepared> GpuInference::prepare() {
    const InferenceMode inference;
    applyNumerics({.tf32 = m_variant.precision == Precision::Tf32});
    auto parts = m_gather();
    if (!parts) return tl::unexpected(parts.error());
    m_parts = std::move(*parts);
    m_events = m_gpu.events(kStamps);
    m_hostInput = m_gpu.pinned(m_parts.input);
    const bool overlapped = m_variant.mode == Mode::Overlapped;
    m_places = std::vector<Place>(overlapped ? kPlacesOverlapped : 1);
    for (Place& place : m_places) {
        place.input =
            ops::empty_like(m_parts.input, m_parts.input.options().device(m_gpu.device()));
        place.hostLogits = m_gpu.emptyPinned(
            ops::empty({m_parts.input.size(0), m_parts.model->classes()}, ScalarType::Float));
        m_gpu.copy(place.input, m_hostInput);
    }
    m_gpu.synchronize();
    if (!needsGpu(m_variant.mode)) return m_parts.prepared;
    for (Place& place : m_places)
        if (auto captured = capture(place); !captured) return tl::unexpected(captured.error());
    m_parts.prepared.notes.push_back({"graph_in_load"});
    if (overlapped) {
        m_parts.prepared.least_calls = kCallsOverlapped;
        m_parts.prepared.notes.push_back({"overlapped_rate", {{"calls", kCallsOverlapped}}, {}});
    }
    return m_parts.prepared;
}

Result<void> GpuInference::capture(Place& place) {
    const auto work = [&] { place.logits = m_parts.model->forward(place.input); };
    // Libraries allocate and choose in their first call, which a capture cannot hold.
    work();
    m_gpu.synchronize();
    place.logits.reset();
    try {
        place.graph = m_gpu.capture(work);
    } catch (const TensorError& error) {
        const auto known = describeGpuFailure(std::current_exception());
        if ((known && known->reason.code != "cuda_error") || m_gpu.health() != 0) throw;
        return fail("graph_not_captured", Json::object(), error.what());
    }
    return {};
}

void GpuInference::compute(Place& place) {
    if (place.graph)
        place.graph->replay();
    else
        place.logits = m_parts.model->forward(place.input);
}

void GpuInference::submitInTurn(int calls) {
    Place& place = m_places.front();
    for (int i = 0; i < calls; ++i) {
        if (m_parts.copies) m_gpu.copy(place.input, m_hostInput);
        if (i + 1 == calls) m_events->record(kCopiedIn);
        compute(place);
        if (i + 1 == calls) m_events->record(kComputed);
        if (m_parts.copies) m_gpu.copy(place.hostLogits, place.logits);
    }
}

Timing GpuInference::step(int calls) {
    const InferenceMode inference;
    applyNumerics({.tf32 = m_variant.precision == Precision::Tf32});
    const bool overlapped = m_places.size() > 1;
    // Work still under way would be counted as this block's (S0-M04).
    m_gpu.synchronize();

    const std::int64_t startNs = nowNs();
    m_events->record(kStart);
    if (overlapped)
        submitOverlapped(calls);
    else
        submitInTurn(calls);
    m_events->record(kCopiedOut);
    m_gpu.flushSubmission();
    const double submit_ms = msSince(startNs);
    m_gpu.synchronize();

    Timing timing{.wall_ms = msSince(startNs), .submit_ms = submit_ms};
    timing.device_ms = m_events->elapsedMs(kStart, kCopiedOut);
    // Parts that overlap do not add up.
    if (calls > 1 || overlapped) return timing;
    timing.parts = {{"compute", m_events->elapsedMs(kCopiedIn, kComputed)}};
    if (m_parts.copies) {
        timing.parts.insert(timing.parts.begin(), {"h2d", m_events->elapsedMs(kStart, kCopiedIn)});
        timing.parts.push_back({"d2h", m_events->elapsedMs(kComputed, kCopiedOut)});
    }
    return timing;
}

Parts GpuInference::measureApart() {
    const InferenceMode inference;
    const bool inside = m_parts.copies && m_places.size() == 1;
    Parts apart = inside ? Parts() : copiesApart();
    if (m_places.front().graph) apart.push_back(busyApart());
    return apart;
}

/// The timed replay is submitted while the GPU is at the one before it: between its stamps the GPU
/// waits for no launch, as it does in a call, whose first stamp lies before its only launch.
PartTime GpuInference::busyApart() {
    GpuGraph& graph = *m_places.front().graph;
    std::int64_t startNs = nowNs();
    // Others may have had their turns since, and a GPU that rests lowers its clock.
    do {
        graph.replay();
        m_gpu.synchronize();
    } while (msSince(startNs) < kSpinUpMs);
    startNs = nowNs();
    std::vector<double> busy_ms;
    while (busy_ms.empty() || (busy_ms.size() < kTimesApart && msSince(startNs) < kMostApartMs)) {
        graph.replay();
        m_events->record(kCopiedIn);
        graph.replay();
        m_events->record(kComputed);
        m_gpu.synchronize();
        busy_ms.push_back(m_events->elapsedMs(kCopiedIn, kComputed));
    }
    return {"busy", median(busy_ms), false};
}

Parts GpuInference::copiesApart() {
    Place& place = m_places.front();
    std::vector<double> in_ms, out_ms;
    // The first is not counted: it pays for what the pause has put to sleep.
    for (std::size_t i = 0; i <= kTimesApart; ++i) {
        m_gpu.synchronize();
        m_events->record(kStart);
        m_gpu.copy(place.input, m_hostInput);
        m_events->record(kCopiedIn);
        m_gpu.copy(place.hostLogits, place.logits);
        m_events->record(kCopiedOut);
        m_gpu.synchronize();
        if (i == 0) continue;
        in_ms.push_back(m_events->elapsedMs(kStart, kCopiedIn));
        out_ms.push_back(m_events->elapsedMs(kCopiedIn, kCopiedOut));
    }
    return {{"h2d", median(in_ms), false}, {"d2h", median(out_ms), false}};
}

Output GpuInference::output() {
    const InferenceMode inference;
    Output output = outputOf(m_places[m_last].logits.cpu(), m_parts);
    for (Reason& note : m_parts.model->notes()) output.notes.push_back(std::move(note));
    return output;
}

}  // namespace duelo
