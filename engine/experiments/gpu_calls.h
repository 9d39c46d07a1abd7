// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "gpu/gpu.h"
#include "measure/work.h"

namespace duelo {

/// The clock of works that submit calls to a GPU: from a synchronised start to a synchronised end,
/// with the device's own time between two stamps.
class GpuCalls {
public:
    /// `gpu` must outlive the clock; the worker holds a measuringStream() while it is used.
    explicit GpuCalls(GpuApi& gpu);

    /// The device's time is that of the part.
    [[nodiscard]] Timing time(int calls, const char* part, const std::function<void()>& submit);

private:
    GpuApi& m_gpu;
    std::unique_ptr<GpuEvents> m_events;
};

}  // namespace duelo
