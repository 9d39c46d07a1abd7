// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>

#include "gpu/plain_gpu.h"

namespace duelo {

/// The streams of a maker's works, one of each GPU, held by the worker while a case uses it: taken
/// with the first of them, and given back between cases with what the allocator has cached.
class HeldStream {
public:
    /// `gpu` must outlive it.
    void take(PlainGpu& gpu) {
        std::unique_ptr<GpuScope>& scope = m_scopes[&gpu];
        if (!scope) scope = gpu.measuringStream();
    }
    void release() {
        for (auto& [gpu, scope] : m_scopes) {
            if (!scope) continue;
            scope.reset();
            gpu->emptyCache();
        }
    }

private:
    std::map<PlainGpu*, std::unique_ptr<GpuScope>> m_scopes;
};

}  // namespace duelo
