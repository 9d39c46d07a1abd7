// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "gpu/plain_gpu.h"

namespace duelo {

/// The stream of a maker's works, held by the worker while a case uses the GPU: taken with the
/// first of them, and given back between cases with what the allocator has cached.
class HeldStream {
public:
    /// `gpu` must outlive it.
    void take(PlainGpu& gpu) {
        if (m_scope) return;
        m_scope = gpu.measuringStream();
        m_gpu = &gpu;
    }
    void release() {
        if (!m_scope) return;
        m_scope.reset();
        m_gpu->emptyCache();
    }

private:
    PlainGpu* m_gpu = nullptr;
    std::unique_ptr<GpuScope> m_scope;
};

}  // namespace duelo
