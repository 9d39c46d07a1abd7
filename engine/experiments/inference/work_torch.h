// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include <ATen/core/Tensor.h>

#include "experiments/common_axes.h"
#include "gpu/gpu.h"
#include "gpu/gpu_device_state.h"
#include "measure/device_watch.h"
#include "measure/work.h"
#include "models/model.h"

namespace duelo {

/// All that one cell of inference needs: the maker gathers it, the work runs it.
struct InferenceParts {
    std::unique_ptr<Model> model;  ///< laid out for the input's size
    at::Tensor input;              ///< fp32 [N, 3, H, W] on the CPU, shared, never written
    Prepared prepared;
    std::int64_t shared_bytes = 0;  ///< on the host: of what the model uses and has not made itself
    bool copies = false;            ///< to the GPU and back, inside each call
    bool recognises = false;        ///< trained weights: the classes mean something
};

/// Gathering is slow and may fail, so it belongs to prepare(), not to the constructor.
using GatherParts = std::function<Result<InferenceParts>()>;
/// What is read, made and hashed for all variants of a case, which gathering then finds.
using FetchShared = std::function<Result<void>()>;

class CpuInference final : public Work {
public:
    CpuInference(const Variant& variant, GatherParts gather, FetchShared fetch);

    [[nodiscard]] Result<void> fetch() override { return m_fetch(); }
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;
    void beginBlock() override { m_watch.beginBlock(); }
    [[nodiscard]] std::optional<DeviceState> deviceState() override { return m_watch.state(); }

private:
    void useThreads() const;

    const Variant m_variant;
    GatherParts m_gather;
    FetchShared m_fetch;
    HostWatch m_watch;
    InferenceParts m_parts;
    at::Tensor m_logits;
};

/// The stamps of one block: before the copy in, before and after the computing, after the copy out.
/// In the mode Graph the computing is one launch of what prepare() has recorded; the copies are the
/// same in all modes, and never part of the graph.
class GpuInference final : public Work {
public:
    GpuInference(const Variant& variant, GatherParts gather, FetchShared fetch, GpuApi& gpu);

    [[nodiscard]] Result<void> fetch() override { return m_fetch(); }
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;
    void beginBlock() override { m_watch.beginBlock(); }
    [[nodiscard]] std::optional<DeviceState> deviceState() override { return m_watch.state(); }
    /// Of a tensor that rests on the device: what its copies would take. Of a graph: how long the
    /// GPU works on one call.
    [[nodiscard]] Parts measureApart() override;

private:
    void compute();
    /// Reason: "graph_not_captured"; what says more of the GPU (memory, a fault) is thrown.
    [[nodiscard]] Result<void> capture();
    [[nodiscard]] Parts copiesApart();
    [[nodiscard]] PartTime busyApart();

    const Variant m_variant;
    GatherParts m_gather;
    FetchShared m_fetch;
    GpuApi& m_gpu;
    GpuWatch m_watch;
    InferenceParts m_parts;
    std::unique_ptr<GpuEvents> m_events;
    at::Tensor m_deviceInput, m_logits;
    at::Tensor m_hostInput, m_hostLogits;  ///< page-locked, so that no copy waits in submit_ms
    /// Reads m_deviceInput and writes m_logits where they lay when it was captured, so that neither
    /// is ever exchanged; goes before them, and before the weights.
    std::unique_ptr<GpuGraph> m_graph;
};

}  // namespace duelo
