// SPDX-License-Identifier: Apache-2.0
#include "tensor/onednn.h"

#include <memory>

#include <ATen/ATen.h>
#include <ATen/core/List.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include "tensor/libtorch.h"

namespace duelo::onednn {
namespace {

using Scalars = torch::List<std::optional<at::Scalar>>;
using MaybeText = std::optional<std::string_view>;
using MaybeTensor = std::optional<at::Tensor>;
using Ints = at::IntArrayRef;

using PackConv = at::Tensor(const at::Tensor& weight, Ints padding, Ints stride, Ints dilation,
                            std::int64_t groups, at::OptionalIntArrayRef size);
using RunConv = at::Tensor(const at::Tensor& x, const at::Tensor& weight, const MaybeTensor& bias,
                           Ints padding, Ints stride, Ints dilation, std::int64_t groups,
                           std::string_view attribute, Scalars scalars, MaybeText algorithm);
using AddConv = at::Tensor&(at::Tensor& sum, const at::Tensor& x, const at::Tensor& weight,
                            const MaybeTensor& bias, Ints padding, Ints stride, Ints dilation,
                            std::int64_t groups, std::string_view binary,
                            std::optional<at::Scalar> alpha, MaybeText unary, Scalars scalars,
                            MaybeText algorithm);
using PackLinear = at::Tensor(const at::Tensor& weight, std::optional<std::int64_t> rows);
using RunLinear = at::Tensor(const at::Tensor& x, const at::Tensor& weight, const MaybeTensor& bias,
                             std::string_view attribute, Scalars scalars, MaybeText algorithm);
using AddLinear = at::Tensor(const at::Tensor& x, const at::Tensor& other, const at::Tensor& weight,
                             const MaybeTensor& bias, std::string_view binary);

template <typename Signature>
c10::TypedOperatorHandle<Signature> find(const char* name, const char* overload = "") {
    return c10::Dispatcher::singleton().findSchemaOrThrow(name, overload).typed<Signature>();
}

struct Operations {
    c10::TypedOperatorHandle<PackConv> pack_conv =
        find<PackConv>("mkldnn::_reorder_convolution_weight");
    c10::TypedOperatorHandle<RunConv> conv = find<RunConv>("mkldnn::_convolution_pointwise");
    c10::TypedOperatorHandle<AddConv> add_conv =
        find<AddConv>("mkldnn::_convolution_pointwise_", "binary");
    c10::TypedOperatorHandle<PackLinear> pack_linear =
        find<PackLinear>("mkldnn::_reorder_linear_weight");
    c10::TypedOperatorHandle<RunLinear> linear = find<RunLinear>("mkldnn::_linear_pointwise");
    c10::TypedOperatorHandle<AddLinear> add_linear =
        find<AddLinear>("mkldnn::_linear_pointwise", "binary");
};

/// Returns the operations. Throws where this LibTorch lacks one of them.
const Operations& operations() {
    static const Operations found;
    return found;
}

MaybeTensor maybe(const Tensor& tensor) {
    if (!tensor.defined()) return std::nullopt;
    return libtorch(tensor);
}

MaybeText maybe(std::string_view text) {
    if (text.empty()) return std::nullopt;
    return text;
}

const Scalars& scalarsOf(const Activation& then) {
    static const Scalars none;
    if (!then.bounds) return none;
    static const Scalars of_relu6({at::Scalar(0.0), at::Scalar(6.0)});
    if (*then.bounds == std::array{0.0, 6.0}) return of_relu6;
    throw TensorError(TensorError::Kind::Other, "hardtanh with other bounds than ReLU6's");
}

constexpr Pair kDilation{1, 1};

}  // namespace

bool isThere() {
    try {
        static_cast<void>(operations());
        return at::hasMKLDNN();
    } catch (const c10::Error&) {
        return false;  // another LibTorch build: the public operations do the same work
    }
}

Tensor packedConvolution(const Tensor& weight, const Conv& conv, IntArrayRef size) {
    return translated([&] {
        return wrapped(operations().pack_conv.call(
            libtorch(weight), conv.padding, conv.stride, kDilation, conv.groups,
            size.empty() ? at::OptionalIntArrayRef() : Ints(size.data(), size.size())));
    });
}

Tensor convolution(const Tensor& x, const Tensor& packed, const Tensor& bias, const Conv& conv,
                   const Activation& then) {
    return translated([&] {
        return wrapped(operations().conv.call(libtorch(x), libtorch(packed), maybe(bias),
                                              conv.padding, conv.stride, kDilation, conv.groups,
                                              then.name, scalarsOf(then), maybe(then.algorithm)));
    });
}

void addConvolution(Tensor& sum, const Tensor& x, const Tensor& packed, const Tensor& bias,
                    const Conv& conv, const Activation& then) {
    translated([&] {
        operations().add_conv.call(libtorch(sum), libtorch(x), libtorch(packed), maybe(bias),
                                   conv.padding, conv.stride, kDilation, conv.groups, "add",
                                   at::Scalar(1.0), then.isNone() ? MaybeText() : then.name,
                                   scalarsOf(then), maybe(then.algorithm));
    });
}

Tensor packedLinear(const Tensor& weight, std::int64_t rows) {
    return translated(
        [&] { return wrapped(operations().pack_linear.call(libtorch(weight), rows)); });
}

Tensor linear(const Tensor& x, const Tensor& packed, const Tensor& bias, const Activation& then) {
    return translated([&] {
        return wrapped(operations().linear.call(libtorch(x), libtorch(packed), maybe(bias),
                                                then.name, scalarsOf(then), maybe(then.algorithm)));
    });
}

Tensor linearAdd(const Tensor& x, const Tensor& other, const Tensor& packed, const Tensor& bias) {
    return translated([&] {
        return wrapped(operations().add_linear.call(libtorch(x), libtorch(other), libtorch(packed),
                                                    maybe(bias), "add"));
    });
}

}  // namespace duelo::onednn
