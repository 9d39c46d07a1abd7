// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/plain_gpu.h"
#include "machine/gpu_reading.h"
#include "machine/own_memory.h"
#include "machine/process_table.h"
#include "measure/device_watch.h"

namespace duelo {

/// The GPU around the blocks of one work. Throttled is it where NVML gives heat or power as the
/// reason and the clock is below 75 % of its default; a low clock alone is none, because one
/// that has rested has it too. Spilled is memory of whomever where this work's blocks went beyond
/// the dedicated one.
class GpuWatch final : public DeviceWatch {
public:
    /// `gpu` must outlive the watch.
    explicit GpuWatch(PlainGpu& gpu) : m_gpu(gpu) {}

    void beginBlock() override;
    [[nodiscard]] DeviceState state() override;

private:
    PlainGpu& m_gpu;
    OwnMemory m_memory;
    std::int64_t m_allocationsBefore = 0;
};

/// The state for people: with the names of the processes, and which of them are Duelo's own.
[[nodiscard]] GpuReading readingOf(const GpuState& state, const ProcessTable& processes);

/// Returns warnings of what may spoil the numbers of a GPU, at a moment when this process computes
/// nothing on it. There are some only where other programs are there and something keeps it busy:
/// "gpu_used_by" {program, memory_bytes, count, percent} names the one with the most memory,
/// "gpu_shared_with" {programs, percent} those whose memory nobody tells, and "gpu_shared" {count,
/// percent} knows no name. Windows counts every program that draws among those that compute, so
/// their number alone says nothing.
[[nodiscard]] std::vector<Reason> gpuWarnings(const GpuReading& reading);

}  // namespace duelo
