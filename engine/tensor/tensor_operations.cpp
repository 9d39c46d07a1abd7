// SPDX-License-Identifier: Apache-2.0
// The members of Tensor that are operations of LibTorch.
#include "tensor/operators.h"

#include <algorithm>
#include <string>

#include "tensor/call.h"

namespace duelo {

using namespace operands;

// --- copies and views ----------------------------------------------------------------------------

Tensor Tensor::to(const TensorOptions& options) const {
    return CALL(to_dtype_layout, *this, MaybeType{options.dtype()}, MaybeLayout{},
                MaybeDevice{options.device()}, MaybeBool{}, false, false, MaybeFormat{});
}

Tensor Tensor::to(ScalarType type) const {
    return CALL(to_dtype, *this, type, false, false, MaybeFormat{});
}

Tensor Tensor::to(TensorDevice device) const {
    return CALL(to_dtype_layout, *this, MaybeType{}, MaybeLayout{}, MaybeDevice{device},
                MaybeBool{}, false, false, MaybeFormat{});
}

Tensor Tensor::to(TensorDevice device, ScalarType type) const {
    return to(TensorOptions(device).dtype(type));
}

Tensor Tensor::to(ScalarType type, MemoryFormat format) const {
    return CALL(to_dtype, *this, type, false, false, MaybeFormat{format});
}

Tensor Tensor::clone(MemoryFormat format) const {
    return CALL(clone, *this, MaybeFormat{format});
}

Tensor Tensor::contiguous(MemoryFormat format) const {
    if (is_contiguous(format))
        return *this;  // at::Tensor checks this too, before it calls the dispatcher
    return CALL(contiguous, *this, format);
}

Tensor Tensor::detach() const {
    return CALL(detach, *this);
}

Tensor Tensor::view(IntArrayRef sizes) const {
    return CALL(view, *this, SymInts{sizes});
}

Tensor Tensor::reshape(IntArrayRef sizes) const {
    return CALL(reshape, *this, SymInts{sizes});
}

Tensor Tensor::flatten(std::int64_t first, std::int64_t last) const {
    return CALL(flatten_using_ints, *this, first, last);
}

Tensor Tensor::transpose(std::int64_t a, std::int64_t b) const {
    return CALL(transpose_int, *this, a, b);
}

Tensor Tensor::t() const {
    return CALL(t, *this);
}

Tensor Tensor::permute(IntArrayRef dims) const {
    return CALL(permute, *this, dims);
}

Tensor Tensor::expand(IntArrayRef sizes) const {
    return CALL(expand, *this, SymInts{sizes}, false);
}

Tensor Tensor::narrow(std::int64_t dim, std::int64_t start, std::int64_t length) const {
    return CALL(narrow, *this, dim, SymInt{start}, SymInt{length});
}

Tensor Tensor::select(std::int64_t dim, std::int64_t index) const {
    return CALL(select_int, *this, dim, SymInt{index});
}

Tensor Tensor::as_strided(IntArrayRef sizes, IntArrayRef strides) const {
    return CALL(as_strided, *this, SymInts{sizes}, SymInts{strides}, MaybeSymInt{});
}

std::vector<Tensor> Tensor::split(std::int64_t rows) const {
    if (rows < 1) throw TensorError(TensorError::Kind::Other, "split() into parts without rows");
    std::vector<Tensor> parts;
    std::int64_t start = 0;
    do {
        parts.push_back(narrow(0, start, std::min(rows, size(0) - start)));
        start += rows;
    } while (start < size(0));
    return parts;
}

Tensor Tensor::oneElement(ScalarType type) const {
    if (numel() != 1)
        throw TensorError(TensorError::Kind::Other,
                          "item() of a tensor with " + std::to_string(numel()) + " elements");
    return detach().to(TensorDevice::Cpu).to(type);  // a GPU only copies
}

// --- in place ------------------------------------------------------------------------------------

const Tensor& Tensor::copy_(const Tensor& from, bool non_blocking) const {
    CALL_INTO(copy_, *this, from, non_blocking);
    return *this;
}

const Tensor& Tensor::fill_(const Scalar& value) const {
    CALL_INTO(fill__Scalar, *this, value);
    return *this;
}

const Tensor& Tensor::zero_() const {
    CALL_INTO(zero_, *this);
    return *this;
}

const Tensor& Tensor::add_(const Tensor& other, const Scalar& alpha) const {
    CALL_INTO(add__Tensor, *this, other, alpha);
    return *this;
}

const Tensor& Tensor::add_(const Scalar& value) const {
    CALL_INTO(add__Scalar, *this, value, Scalar(1));
    return *this;
}

const Tensor& Tensor::mul_(const Tensor& other) const {
    CALL_INTO(mul__Tensor, *this, other);
    return *this;
}

const Tensor& Tensor::mul_(const Scalar& value) const {
    CALL_INTO(mul__Scalar, *this, value);
    return *this;
}

const Tensor& Tensor::addcmul_(const Tensor& a, const Tensor& b, const Scalar& value) const {
    CALL_INTO(addcmul_, *this, a, b, value);
    return *this;
}

const Tensor& Tensor::addcdiv_(const Tensor& a, const Tensor& b, const Scalar& value) const {
    CALL_INTO(addcdiv_, *this, a, b, value);
    return *this;
}

const Tensor& Tensor::relu_() const {
    CALL_INTO(relu_, *this);
    return *this;
}

const Tensor& Tensor::relu6_() const {
    CALL_INTO(relu6_, *this);
    return *this;
}

const Tensor& Tensor::gelu_() const {
    CALL_INTO(gelu_, *this, Text{"none"});
    return *this;
}

const Tensor& Tensor::sin_() const {
    CALL_INTO(sin_, *this);
    return *this;
}

const Tensor& Tensor::abs_() const {
    CALL_INTO(abs_, *this);
    return *this;
}

const Tensor& Tensor::neg_() const {
    CALL_INTO(neg_, *this);
    return *this;
}

const Tensor& Tensor::reciprocal_() const {
    CALL_INTO(reciprocal_, *this);
    return *this;
}

const Tensor& Tensor::bitwise_and_(const Scalar& mask) const {
    CALL_INTO(bitwise_and__Scalar, *this, mask);
    return *this;
}

const Tensor& Tensor::bitwise_xor_(const Tensor& other) const {
    CALL_INTO(bitwise_xor__Tensor, *this, other);
    return *this;
}

}  // namespace duelo
