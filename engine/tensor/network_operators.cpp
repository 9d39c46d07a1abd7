// SPDX-License-Identifier: Apache-2.0
// The operations of networks' layers, of losses and of training steps.
#include "tensor/operators.h"

#include "tensor/call.h"

namespace duelo {

using namespace operands;

namespace {

constexpr std::int64_t kMean = 1;              // at::Reduction::Mean
constexpr std::int64_t kIgnoreNothing = -100;  // PyTorch's default; no label is negative
constexpr ops::Pair kOnes{1, 1}, kZeros{0, 0};

}  // namespace

namespace ops {

// --- images --------------------------------------------------------------------------------------

Tensor conv2d(const Tensor& x, const Tensor& weight, const Tensor& bias, Pair stride, Pair padding,
              std::int64_t groups) {
    return CALL(conv2d, x, weight, MaybeTensor{bias}, SymInts{stride}, SymInts{padding},
                SymInts{kOnes}, SymInt{groups});
}

Tensor convolution(const Tensor& x, const Tensor& weight, const Tensor& bias, Pair stride,
                   Pair padding, std::int64_t groups) {
    return CALL(convolution, x, weight, MaybeTensor{bias}, SymInts{stride}, SymInts{padding},
                SymInts{kOnes}, false, SymInts{kZeros}, SymInt{groups});
}

std::tuple<Tensor, Tensor, Tensor> convolution_backward(const Tensor& gradient, const Tensor& x,
                                                        const Tensor& weight, Pair stride,
                                                        Pair padding, std::int64_t groups,
                                                        bool needs_input) {
    const std::int64_t outputs = weight.size(0);
    return CALL_TUPLE(3, convolution_backward, gradient, x, weight, MaybeSymInts{outputs},
                      SymInts{stride}, SymInts{padding}, SymInts{kOnes}, false, SymInts{kZeros},
                      SymInt{groups}, Wanted{needs_input, true, true});
}

Tensor cudnn_convolution_relu(const Tensor& x, const Tensor& weight, const Tensor& bias,
                              Pair stride, Pair padding, std::int64_t groups) {
    return CALL(cudnn_convolution_relu, x, weight, MaybeTensor{bias}, SymInts{stride},
                SymInts{padding}, SymInts{kOnes}, SymInt{groups});
}

Tensor cudnn_convolution_add_relu(const Tensor& x, const Tensor& weight, const Tensor& added,
                                  const Tensor& bias, Pair stride, Pair padding,
                                  std::int64_t groups) {
    return CALL(cudnn_convolution_add_relu, x, weight, added, MaybeScalar{1.0}, MaybeTensor{bias},
                SymInts{stride}, SymInts{padding}, SymInts{kOnes}, SymInt{groups});
}

Tensor max_pool2d(const Tensor& x, Pair kernel, Pair stride, Pair padding) {
    return CALL(max_pool2d, x, IntArrayRef(kernel), IntArrayRef(stride), IntArrayRef(padding),
                IntArrayRef(kOnes), false);
}

void max_pool2d_with_indices_out(Tensor& out, Tensor& indices, const Tensor& x, Pair kernel,
                                 Pair stride, Pair padding) {
    CALL_INTO(max_pool2d_with_indices_out, x, IntArrayRef(kernel), IntArrayRef(stride),
              IntArrayRef(padding), IntArrayRef(kOnes), false, out, indices);
}

void max_pool2d_with_indices_backward_out(Tensor& out, const Tensor& gradient, const Tensor& x,
                                          Pair kernel, Pair stride, Pair padding,
                                          const Tensor& indices) {
    CALL_INTO(max_pool2d_with_indices_backward_grad_input, gradient, x, IntArrayRef(kernel),
              IntArrayRef(stride), IntArrayRef(padding), IntArrayRef(kOnes), false, indices, out);
}

Tensor mkldnn_max_pool2d(const Tensor& x, Pair kernel, Pair stride, Pair padding) {
    return CALL(mkldnn_max_pool2d, x, IntArrayRef(kernel), IntArrayRef(stride),
                IntArrayRef(padding), IntArrayRef(kOnes), false);
}

Tensor to_mkldnn(const Tensor& x) {
    return CALL(to_mkldnn, x, MaybeType{});
}

Tensor to_dense(const Tensor& x) {
    return CALL(to_dense, x, MaybeType{}, MaybeBool{});
}

Tensor adaptive_avg_pool2d(const Tensor& x, Pair size) {
    return CALL(adaptive_avg_pool2d, x, SymInts{size});
}

Tensor constant_pad_nd(const Tensor& x, std::array<std::int64_t, 4> zeros) {
    return CALL(constant_pad_nd, x, SymInts{zeros}, Scalar(0));
}

Tensor upsample_bicubic2d(const Tensor& x, Pair size, bool align_corners) {
    return CALL(upsample_bicubic2d, x, SymInts{size}, align_corners, MaybeDouble{}, MaybeDouble{});
}

// --- normalisation -------------------------------------------------------------------------------

Tensor batch_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, const Tensor& mean,
                  const Tensor& variance, double eps) {
    return CALL(batch_norm, x, MaybeTensor{weight}, MaybeTensor{bias}, MaybeTensor{mean},
                MaybeTensor{variance}, false, 0.0, eps, true);
}

Tensor layer_norm(const Tensor& x, std::int64_t size, const Tensor& weight, const Tensor& bias,
                  double eps) {
    return CALL(layer_norm, x, SymInts{size}, MaybeTensor{weight}, MaybeTensor{bias}, eps, true);
}

// --- losses, their gradients, steps of optimisers ------------------------------------------------

Tensor cross_entropy_loss(const Tensor& logits, const Tensor& labels) {
    return CALL(cross_entropy_loss, logits, labels, MaybeTensor{Tensor()}, kMean,
                SymInt{kIgnoreNothing}, 0.0);
}

void log_softmax_out(Tensor& out, const Tensor& x, std::int64_t dim) {
    CALL_INTO(_log_softmax_out, x, dim, false, out);
}

void log_softmax_backward_out(Tensor& out, const Tensor& gradient, const Tensor& output,
                              std::int64_t dim) {
    CALL_INTO(_log_softmax_backward_data_out, gradient, output, dim, ScalarType::Float, out);
}

void nll_loss_out(Tensor& out, Tensor& weight_sum, const Tensor& log_probabilities,
                  const Tensor& labels) {
    CALL_INTO(nll_loss_forward_output, log_probabilities, labels, MaybeTensor{Tensor()}, kMean,
              SymInt{kIgnoreNothing}, out, weight_sum);
}

void nll_loss_backward_out(Tensor& out, const Tensor& gradient, const Tensor& log_probabilities,
                           const Tensor& labels, const Tensor& weight_sum) {
    CALL_INTO(nll_loss_backward_grad_input, gradient, log_probabilities, labels,
              MaybeTensor{Tensor()}, kMean, SymInt{kIgnoreNothing}, weight_sum, out);
}

void relu_backward_out(Tensor& out, const Tensor& gradient, const Tensor& output) {
    CALL_INTO(threshold_backward_grad_input, gradient, output, Scalar(0), out);
}

void fused_adam_(const Tensor& weight, const Tensor& gradient, const Tensor& mean,
                 const Tensor& square, const Tensor& updates, const Tensor& rate,
                 const AdamRates& rates) {
    CALL_INTO(_fused_adam__tensor_lr, TensorList(&weight, 1), TensorList(&gradient, 1),
              TensorList(&mean, 1), TensorList(&square, 1), TensorList(), TensorList(&updates, 1),
              rate, rates.beta1, rates.beta2, 0.0, rates.eps, false, false, MaybeTensor{Tensor()},
              MaybeTensor{Tensor()});
}

void fused_sgd_(const Tensor& weight, const Tensor& gradient, const Tensor& buffer,
                const Tensor& rate, double momentum) {
    CALL_INTO(_fused_sgd__tensor_lr, TensorList(&weight, 1), TensorList(&gradient, 1),
              buffer.defined() ? TensorList(&buffer, 1) : TensorList(), 0.0, momentum, rate, 0.0,
              false, false, false, MaybeTensor{Tensor()}, MaybeTensor{Tensor()});
}

}  // namespace ops
}  // namespace duelo
