// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "workloads/gpu.h"

namespace duelo {

/// Where the time of an epoch goes: batches made, network trained, network evaluated. On the CPU
/// by the steady clock. On a GPU by events in its stream, read once after the epoch, so that no
/// batch waits for the clock; what the device waits for is charged to what it waits for.
class EpochClock {
public:
    struct Split {
        double wall_ms = 0;  ///< from a synchronised start to a synchronised end
        double data_ms = 0, compute_ms = 0, evaluation_ms = 0;
    };

    /// `gpu` is null on the CPU. `batches`: the most that one epoch trains.
    EpochClock(GpuApi* gpu, std::size_t batches);

    void start();
    void batchMade();  ///< the next batch is there, or there is none
    void batchTrained();
    void trained();                   ///< metrics taken: the device is done
    [[nodiscard]] Split evaluated();  ///< the same, after the validation part

private:
    void stamp();

    GpuApi* m_gpu;
    std::unique_ptr<GpuEvents> m_events;
    std::size_t m_stamps = 0;  ///< so far; those of batches alternate: made, trained
    std::int64_t m_startNs = 0, m_lastNs = 0, m_trainedNs = 0;
    double m_data_ms = 0, m_compute_ms = 0;
};

}  // namespace duelo
