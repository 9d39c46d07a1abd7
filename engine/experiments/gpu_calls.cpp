// SPDX-License-Identifier: Apache-2.0
#include "experiments/gpu_calls.h"

#include "machine/clock.h"

namespace duelo {

namespace {

constexpr std::size_t kCallsBegun = 0, kCallsDone = 1, kCallStamps = 2;

}  // namespace

GpuCalls::GpuCalls(GpuApi& gpu) : m_gpu(gpu), m_events(gpu.events(kCallStamps)) {}

Timing GpuCalls::time(int calls, const char* part, const std::function<void()>& submit) {
    // Work still under way would be counted as this block's (S0-M04).
    m_gpu.synchronize();

    const std::int64_t startNs = nowNs();
    m_events->record(kCallsBegun);
    for (int i = 0; i < calls; ++i) submit();
    m_events->record(kCallsDone);
    m_gpu.flushSubmission();
    const double submit_ms = msSince(startNs);
    m_gpu.synchronize();

    Timing timing{.wall_ms = msSince(startNs), .submit_ms = submit_ms};
    timing.device_ms = m_events->elapsedMs(kCallsBegun, kCallsDone);
    timing.parts = {{part, *timing.device_ms}};
    return timing;
}

}  // namespace duelo
