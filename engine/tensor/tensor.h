// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tensor/error.h"
#include "tensor/values.h"

namespace duelo {

/// A reference to a tensor of LibTorch. References are counted, and copies share their elements. A
/// new one is undefined until something is assigned to it. Names and meanings are those of
/// at::Tensor; operations that are not members stand in tensor/operators.h.
///
/// Its bytes are those of an at::Tensor with either binding (engine/tensor/README.md). So the few
/// sources that use LibTorch itself can share tensors with all others (tensor/libtorch.h).
class Tensor {
public:
    Tensor() noexcept;
    Tensor(const Tensor& other) noexcept;
    Tensor(Tensor&& other) noexcept;
    Tensor& operator=(const Tensor& other) noexcept;
    Tensor& operator=(Tensor&& other) noexcept;
    ~Tensor();

    // --- properties; unless said otherwise they throw at most for an undefined tensor ------------

    [[nodiscard]] bool defined() const noexcept;
    void reset() noexcept { *this = Tensor(); }
    [[nodiscard]] std::int64_t dim() const;
    [[nodiscard]] IntArrayRef sizes() const;
    /// Return one size or stride, counted in elements. A negative `dim` counts from the last, which
    /// is -1. Throw Kind::Index where the tensor has no such dimension.
    [[nodiscard]] std::int64_t size(std::int64_t dim) const;
    [[nodiscard]] std::int64_t stride(std::int64_t dim) const;
    [[nodiscard]] std::int64_t storage_offset() const;  ///< in elements
    [[nodiscard]] std::int64_t numel() const;
    [[nodiscard]] std::size_t nbytes() const;
    [[nodiscard]] ScalarType scalar_type() const;
    [[nodiscard]] TensorDevice device() const;
    [[nodiscard]] TensorOptions options() const {
        return TensorOptions(scalar_type()).device(device());
    }
    [[nodiscard]] bool is_cpu() const { return device().is_cpu(); }
    [[nodiscard]] bool is_floating_point() const;
    [[nodiscard]] bool is_contiguous(MemoryFormat format = MemoryFormat::Contiguous) const;
    /// Returns ChannelsLast or Contiguous, whichever the strides fit; Contiguous where they fit
    /// both.
    [[nodiscard]] MemoryFormat suggest_memory_format() const;
    /// Returns the number of references to this tensor plus the number of those to its memory. It
    /// is 2 where nobody else can see the elements.
    [[nodiscard]] std::int64_t useCount() const;

    /// Return the address of the first element. Those with a type throw where the elements have
    /// another.
    [[nodiscard]] void* data_ptr() const;
    [[nodiscard]] const void* const_data_ptr() const { return data_ptr(); }
    template <typename T>
    [[nodiscard]] T* data_ptr() const {
        checkType(kTypeOf<T>);
        return static_cast<T*>(data_ptr());
    }
    template <typename T>
    [[nodiscard]] const T* const_data_ptr() const {
        return data_ptr<T>();
    }
    /// Returns the only element, converted to T, and waits for the device that computes it. Throws
    /// where the tensor has not exactly one.
    template <typename T>
    [[nodiscard]] T item() const {
        return *oneElement(kTypeOf<T>).template const_data_ptr<T>();
    }

    // --- copies, and views of the same elements --------------------------------------------------

    [[nodiscard]] Tensor to(ScalarType type) const;
    [[nodiscard]] Tensor to(TensorDevice device) const;
    [[nodiscard]] Tensor to(TensorDevice device, ScalarType type) const;
    [[nodiscard]] Tensor to(const TensorOptions& options) const;
    /// Returns the tensor itself where type and format are these already.
    [[nodiscard]] Tensor to(ScalarType type, MemoryFormat format) const;
    [[nodiscard]] Tensor cpu() const { return to(TensorDevice::Cpu); }
    [[nodiscard]] Tensor clone(MemoryFormat format = MemoryFormat::Preserve) const;
    [[nodiscard]] Tensor contiguous(MemoryFormat format = MemoryFormat::Contiguous) const;
    [[nodiscard]] Tensor detach() const;
    [[nodiscard]] Tensor view(IntArrayRef sizes) const;
    [[nodiscard]] Tensor reshape(IntArrayRef sizes) const;
    [[nodiscard]] Tensor flatten(std::int64_t first = 0, std::int64_t last = -1) const;
    [[nodiscard]] Tensor transpose(std::int64_t a, std::int64_t b) const;
    [[nodiscard]] Tensor t() const;
    [[nodiscard]] Tensor permute(IntArrayRef dims) const;
    [[nodiscard]] Tensor expand(IntArrayRef sizes) const;
    [[nodiscard]] Tensor narrow(std::int64_t dim, std::int64_t start, std::int64_t length) const;
    [[nodiscard]] Tensor select(std::int64_t dim, std::int64_t index) const;
    [[nodiscard]] Tensor operator[](std::int64_t index) const { return select(0, index); }
    [[nodiscard]] Tensor as_strided(IntArrayRef sizes, IntArrayRef strides) const;
    /// Returns views of `rows` rows each along the first dimension; the last may be shorter.
    [[nodiscard]] std::vector<Tensor> split(std::int64_t rows) const;

    // --- changes in place, which return the tensor itself ----------------------------------------
    // They are const because they change the elements and not the reference.

    /// Copies the elements of `from`. With `non_blocking` a copy to or from a GPU is only
    /// submitted.
    const Tensor& copy_(const Tensor& from, bool non_blocking = false) const;
    const Tensor& fill_(const Scalar& value) const;
    const Tensor& zero_() const;
    const Tensor& add_(const Tensor& other, const Scalar& alpha = 1) const;
    const Tensor& add_(const Scalar& value) const;
    const Tensor& mul_(const Tensor& other) const;
    const Tensor& mul_(const Scalar& value) const;
    /// Add value * a * b, or value * a / b.
    const Tensor& addcmul_(const Tensor& a, const Tensor& b, const Scalar& value) const;
    const Tensor& addcdiv_(const Tensor& a, const Tensor& b, const Scalar& value) const;
    const Tensor& relu_() const;
    const Tensor& relu6_() const;
    const Tensor& gelu_() const;
    const Tensor& sin_() const;
    const Tensor& abs_() const;
    const Tensor& neg_() const;
    const Tensor& reciprocal_() const;
    const Tensor& bitwise_and_(const Scalar& mask) const;
    const Tensor& bitwise_xor_(const Tensor& other) const;

private:
    void checkType(ScalarType wanted) const;
    [[nodiscard]] Tensor oneElement(ScalarType type) const;

    alignas(void*) std::byte m_bytes[sizeof(void*)];
};

}  // namespace duelo
