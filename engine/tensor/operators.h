// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <tuple>

#include "tensor/tensor.h"

/// LibTorch's operations with the names and the meaning that they have in ATen
/// (https://docs.pytorch.org/cppdocs), which also describes shapes, types and errors. All go
/// through LibTorch's dispatcher: autograd records them, and tensors of a GPU reach LibTorch's CUDA
/// kernels. Functions whose names end in `_out` or `_` write into tensors that exist already. Where
/// a tensor is optional in ATen, an undefined one means none.
namespace duelo::ops {

using TensorList = std::span<const Tensor>;

// --- new tensors ---------------------------------------------------------------------------------

[[nodiscard]] Tensor empty(IntArrayRef sizes, const TensorOptions& options = {});
[[nodiscard]] Tensor zeros(IntArrayRef sizes, const TensorOptions& options = {});
[[nodiscard]] Tensor ones(IntArrayRef sizes, const TensorOptions& options = {});
[[nodiscard]] Tensor full(IntArrayRef sizes, const Scalar& value,
                          const TensorOptions& options = {});
[[nodiscard]] Tensor arange(const Scalar& end, const TensorOptions& options);
[[nodiscard]] Tensor arange(const Scalar& start, const Scalar& end, const TensorOptions& options);
[[nodiscard]] Tensor eye(std::int64_t side, const TensorOptions& options = {});
[[nodiscard]] Tensor empty_like(const Tensor& like);
[[nodiscard]] Tensor empty_like(const Tensor& like, const TensorOptions& options);
[[nodiscard]] Tensor zeros_like(const Tensor& like);
[[nodiscard]] Tensor zeros_like(const Tensor& like, const TensorOptions& options);
[[nodiscard]] Tensor ones_like(const Tensor& like);
[[nodiscard]] Tensor full_like(const Tensor& like, const Scalar& value);
/// Returns a contiguous tensor upon memory of the host, without a copy. The tensor and its views
/// keep `owner` alive.
[[nodiscard]] Tensor from_blob(void* data, IntArrayRef sizes, ScalarType type = ScalarType::Float,
                               std::shared_ptr<const void> owner = {});
[[nodiscard]] Tensor cat(TensorList tensors, std::int64_t dim);
[[nodiscard]] inline Tensor cat(std::initializer_list<Tensor> tensors, std::int64_t dim) {
    return cat(TensorList(tensors.begin(), tensors.size()), dim);
}
[[nodiscard]] Tensor stack(TensorList tensors, std::int64_t dim = 0);

// --- element by element --------------------------------------------------------------------------

[[nodiscard]] Tensor add(const Tensor& a, const Tensor& b);
[[nodiscard]] Tensor add(const Tensor& a, const Scalar& b);
[[nodiscard]] Tensor sub(const Tensor& a, const Tensor& b);
[[nodiscard]] Tensor mul(const Tensor& a, const Tensor& b);
[[nodiscard]] Tensor mul(const Tensor& a, const Scalar& b);
[[nodiscard]] Tensor div(const Tensor& a, const Tensor& b);
[[nodiscard]] Tensor div(const Tensor& a, const Scalar& b);
[[nodiscard]] Tensor neg(const Tensor& x);
[[nodiscard]] Tensor abs(const Tensor& x);
[[nodiscard]] Tensor square(const Tensor& x);
[[nodiscard]] Tensor sqrt(const Tensor& x);
[[nodiscard]] Tensor clamp(const Tensor& x, const Scalar& low, const Scalar& high);
[[nodiscard]] Tensor relu(const Tensor& x);
[[nodiscard]] Tensor relu6(const Tensor& x);
[[nodiscard]] Tensor gelu(const Tensor& x);
[[nodiscard]] Tensor eq(const Tensor& a, const Tensor& b);
[[nodiscard]] Tensor le(const Tensor& a, const Tensor& b);
[[nodiscard]] Tensor lt(const Tensor& a, const Scalar& b);
[[nodiscard]] Tensor logical_not(const Tensor& x);
[[nodiscard]] Tensor bitwise_right_shift(const Tensor& x, const Scalar& bits);
void eq_out(Tensor& out, const Tensor& a, const Tensor& b);

// --- of many elements ----------------------------------------------------------------------------

[[nodiscard]] Tensor sum(const Tensor& x);
void sum_out(Tensor& out, const Tensor& x, std::int64_t dim);
/// Writes the sums of each element and all before it along a dimension.
void cumsum_out(Tensor& out, const Tensor& x, std::int64_t dim);
/// Returns how often each whole number from 0 is there, of `length` numbers at least, int64.
[[nodiscard]] Tensor bincount(const Tensor& x, std::int64_t length);
[[nodiscard]] Tensor mean(const Tensor& x);
[[nodiscard]] Tensor mean(const Tensor& x, IntArrayRef dims, bool keepdim = false);
[[nodiscard]] Tensor min(const Tensor& x);
[[nodiscard]] Tensor max(const Tensor& x);
[[nodiscard]] Tensor argmax(const Tensor& x);
[[nodiscard]] Tensor argmax(const Tensor& x, std::int64_t dim, bool keepdim = false);
void argmax_out(Tensor& out, const Tensor& x, std::int64_t dim);
[[nodiscard]] Tensor softmax(const Tensor& x, std::int64_t dim);
/// Returns the largest values along the last dimension, in falling order, and their indices, int64.
[[nodiscard]] std::tuple<Tensor, Tensor> topk(const Tensor& x, std::int64_t count);
[[nodiscard]] Tensor gather(const Tensor& x, std::int64_t dim, const Tensor& index);
[[nodiscard]] Tensor index_select(const Tensor& x, std::int64_t dim, const Tensor& index);
void index_select_out(Tensor& out, const Tensor& x, std::int64_t dim, const Tensor& index);
/// Returns whether shapes and all elements are equal.
[[nodiscard]] bool equal(const Tensor& a, const Tensor& b);
/// Returns whether the tensor lies in memory of the host that is page-locked for a GPU.
[[nodiscard]] bool is_pinned(const Tensor& x);
/// Returns U, S and Vh of the singular value decomposition.
[[nodiscard]] std::tuple<Tensor, Tensor, Tensor> linalg_svd(const Tensor& x, bool full_matrices);

// --- products ------------------------------------------------------------------------------------

[[nodiscard]] Tensor mm(const Tensor& a, const Tensor& b);
void mm_out(Tensor& out, const Tensor& a, const Tensor& b);
[[nodiscard]] Tensor matmul(const Tensor& a, const Tensor& b);
void addmm_out(Tensor& out, const Tensor& added, const Tensor& a, const Tensor& b);
/// Writes relu(added + a b) into `out`.
void addmm_relu_out(Tensor& out, const Tensor& added, const Tensor& a, const Tensor& b);
[[nodiscard]] Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias);
[[nodiscard]] Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key,
                                                  const Tensor& value);

