// SPDX-License-Identifier: Apache-2.0
#include <ATen/core/CachingHostAllocator.h>
#include <ATen/cuda/CUDAGeneratorImpl.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime_api.h>

#include "cuda/capture.h"
#include "cuda/cuda_api.h"
#include "tensor/libtorch.h"

namespace duelo {
namespace {

namespace allocator = c10::cuda::CUDACachingAllocator;

/// LibTorch's graph, with a look at how far its capture has come: a failed one it neither ends nor
/// gives back, and says so of itself.
class Graph final : public at::cuda::CUDAGraph {
public:
    [[nodiscard]] bool ended() const { return capture_ended_; }

    /// A generator that believes in a capture refuses every random number outside one.
    void freeGenerators() {
        for (auto& [state, increment] : captured_generator_states_) state->capturing_ = false;
    }
};

class CapturedGraph final : public GpuGraph, CaptureSteps {
public:
    explicit CapturedGraph(const std::function<void()>& work)
        : m_stream(c10::cuda::getCurrentCUDAStream()),
          m_device(m_stream.device_index()),
          m_pool(at::cuda::graph_pool_handle()) {
        duelo::capture(*this, work);
    }

    void replay() override {
        translated([&] { m_graph.replay(); });
    }

private:
    void makeRoom() override {
        C10_CUDA_CHECK(cudaDeviceSynchronize());
        allocator::emptyCache();
    }

    void begin() override {
        // Other threads of the process (the sensors') may call CUDA meanwhile.
        m_graph.capture_begin(m_pool, cudaStreamCaptureModeThreadLocal);
    }

    void end() override { m_graph.capture_end(); }

    bool ownsPools() const override { return m_graph.ended(); }

    void leaveStream() override {
        cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
        C10_CUDA_CHECK(cudaStreamIsCapturing(m_stream.stream(), &status));
        if (status == cudaStreamCaptureStatusNone) return;
        cudaGraph_t unfinished = nullptr;
        // An invalidated capture ends with an error, and has ended all the same.
        C10_CUDA_IGNORE_ERROR(cudaStreamEndCapture(m_stream.stream(), &unfinished));
        if (unfinished != nullptr) C10_CUDA_IGNORE_ERROR(cudaGraphDestroy(unfinished));
    }

    void stopFilling(PoolOf pool) override {
        if (pool == PoolOf::Device)
            allocator::endAllocateToPool(m_device, m_pool);
        else
            at::getHostAllocator(at::kCUDA)->end_allocate_to_pool(m_pool);
    }

    void release(PoolOf pool) override {
        if (pool == PoolOf::Device)
            allocator::releasePool(m_device, m_pool);
        else
            at::getHostAllocator(at::kCUDA)->release_pool(m_pool);
    }

    void forget() override {
        m_graph.freeGenerators();
        // What was wrong has been thrown, and must not be blamed on the next call.
        C10_CUDA_CLEAR_ERROR();
        allocator::emptyCache();
    }

    const c10::cuda::CUDAStream m_stream;
    const c10::DeviceIndex m_device;
    const c10::MempoolId_t m_pool;  ///< of its own: no other graph's replay writes into it
    Graph m_graph;
};

}  // namespace

std::unique_ptr<GpuGraph> captureGraph(const std::function<void()>& work) {
    return std::make_unique<CapturedGraph>(work);
}

}  // namespace duelo
