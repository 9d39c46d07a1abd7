// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "gpu/gpu.h"

namespace duelo {

/// Submits the pieces of an epoch so far ahead that the GPU never waits for the next, and no
/// further: what is submitted runs to its end, also after a stop. Two windows are on their way at
/// most, each of about 20 ms by the GPU's own clock, or of one piece that takes longer.
class ReplayPace {
public:
    /// `gpu` must outlive it.
    explicit ReplayPace(GpuApi& gpu);

    /// Calls submit(0) to submit(count - 1). `told` hears how many are done, once for each window,
    /// and at the end that all are submitted; it may throw to leave.
    void run(std::size_t count, const std::function<void(std::size_t piece)>& submit,
             const std::function<void(std::size_t done)>& told);

private:
    void adapt(double window_ms, std::size_t pieces);

    const std::unique_ptr<GpuEvents> m_stamps;
    std::size_t m_window = 1;  ///< pieces; what one run has found the next begins with
};

}  // namespace duelo
