// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "gpu/plain_gpu.h"
#include "measure/work.h"
#include "resources/kernels/shapes.h"
#include "tensor/tensor.h"

namespace duelo {

/// The clock of works that submit calls to a GPU: from a synchronised start to a synchronised end,
/// with the device's own time between two stamps.
class GpuCalls {
public:
    /// `gpu` must outlive the clock; the worker holds a measuringStream() while it is used.
    explicit GpuCalls(PlainGpu& gpu) : m_gpu(gpu) {}

    /// Times calls; the device's time is that of the part.
    [[nodiscard]] Timing time(int calls, const char* part, const std::function<void()>& submit);

private:
    PlainGpu& m_gpu;
    std::unique_ptr<GpuEvents> m_events;  ///< made before the first call is timed
};

/// Returns the launch of a kernel that computes so many rows and columns.
[[nodiscard]] KernelLaunch launchOf(const kernels::KernelShape& shape, unsigned rows,
                                    unsigned columns,
                                    std::vector<KernelLaunch::Argument> arguments);

/// Returns the most threads of a block on a GPU; every one of CUDA has 1024, as the texts have.
[[nodiscard]] unsigned mostThreads(PlainGpu& gpu);

/// Copies a contiguous tensor of the host to memory of the GPU, and back; wait for it.
[[nodiscard]] GpuBlock uploaded(PlainGpu& gpu, const Tensor& host);
[[nodiscard]] Tensor downloaded(PlainGpu& gpu, const GpuBlock& block, IntArrayRef sizes,
                                ScalarType type = ScalarType::Float);

}  // namespace duelo
