// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/common_axes.h"
#include "experiments/inference/used_kernels.h"
#include "gpu/gpu.h"
#include "gpu/gpu_device_state.h"
#include "measure/device_watch.h"
#include "measure/work.h"
#include "models/model.h"
#include "networks/trained_network.h"
#include "tensor/tensor.h"

namespace duelo {

/// The stamps of a block of calls on a GPU. Those behind kCopiedOut are of the mode Overlapped
/// alone: of each of its places that the input is there, and the answer, and of all that they left.
enum Stamp : std::size_t { kStart, kCopiedIn, kComputed, kCopiedOut, kInputThere };
inline constexpr std::size_t kPlacesOverlapped = 2;
inline constexpr std::size_t kAnswerThere = kInputThere + kPlacesOverlapped;
inline constexpr std::size_t kAllCopied = kAnswerThere + kPlacesOverlapped;
inline constexpr std::size_t kStamps = kAllCopied + 1;

/// The least calls in a sample of the mode Overlapped: its first copy in and its last copy out
/// overlap with nothing, which distorts short samples.
inline constexpr int kCallsOverlapped = 32;

/// All that one cell of inference needs: the maker gathers it, the work runs it.
struct InferenceParts {
    std::unique_ptr<Model> model;  ///< laid out for the input's size
    Tensor input;                  ///< fp32 [N, C, H, W] on the CPU, shared, never written
    Prepared prepared;
    std::int64_t shared_bytes = 0;  ///< on the host: of what the model uses and has not made itself
    bool copies = false;            ///< to the GPU and back, inside each call
    bool recognises = false;        ///< trained weights: the classes mean something
    TrainedSheet sheet{};           ///< of a network that Duelo has trained: which classes
    /// Several photographs that share the batch, in its first places; else empty.
    std::vector<std::string> pictures{};
    /// Makes further output of a case, once for all its variants: by passes of its own, after the
    /// calls that its output is of and before those that are timed. Empty: none.
    std::function<Result<Json>()> beside{};
};

/// Gathering is slow and may fail, so it belongs to prepare(), not to the constructor.
using GatherParts = std::function<Result<InferenceParts>()>;
/// Reads, makes and hashes the data that all variants of a case share; gathering then finds them.
using FetchShared = std::function<Result<void>()>;

class CpuInference final : public Work {
public:
    /// `cpus`: those that its threads keep to; empty: any (pinned_team.h).
    CpuInference(const Variant& variant, GatherParts gather, FetchShared fetch,
                 std::vector<int> cpus = {});

    [[nodiscard]] Result<void> fetch() override { return m_fetch(); }
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;
    void beginBlock() override { m_watch.beginBlock(); }
    [[nodiscard]] std::optional<DeviceState> deviceState() override { return m_watch.state(); }

private:
    /// Times each kernel of the mode Compiled by itself.
    [[nodiscard]] UsedKernels usedKernels() const;

    const Variant m_variant;
    GatherParts m_gather;
    FetchShared m_fetch;
    const std::vector<int> m_cpus;
    HostWatch m_watch;
    InferenceParts m_parts;
    Tensor m_logits;
};

/// The stamps of one block: before the copy in, before and after the computing, after the copy out.
/// In the mode Graph the computing is one launch of what prepare() has recorded; the copies are the
/// same in all modes, and never part of the graph.
///
/// In the mode Overlapped there are two of everything that a call has on the device, and calls take
/// them in turn: while one is computed, a second stream copies the answer before it out and the
/// next input in (work_overlapped.cpp).
class GpuInference final : public Work {
public:
    GpuInference(const Variant& variant, GatherParts gather, FetchShared fetch, GpuApi& gpu);

    [[nodiscard]] Result<void> fetch() override { return m_fetch(); }
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;
    void beginBlock() override { m_watch.beginBlock(); }
    [[nodiscard]] std::optional<DeviceState> deviceState() override { return m_watch.state(); }
    /// Measures what the copies of a tensor that rests on the device would take, and how long the
    /// GPU works on one call of a graph.
    [[nodiscard]] Parts measureApart() override;

private:
    /// Tensors of a call on the device, and the place of its answer on the host.
    struct Place {
        Tensor input, logits;
        Tensor hostLogits;  ///< page-locked, so that no copy waits in submit_ms
        /// Reads `input` and writes `logits` where they lay when it was captured, so that neither
        /// is ever exchanged; goes before them, and before the weights.
        std::unique_ptr<GpuGraph> graph{};
    };

    void compute(Place& place);
    /// Reason: "graph_not_captured"; what says more of the GPU (memory, a fault) is thrown.
    [[nodiscard]] Result<void> capture(Place& place);
    /// Submits the calls that step() times between its first and its last stamp.
    void submitInTurn(int calls);
    void submitOverlapped(int calls);
    [[nodiscard]] Parts copiesApart();
    [[nodiscard]] PartTime busyApart();

    const Variant m_variant;
    GatherParts m_gather;
    FetchShared m_fetch;
    GpuApi& m_gpu;
    GpuWatch m_watch;
    InferenceParts m_parts;
    std::unique_ptr<GpuEvents> m_events;
    Tensor m_hostInput;           ///< page-locked too; all calls read it, none writes it
    std::vector<Place> m_places;  ///< of call i that at i modulo their number
    std::size_t m_last = 0;       ///< the place of the latest call
};

}  // namespace duelo
