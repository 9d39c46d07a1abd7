// SPDX-License-Identifier: Apache-2.0
#include "gpu/cudnn_pool.h"

#include <cstdint>

namespace duelo {
namespace {

/// Numbers of cudnn_graph.h and cudnn_ops.h of cuDNN 9
/// (docs.nvidia.com/deeplearning/cudnn/backend): CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT,
/// CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN.
constexpr int kRows = 0, kFloat = 0, kMax = 0, kNans = 1;

}  // namespace

CudnnPooling::CudnnPooling()
    : m_library(NvidiaLibrary::Cudnn),
      m_setStream(m_library.find<SetStream>("cudnnSetStream")),
      m_setTensor(m_library.find<SetTensor>("cudnnSetTensor4dDescriptor")),
      m_setPooling(m_library.find<SetPooling>("cudnnSetPooling2dDescriptor")),
      m_forward(m_library.find<Forward>("cudnnPoolingForward")),
      m_handle(made("cudnnCreate")),
      m_from(made("cudnnCreateTensorDescriptor")),
      m_to(made("cudnnCreateTensorDescriptor")),
      m_pooling(made("cudnnCreatePoolingDescriptor")) {}

CudnnPooling::Object CudnnPooling::made(const char* create) const {
    Object object = nullptr;
    m_library.check(m_library.find<int(Object*)>(create)(&object), create);
    return object;
}

void CudnnPooling::submit(float* map, const float* picture, const PoolSides& sides,
                          const PoolWindow& window, driver::Stream stream) const {
    m_library.check(m_setStream(m_handle, stream), "cudnnSetStream");
    const auto shape = [this](Object object, std::int64_t side) {
        const int n = static_cast<int>(side);
        m_library.check(m_setTensor(object, kRows, kFloat, 1, 1, n, n),
                        "cudnnSetTensor4dDescriptor");
    };
    shape(m_from, sides.picture);
    shape(m_to, sides.map);
    const int side = static_cast<int>(window.side), padding = static_cast<int>(window.padding),
              stride = static_cast<int>(window.stride);
    m_library.check(
        m_setPooling(m_pooling, kMax, kNans, side, side, padding, padding, stride, stride),
        "cudnnSetPooling2dDescriptor");
    const float one = 1, nothing = 0;
    m_library.check(m_forward(m_handle, m_pooling, &one, m_from, picture, &nothing, m_to, map),
                    "cudnnPoolingForward");
}

}  // namespace duelo
