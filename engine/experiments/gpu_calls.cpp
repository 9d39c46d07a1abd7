// SPDX-License-Identifier: Apache-2.0
#include "experiments/gpu_calls.h"

#include <algorithm>
#include <utility>

#include "gpu/opencl_gpu.h"
#include "machine/clock.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

constexpr std::size_t kCallsBegun = 0, kCallsDone = 1, kCallStamps = 2;

}  // namespace

Timing GpuCalls::time(int calls, const char* part, const std::function<void()>& submit) {
    if (!m_events) m_events = m_gpu.events(kCallStamps);
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

KernelLaunch launchOf(const kernels::KernelShape& shape, unsigned rows, unsigned columns,
                      std::vector<KernelLaunch::Argument> arguments) {
    const kernels::GridShape grid = gridOf(shape, rows, columns);
    return {.text = shape.text,
            .kernel = shape.kernel,
            .blocks = grid.x,
            .threads = shape.block_x,
            .blocks_y = grid.y,
            .threads_y = shape.block_y,
            .arguments = std::move(arguments)};
}

unsigned mostThreads(PlainGpu& gpu) {
    constexpr unsigned kThreads = 1024;
    const auto* const opencl = dynamic_cast<const OpenClGpu*>(&gpu);
    return opencl == nullptr
               ? kThreads
               : static_cast<unsigned>(std::min<std::size_t>(kThreads, opencl->facts().group_size));
}

GpuBlock uploaded(PlainGpu& gpu, const Tensor& host) {
    GpuBlock block = gpu.allocate(host.nbytes());
    gpu.copyBytes(block.data.get(), host.const_data_ptr(), host.nbytes());
    gpu.synchronize();
    return block;
}

Tensor downloaded(PlainGpu& gpu, const GpuBlock& block, IntArrayRef sizes, ScalarType type) {
    Tensor host = ops::empty(sizes, type);
    gpu.copyBytes(host.data_ptr(), block.data.get(), host.nbytes());
    gpu.synchronize();
    return host;
}

}  // namespace duelo