// --- images [N, C, H, W]; a pair is rows and columns ---------------------------------------------

using Pair = std::array<std::int64_t, 2>;

[[nodiscard]] Tensor conv2d(const Tensor& x, const Tensor& weight, const Tensor& bias, Pair stride,
                            Pair padding, std::int64_t groups = 1);
[[nodiscard]] Tensor convolution(const Tensor& x, const Tensor& weight, const Tensor& bias,
                                 Pair stride, Pair padding, std::int64_t groups);
/// Returns the gradients with respect to input, weight and bias. That of the input is undefined
/// without `needs_input`.
[[nodiscard]] std::tuple<Tensor, Tensor, Tensor> convolution_backward(
    const Tensor& gradient, const Tensor& x, const Tensor& weight, Pair stride, Pair padding,
    std::int64_t groups, bool needs_input);
/// Return relu(convolution) and relu(convolution + added), each computed by cuDNN in one launch.
/// Throw on other devices than a GPU.
[[nodiscard]] Tensor cudnn_convolution_relu(const Tensor& x, const Tensor& weight,
                                            const Tensor& bias, Pair stride, Pair padding,
                                            std::int64_t groups);
[[nodiscard]] Tensor cudnn_convolution_add_relu(const Tensor& x, const Tensor& weight,
                                                const Tensor& added, const Tensor& bias,
                                                Pair stride, Pair padding, std::int64_t groups);
[[nodiscard]] Tensor max_pool2d(const Tensor& x, Pair kernel, Pair stride, Pair padding = {0, 0});
/// Writes the indices of the maxima too, int64, which the backward pass needs.
void max_pool2d_with_indices_out(Tensor& out, Tensor& indices, const Tensor& x, Pair kernel,
                                 Pair stride, Pair padding);
