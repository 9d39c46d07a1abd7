// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include <ATen/core/Tensor.h>

#include "experiments/common_axes.h"
#include "gpu/gpu.h"
#include "measure/work.h"
#include "models/model.h"

namespace duelo {

/// All that one cell of inference needs: the maker gathers it, the work runs it.
struct InferenceParts {
    std::unique_ptr<Model> model;  ///< laid out for the input's size
    at::Tensor input;              ///< fp32 [N, 3, H, W] on the CPU, shared, never written
    Prepared prepared;
    bool copies = false;      ///< to the GPU and back, inside each call
    bool recognises = false;  ///< trained weights: the classes mean something
};

/// Gathering is slow and may fail, so it belongs to prepare(), not to the constructor.
using GatherParts = std::function<Result<InferenceParts>()>;

class CpuInference final : public Work {
public:
    CpuInference(const Variant& variant, GatherParts gather);

    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;
    [[nodiscard]] std::optional<DeviceState> deviceState() override;

private:
    void useThreads() const;

    const Variant m_variant;
    GatherParts m_gather;
    InferenceParts m_parts;
    at::Tensor m_logits;
};

/// The stamps of one block: before the copy in, before and after the computing, after the copy out.
class GpuInference final : public Work {
public:
    GpuInference(const Variant& variant, GatherParts gather, GpuApi& gpu);

    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;
    [[nodiscard]] std::optional<DeviceState> deviceState() override;

private:
    /// Of a tensor that rests on the device: stamps what its copies would take.
    void copyApart();

    const Variant m_variant;
    GatherParts m_gather;
    GpuApi& m_gpu;
    InferenceParts m_parts;
    std::unique_ptr<GpuEvents> m_events;
    at::Tensor m_deviceInput, m_logits, m_hostLogits;
};

}  // namespace duelo
