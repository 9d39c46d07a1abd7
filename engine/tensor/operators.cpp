// SPDX-License-Identifier: Apache-2.0
// The operations that make tensors, and those of arithmetic.
#include "tensor/operators.h"

#include "tensor/call.h"

namespace duelo {

using namespace operands;

namespace ops {

// --- new tensors ---------------------------------------------------------------------------------

#define NEW_TENSOR \
    MaybeType{options.dtype()}, MaybeLayout{}, MaybeDevice{options.device()}, MaybeBool {}
#define AS_BEFORE \
    MaybeType{}, MaybeLayout{}, MaybeDevice{}, MaybeBool{}, MaybeFormat {}

Tensor empty(IntArrayRef sizes, const TensorOptions& options) {
    return CALL(empty_memory_format, SymInts{sizes}, NEW_TENSOR, MaybeFormat{});
}

Tensor zeros(IntArrayRef sizes, const TensorOptions& options) {
    return CALL(zeros, SymInts{sizes}, NEW_TENSOR);
}

Tensor ones(IntArrayRef sizes, const TensorOptions& options) {
    return CALL(ones, SymInts{sizes}, NEW_TENSOR);
}

Tensor full(IntArrayRef sizes, const Scalar& value, const TensorOptions& options) {
    return CALL(full, SymInts{sizes}, value, NEW_TENSOR);
}

Tensor arange(const Scalar& end, const TensorOptions& options) {
    return CALL(arange, end, NEW_TENSOR);
}

Tensor arange(const Scalar& start, const Scalar& end, const TensorOptions& options) {
    return CALL(arange_start, start, end, NEW_TENSOR);
}

Tensor eye(std::int64_t side, const TensorOptions& options) {
    return CALL(eye, SymInt{side}, NEW_TENSOR);
}

Tensor empty_like(const Tensor& like) {
    return CALL(empty_like, like, AS_BEFORE);
}

Tensor empty_like(const Tensor& like, const TensorOptions& options) {
    return CALL(empty_like, like, NEW_TENSOR, MaybeFormat{});
}

Tensor zeros_like(const Tensor& like) {
    return CALL(zeros_like, like, AS_BEFORE);
}

Tensor zeros_like(const Tensor& like, const TensorOptions& options) {
    return CALL(zeros_like, like, NEW_TENSOR, MaybeFormat{});
}

Tensor ones_like(const Tensor& like) {
    return CALL(ones_like, like, AS_BEFORE);
}

Tensor full_like(const Tensor& like, const Scalar& value) {
    return CALL(full_like, like, value, AS_BEFORE);
}

// ATen's cat() takes an ITensorListRef, which operands.h has no kind for; concat() calls cat().
Tensor cat(TensorList tensors, std::int64_t dim) {
    return CALL(concat, tensors, dim);
}

Tensor stack(TensorList tensors, std::int64_t dim) {
    return CALL(stack, tensors, dim);
}

// --- element by element --------------------------------------------------------------------------

Tensor add(const Tensor& a, const Tensor& b) {
    return CALL(add_Tensor, a, b, Scalar(1));
}

Tensor add(const Tensor& a, const Scalar& b) {
    return CALL(add_Scalar, a, b, Scalar(1));
}

Tensor sub(const Tensor& a, const Tensor& b) {
    return CALL(sub_Tensor, a, b, Scalar(1));
}

Tensor mul(const Tensor& a, const Tensor& b) {
    return CALL(mul_Tensor, a, b);
}

Tensor mul(const Tensor& a, const Scalar& b) {
    return CALL(mul_Scalar, a, b);
}

Tensor div(const Tensor& a, const Tensor& b) {
    return CALL(div_Tensor, a, b);
}

Tensor div(const Tensor& a, const Scalar& b) {
    return CALL(div_Scalar, a, b);
}

Tensor neg(const Tensor& x) {
    return CALL(neg, x);
}

Tensor abs(const Tensor& x) {
    return CALL(abs, x);
}

Tensor square(const Tensor& x) {
    return CALL(square, x);
}

Tensor sqrt(const Tensor& x) {
    return CALL(sqrt, x);
}

Tensor clamp(const Tensor& x, const Scalar& low, const Scalar& high) {
    return CALL(clamp, x, MaybeScalar{low}, MaybeScalar{high});
}

Tensor relu(const Tensor& x) {
    return CALL(relu, x);
}

Tensor relu6(const Tensor& x) {
    return CALL(relu6, x);
}

Tensor gelu(const Tensor& x) {
    return CALL(gelu, x, Text{"none"});
}

Tensor eq(const Tensor& a, const Tensor& b) {
    return CALL(eq_Tensor, a, b);
}

Tensor le(const Tensor& a, const Tensor& b) {
    return CALL(le_Tensor, a, b);
}

Tensor lt(const Tensor& a, const Scalar& b) {
    return CALL(lt_Scalar, a, b);
}

Tensor logical_not(const Tensor& x) {
    return CALL(logical_not, x);
}

Tensor bitwise_right_shift(const Tensor& x, const Scalar& bits) {
    return CALL(bitwise_right_shift_Tensor_Scalar, x, bits);
}

void eq_out(Tensor& out, const Tensor& a, const Tensor& b) {
    CALL_INTO(eq_Tensor_out, a, b, out);
}

// --- of many elements ----------------------------------------------------------------------------

Tensor sum(const Tensor& x) {
    return CALL(sum, x, MaybeType{});
}

void sum_out(Tensor& out, const Tensor& x, std::int64_t dim) {
    CALL_INTO(sum_IntList_out, x, MaybeInts{dim}, false, MaybeType{}, out);
}

void cumsum_out(Tensor& out, const Tensor& x, std::int64_t dim) {
    CALL_INTO(cumsum_out, x, dim, MaybeType{}, out);
}

Tensor bincount(const Tensor& x, std::int64_t length) {
    return CALL(bincount, x, MaybeTensor{Tensor()}, SymInt{length});
}

Tensor mean(const Tensor& x) {
    return CALL(mean, x, MaybeType{});
}

Tensor mean(const Tensor& x, IntArrayRef dims, bool keepdim) {
    return CALL(mean_dim, x, MaybeInts{dims}, keepdim, MaybeType{});
}

Tensor min(const Tensor& x) {
    return CALL(min, x);
}

Tensor max(const Tensor& x) {
    return CALL(max, x);
}

Tensor argmax(const Tensor& x) {
    return CALL(argmax, x, MaybeInt{}, false);
}

Tensor argmax(const Tensor& x, std::int64_t dim, bool keepdim) {
    return CALL(argmax, x, MaybeInt{dim}, keepdim);
}

void argmax_out(Tensor& out, const Tensor& x, std::int64_t dim) {
    CALL_INTO(argmax_out, x, MaybeInt{dim}, false, out);
}

Tensor softmax(const Tensor& x, std::int64_t dim) {
    return CALL(softmax_int, x, dim, MaybeType{});
}

std::tuple<Tensor, Tensor> topk(const Tensor& x, std::int64_t count) {
    return CALL_TUPLE(2, topk, x, SymInt{count}, std::int64_t{-1}, true, true);
}

Tensor gather(const Tensor& x, std::int64_t dim, const Tensor& index) {
    return CALL(gather, x, dim, index, false);
}

Tensor index_select(const Tensor& x, std::int64_t dim, const Tensor& index) {
    return CALL(index_select, x, dim, index);
}

void index_select_out(Tensor& out, const Tensor& x, std::int64_t dim, const Tensor& index) {
    CALL_INTO(index_select_out, x, dim, index, out);
}

bool equal(const Tensor& a, const Tensor& b) {
    return CALL_BOOL(equal, a, b);
}

bool is_pinned(const Tensor& x) {
    return CALL_BOOL(is_pinned, x, MaybeDevice{});
}

std::tuple<Tensor, Tensor, Tensor> linalg_svd(const Tensor& x, bool full_matrices) {
    return CALL_TUPLE(3, linalg_svd, x, full_matrices, MaybeText{});
}

// --- products ------------------------------------------------------------------------------------

Tensor mm(const Tensor& a, const Tensor& b) {
    return CALL(mm, a, b);
}

void mm_out(Tensor& out, const Tensor& a, const Tensor& b) {
    CALL_INTO(mm_out, a, b, out);
}

Tensor matmul(const Tensor& a, const Tensor& b) {
    return CALL(matmul, a, b);
}

void addmm_out(Tensor& out, const Tensor& added, const Tensor& a, const Tensor& b) {
    CALL_INTO(addmm_out, added, a, b, Scalar(1), Scalar(1), out);
}

void addmm_relu_out(Tensor& out, const Tensor& added, const Tensor& a, const Tensor& b) {
    CALL_INTO(_addmm_activation_out, added, a, b, Scalar(1), Scalar(1), false, out);
}

Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias) {
    return CALL(linear, x, weight, MaybeTensor{bias});
}

Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value) {
    return CALL(scaled_dot_product_attention, query, key, value, MaybeTensor{Tensor()}, 0.0, false,
                MaybeDouble{}, false);
}

}  // namespace ops
}  // namespace duelo