void max_pool2d_with_indices_backward_out(Tensor& out, const Tensor& gradient, const Tensor& x,
                                          Pair kernel, Pair stride, Pair padding,
                                          const Tensor& indices);
/// Pools by oneDNN. `x` and the result have oneDNN's layout, from to_mkldnn().
[[nodiscard]] Tensor mkldnn_max_pool2d(const Tensor& x, Pair kernel, Pair stride, Pair padding);
[[nodiscard]] Tensor to_mkldnn(const Tensor& x);
[[nodiscard]] Tensor to_dense(const Tensor& x);
[[nodiscard]] Tensor adaptive_avg_pool2d(const Tensor& x, Pair size);
/// Returns `x` with zeros around it. `zeros` counts them: left, right, above, below.
[[nodiscard]] Tensor constant_pad_nd(const Tensor& x, std::array<std::int64_t, 4> zeros);
[[nodiscard]] Tensor upsample_bicubic2d(const Tensor& x, Pair size, bool align_corners);

// --- normalisation -------------------------------------------------------------------------------

/// Normalises each channel by given means and variances, as in evaluation mode.
[[nodiscard]] Tensor batch_norm(const Tensor& x, const Tensor& weight, const Tensor& bias,
                                const Tensor& mean, const Tensor& variance, double eps);
/// Normalises over the last dimension.
[[nodiscard]] Tensor layer_norm(const Tensor& x, std::int64_t size, const Tensor& weight,
                                const Tensor& bias, double eps);

// --- losses, their gradients, steps of optimisers ------------------------------------------------

/// Returns the mean cross entropy of logits [N, classes] and labels, int64 [N].
[[nodiscard]] Tensor cross_entropy_loss(const Tensor& logits, const Tensor& labels);
void log_softmax_out(Tensor& out, const Tensor& x, std::int64_t dim);
void log_softmax_backward_out(Tensor& out, const Tensor& gradient, const Tensor& output,
                              std::int64_t dim);
/// Writes the mean loss, and the number of labels as the sum of their weights.
void nll_loss_out(Tensor& out, Tensor& weight_sum, const Tensor& log_probabilities,
                  const Tensor& labels);
void nll_loss_backward_out(Tensor& out, const Tensor& gradient, const Tensor& log_probabilities,
                           const Tensor& labels, const Tensor& weight_sum);
/// Writes the gradient where the ReLU's output was above 0, elsewhere 0.
void relu_backward_out(Tensor& out, const Tensor& gradient, const Tensor& output);

struct AdamRates {
    double beta1, beta2, eps;
};
/// Makes a step of Adam (Kingma, Ba 2015) on one tensor in one pass, without weight decay.
/// `updates` and `rate` are fp32 with one element; `updates` already counts this step.
void fused_adam_(const Tensor& weight, const Tensor& gradient, const Tensor& mean,
                 const Tensor& square, const Tensor& updates, const Tensor& rate,
                 const AdamRates& rates);
/// Makes a step of SGD on one tensor in one pass. `buffer` is undefined without momentum.
void fused_sgd_(const Tensor& weight, const Tensor& gradient, const Tensor& buffer,
                const Tensor& rate, double momentum);

}  // namespace duelo::ops

namespace duelo {

[[nodiscard]] inline Tensor operator+(const Tensor& a, const Tensor& b) {
    return ops::add(a, b);
}
[[nodiscard]] inline Tensor operator+(const Tensor& a, const Scalar& b) {
    return ops::add(a, b);
}
[[nodiscard]] inline Tensor operator-(const Tensor& a, const Tensor& b) {
    return ops::sub(a, b);
}
[[nodiscard]] inline Tensor operator-(const Tensor& x) {
    return ops::neg(x);
}
[[nodiscard]] inline Tensor operator*(const Tensor& a, const Tensor& b) {
    return ops::mul(a, b);
}
[[nodiscard]] inline Tensor operator*(const Tensor& a, const Scalar& b) {
    return ops::mul(a, b);
}
[[nodiscard]] inline Tensor operator/(const Tensor& a, const Tensor& b) {
    return ops::div(a, b);
}

}  // namespace duelo
