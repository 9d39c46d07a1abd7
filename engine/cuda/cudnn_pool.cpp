// SPDX-License-Identifier: Apache-2.0
#include "cuda/cudnn_pool.h"

#include <limits>
#include <string>

#include <ATen/ATen.h>

#include "base/dynamic_library.h"

namespace duelo {
namespace {

#ifdef _WIN32
constexpr const char* kCudnn = "cudnn64_9.dll";
#else
constexpr const char* kCudnn = "libcudnn.so.9";
#endif

/// Declarations of cudnn_ops.h of cuDNN 9 (docs.nvidia.com/deeplearning/cudnn/backend).
using Object = struct CudnnObject*;
using Create = int(Object*);
using SetStream = int(Object handle, cudaStream_t);
using SetTensor = int(Object, int format, int type, int n, int c, int h, int w);
using SetPooling = int(Object, int mode, int nans, int window_height, int window_width,
                       int padding_height, int padding_width, int stride_height, int stride_width);
using Forward = int(Object handle, Object pooling, const void* alpha, Object x_form, const void* x,
                    const void* beta, Object y_form, void* y);
/// CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, CUDNN_POOLING_MAX, CUDNN_PROPAGATE_NAN.
constexpr int kRows = 0, kFloat = 0, kMax = 0, kNans = 1;

template <typename Function, typename... Arguments>
void call(const char* name, Arguments... arguments) {
    static const auto library = DynamicLibrary::loaded(kCudnn);
    TORCH_CHECK(library, "cuDNN is not loaded: ", kCudnn);
    auto* function = library->function<Function>(name);
    TORCH_CHECK(function != nullptr, kCudnn, " has no ", name);
    const int status = function(arguments...);
    TORCH_CHECK(status == 0, name, " failed with cudnnStatus_t ", status);
}

Object made(const char* create) {
    Object object = nullptr;
    call<Create>(create, &object);
    return object;
}

int narrow(std::int64_t value) {
    TORCH_CHECK(value >= 0 && value <= std::numeric_limits<int>::max(), "cuDNN takes no ", value);
    return static_cast<int>(value);
}

/// Kept until the process ends, as LibTorch keeps its own.
struct Objects {
    Object handle = made("cudnnCreate"), from = made("cudnnCreateTensorDescriptor"),
           to = made("cudnnCreateTensorDescriptor"), pooling = made("cudnnCreatePoolingDescriptor");
};

}  // namespace

void cudnnMaxPool(at::Tensor& map, const at::Tensor& picture, const PoolWindow& window,
                  c10::cuda::CUDAStream stream) {
    for (const at::Tensor* tensor : {&picture, static_cast<const at::Tensor*>(&map)})
        TORCH_CHECK(tensor->dim() == 4 && tensor->is_contiguous() &&
                        tensor->scalar_type() == at::kFloat && tensor->is_cuda(),
                    "cudnnMaxPool: contiguous [N, C, H, W] of fp32 on the GPU is needed");
    static const Objects of;
    call<SetStream>("cudnnSetStream", of.handle, stream.stream());
    const auto shape = [](Object object, const at::Tensor& tensor) {
        call<SetTensor>("cudnnSetTensor4dDescriptor", object, kRows, kFloat, narrow(tensor.size(0)),
                        narrow(tensor.size(1)), narrow(tensor.size(2)), narrow(tensor.size(3)));
    };
    shape(of.from, picture);
    shape(of.to, map);
    const int side = narrow(window.side), padding = narrow(window.padding),
              stride = narrow(window.stride);
    call<SetPooling>("cudnnSetPooling2dDescriptor", of.pooling, kMax, kNans, side, side, padding,
                     padding, stride, stride);
    const float one = 1, nothing = 0;
    call<Forward>("cudnnPoolingForward", of.handle, of.pooling, static_cast<const void*>(&one),
                  of.from, picture.const_data_ptr(), static_cast<const void*>(&nothing), of.to,
                  map.data_ptr());
}

}  // namespace duelo
