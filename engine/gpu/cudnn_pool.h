// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/cuda_driver.h"
#include "gpu/gpu_values.h"
#include "gpu/nvidia_library.h"

namespace duelo {

/// PlainGpu::cudnnMaxPool() on a stream, for one device. cuDNN is asked by name: LibTorch, which
/// loads it, pools with kernels of its own and brings no headers of it. What it makes is kept until
/// the process ends. The constructor throws WorkFailed where the library is not usable.
class CudnnPooling {
public:
    CudnnPooling();

    /// Does not wait. Throws NvidiaError.
    void submit(float* map, const float* picture, const PoolSides& sides, const PoolWindow& window,
                driver::Stream stream) const;

private:
    using Object = struct CudnnObject*;
    using SetStream = int(Object handle, driver::Stream);
    using SetTensor = int(Object, int format, int type, int n, int c, int h, int w);
    using SetPooling = int(Object, int mode, int nans, int window_height, int window_width,
                           int padding_height, int padding_width, int stride_height,
                           int stride_width);
    using Forward = int(Object handle, Object pooling, const void* alpha, Object x_form,
                        const void* x, const void* beta, Object y_form, void* y);
    [[nodiscard]] Object made(const char* create) const;

    NvidiaCalls m_library;
    SetStream* m_setStream;
    SetTensor* m_setTensor;
    SetPooling* m_setPooling;
    Forward* m_forward;
    Object m_handle, m_from, m_to, m_pooling;
};

}  // namespace duelo
