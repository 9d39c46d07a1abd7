// SPDX-License-Identifier: Apache-2.0
#include "tensor/tensor.h"

#include <new>
#include <utility>

#include <ATen/ATen.h>

#include "tensor/libtorch.h"
#include "tensor/operators.h"

namespace duelo {

Tensor::Tensor() noexcept {
    new (m_bytes) at::Tensor();
}

Tensor::Tensor(const Tensor& other) noexcept {
    new (m_bytes) at::Tensor(libtorch(other));
}

Tensor::Tensor(Tensor&& other) noexcept {
    new (m_bytes) at::Tensor(std::move(libtorch(other)));
}

Tensor& Tensor::operator=(const Tensor& other) noexcept {
    libtorch(*this).unsafeGetTensorImpl() == libtorch(other).unsafeGetTensorImpl()
        ? libtorch(*this)
        : libtorch(*this) = libtorch(other);
    return *this;
}

Tensor& Tensor::operator=(Tensor&& other) noexcept {
    libtorch(*this) = std::move(libtorch(other));
    return *this;
}

Tensor::~Tensor() {
    std::destroy_at(&libtorch(*this));
}

bool Tensor::defined() const noexcept {
    return libtorch(*this).defined();
}

std::int64_t Tensor::dim() const {
    return libtorch(*this).dim();
}

IntArrayRef Tensor::sizes() const {
    const at::IntArrayRef sizes = libtorch(*this).sizes();
    return {sizes.data(), sizes.size()};
}

std::int64_t Tensor::size(std::int64_t dim) const {
    return translated([&] { return libtorch(*this).size(dim); });
}

std::int64_t Tensor::stride(std::int64_t dim) const {
    return translated([&] { return libtorch(*this).stride(dim); });
}

std::int64_t Tensor::storage_offset() const {
    return libtorch(*this).storage_offset();
}

std::int64_t Tensor::numel() const {
    return libtorch(*this).numel();
}

std::size_t Tensor::nbytes() const {
    return libtorch(*this).nbytes();
}

ScalarType Tensor::scalar_type() const {
    return static_cast<ScalarType>(libtorch(*this).scalar_type());
}

TensorDevice Tensor::device() const {
    return tensorDeviceOf(libtorch(*this).device());
}

bool Tensor::is_floating_point() const {
    return libtorch(*this).is_floating_point();
}

bool Tensor::is_contiguous(MemoryFormat format) const {
    return libtorch(*this).is_contiguous(static_cast<at::MemoryFormat>(format));
}

MemoryFormat Tensor::suggest_memory_format() const {
    return static_cast<MemoryFormat>(libtorch(*this).suggest_memory_format());
}

std::int64_t Tensor::useCount() const {
    const at::Tensor& tensor = libtorch(*this);
    return static_cast<std::int64_t>(tensor.use_count() + tensor.storage().use_count());
}

void* Tensor::data_ptr() const {
    return translated([&] { return libtorch(*this).data_ptr(); });
}

namespace ops {

Tensor from_blob(void* data, IntArrayRef sizes, ScalarType type,
                 std::shared_ptr<const void> owner) {
    return translated([&] {
        return wrapped(at::from_blob(
            data, {sizes.data(), sizes.size()}, [owner = std::move(owner)](void*) {},
            at::TensorOptions(libtorch(type))));
    });
}

}  // namespace ops
}  // namespace duelo
