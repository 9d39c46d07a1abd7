// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/cuda_driver.h"
#include "gpu/gpu_values.h"
#include "gpu/nvidia_library.h"

namespace duelo {

/// Products by cuBLAS, for one device; what it makes is kept until the process ends, as LibTorch
/// keeps its own. The constructor throws WorkFailed where the library is not usable.
class CublasProducts {
public:
    CublasProducts();

    /// Does not wait. Throws NvidiaError.
    void submit(const ProductOperands& of, driver::Stream stream) const;

private:
    using Handle = struct CublasContext*;
    using SetStream = int(Handle, driver::Stream);
    using Gemm = int(Handle, int transpose_a, int transpose_b, int m, int n, int k,
                     const void* alpha, const void* a, int type_a, int a_rows, const void* b,
                     int type_b, int b_rows, const void* beta, void* c, int type_c, int c_rows,
                     int compute, int algorithm);

    NvidiaCalls m_library;
    SetStream* m_setStream;
    Gemm* m_gemm;
    Handle m_handle = nullptr;
};

}  // namespace duelo
