// SPDX-License-Identifier: Apache-2.0
#include "gpu/cublas_product.h"

namespace duelo {

namespace {

/// Numbers of cublas_api.h and library_types.h of CUDA 13 (docs.nvidia.com/cuda/cublas).
///
/// CUBLAS_OP_N, CUBLAS_GEMM_DEFAULT.
constexpr int kAsItIs = 0, kUsualAlgorithm = -1;
/// CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_FAST_TF32.
constexpr int kSumsFp32 = 68, kSumsTf32 = 77;

/// CUDA_R_32F, CUDA_R_16F, CUDA_R_16BF.
int typeOf(Precision precision) {
    if (precision == Precision::Fp16) return 2;
    return precision == Precision::Bf16 ? 14 : 0;
}

}  // namespace

CublasProducts::CublasProducts()
    : m_library(NvidiaLibrary::Cublas),
      m_setStream(m_library.find<SetStream>("cublasSetStream_v2")),
      m_gemm(m_library.find<Gemm>("cublasGemmEx")) {
    m_library.check(m_library.find<int(Handle*)>("cublasCreate_v2")(&m_handle), "cublasCreate");
}

void CublasProducts::submit(const ProductOperands& of, driver::Stream stream) const {
    const float one = 1, nothing = 0;
    const int n = static_cast<int>(of.n), type = typeOf(of.precision);
    m_library.check(m_setStream(m_handle, stream), "cublasSetStream");
    // cuBLAS reads columns where the matrices lie row by row: it computes the transposed product,
    // whose factors come in the other order.
    m_library.check(
        m_gemm(m_handle, kAsItIs, kAsItIs, n, n, n, &one, of.b, type, n, of.a, type, n, &nothing,
               of.c, type, n, of.precision == Precision::Tf32 ? kSumsTf32 : kSumsFp32,
               kUsualAlgorithm),
        "cublasGemmEx");
}

}  // namespace duelo
