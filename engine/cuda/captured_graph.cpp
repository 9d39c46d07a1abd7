// SPDX-License-Identifier: Apache-2.0
#include <ATen/cuda/CUDAGraph.h>
#include <c10/util/Exception.h>

#include "cuda/cuda_api.h"

namespace duelo {
namespace {

class CapturedGraph final : public GpuGraph {
public:
    explicit CapturedGraph(const std::function<void()>& work) {
        // Other threads of the process (the sensors') may call CUDA meanwhile.
        m_graph.capture_begin({0, 0}, cudaStreamCaptureModeThreadLocal);
        try {
            work();
        } catch (...) {
            endAfterFailure();
            throw;
        }
        m_graph.capture_end();
    }

    void replay() override { m_graph.replay(); }

private:
    /// The stream must leave capture mode; what is wrong with the capture is told by `work`.
    void endAfterFailure() noexcept {
        try {
            m_graph.capture_end();
        } catch (const c10::Error&) {
        }
    }

    at::cuda::CUDAGraph m_graph;
};

}  // namespace

std::unique_ptr<GpuGraph> captureGraph(const std::function<void()>& work) {
    return std::make_unique<CapturedGraph>(work);
}

}  // namespace duelo
