// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "gpu/gpu.h"
#include "measure/work.h"

namespace duelo {

/// Measures the parts of an epoch's time: batches made, copied to the GPU, network trained, sums
/// copied back, network evaluated (S2-M06, S4-09). On the CPU by the steady clock. On a GPU by
/// events in its stream, read once after the epoch, so that no batch waits for the clock; a wait of
/// the device counts to the part that it waits for. The time that the CPU takes to launch the work
/// of the batches is told beside it ("launch"): that happens while the GPU computes, and is no part
/// of the sum.
class EpochClock {
public:
    /// `gpu` is null on the CPU. `batches`: the most that one epoch trains; `copies`: the most that
    /// go to the GPU for one of them. A copy beyond these counts as what it interrupts.
    EpochClock(GpuApi* gpu, std::size_t batches, std::size_t copies);

    void start();
    void batchMade();  ///< the next batch is there, or there is none
    void batchTrained();
    /// Says that all batches of the epoch were submitted as a whole: nobody launched them one by
    /// one.
    void allTrained();
    /// Copies to the GPU, and counts the time apart from the batch's making or training.
    void copyIn(Tensor& to, const Tensor& from);
    void trained();                    ///< metrics taken: the device is done
    [[nodiscard]] Timing evaluated();  ///< from a synchronised start to a synchronised end

private:
    enum class Part { Data, CopyIn, Compute, CopyOut };

    void ends(Part part);  ///< the time since the last call was that part's

    GpuApi* m_gpu;
    std::unique_ptr<GpuEvents> m_events;
    std::vector<Part> m_parts;  ///< GPU: between stamp i and stamp i + 1
    Part m_running = Part::Data;
    const std::size_t m_copies_of_epoch;
    std::size_t m_copies_left = 0;
    std::int64_t m_startNs = 0, m_lastNs = 0;
    double m_data_ms = 0, m_compute_ms = 0;  ///< CPU
    bool m_one_by_one = false;               ///< GPU: m_launch_ms is what was asked for
    double m_launch_ms = 0;                  ///< GPU, by the steady clock
    std::int64_t m_launchNs = 0;
};

}  // namespace duelo
