// SPDX-License-Identifier: Apache-2.0
#include "tensor/onednn.h"

#include <atomic>
#include <string>

#include "tensor/operators.h"
#include "tensor/symbols/call.h"
#include "tensor/symbols/impl.h"
#include "tensor/symbols/stable.h"

// The registered operations of the CPU call kernels, of which LibTorch exports all but one. They
// are called directly here, without the dispatcher: under inference it would do nothing but call
// them.
namespace duelo::onednn {
namespace {

namespace names = symbols::names;
using binding::ByAddress;
using binding::held;
using symbols::TextView;

template <typename Returned>
struct Kernel {
    using Result = Returned;
};
struct PackConvolution : Kernel<Tensor> {
    static constexpr const char* kSymbol = names::pack_convolution;
};
struct Convolution : Kernel<Tensor> {
    static constexpr const char* kSymbol = names::convolution;
};
struct AddConvolution : Kernel<void> {
    static constexpr const char* kSymbol = names::add_convolution;
};
struct Linear : Kernel<Tensor> {
    static constexpr const char* kSymbol = names::linear;
};
struct AddLinear : Kernel<Tensor> {
    static constexpr const char* kSymbol = names::add_linear;
};

constexpr Pair kDilation{1, 1};

/// The bytes of a c10::IValue that holds a number.
struct Number {
    double value;
    std::uint32_t tag = 3;  // Double
};
/// The object that a c10::List points to, with the bounds of ReLU6. It is never freed.
struct BoundsImpl : symbols::Counted {
    const Number *begin, *end, *end_of_room;
    const void *element_type, *element_type_owner;
};

/// Returns a c10::List<std::optional<Scalar>>, which is a pointer; null stands for no scalars.
ByAddress<void*> scalarsOf(const Activation& then) {
    if (!then.bounds) return {nullptr};
    if (*then.bounds != std::array{0.0, 6.0})
        throw TensorError(TensorError::Kind::Other, "hardtanh with other bounds than ReLU6's");
    static constexpr std::array<Number, 2> kOfRelu6{Number{0.0}, Number{6.0}};
    static BoundsImpl of_relu6{
        {nullptr, std::uint64_t{1} << 32 | 1}, kOfRelu6.data(), kOfRelu6.data() + kOfRelu6.size(),
        kOfRelu6.data() + kOfRelu6.size(),     nullptr,         nullptr};
#ifdef _WIN32
    // By Microsoft's convention the called function destroys its arguments and so drops a
    // reference.
    std::atomic_ref(of_relu6.counts).fetch_add(1, std::memory_order_relaxed);
#endif
    return {&of_relu6};
}

std::optional<TextView> maybe(std::string_view text) {
    if (text.empty()) return std::nullopt;
    return TextView(text);
}

/// Throws for tensors that the dispatcher would refuse, because these kernels do not check.
void wantCpu(const Tensor& x, const Tensor& weight) {
    if (!x.defined() || !weight.defined() || !x.is_cpu() || !weight.is_cpu())
        throw TensorError(TensorError::Kind::Other, "oneDNN computes with the processor's memory");
}

}  // namespace

bool isThere() {
    try {
        for (const char* const name : {names::pack_convolution, names::convolution,
                                       names::add_convolution, names::linear, names::add_linear})
            static_cast<void>(symbols::addressOf(name));
        return symbols::function<bool()>(names::has_mkldnn)();
    } catch (const TensorError&) {
        return false;  // another LibTorch build: the public operations do the same work
    }
}

Tensor packedConvolution(const Tensor& weight, const Conv& conv, IntArrayRef size) {
    wantCpu(weight, weight);
    std::optional<IntArrayRef> of_images;
    if (!size.empty()) of_images = size;
    return binding::callHolding<PackConvolution>(held(weight), IntArrayRef(conv.padding),
                                                 IntArrayRef(conv.stride), IntArrayRef(kDilation),
                                                 conv.groups, of_images);
}

Tensor convolution(const Tensor& x, const Tensor& packed, const Tensor& bias, const Conv& conv,
                   const Activation& then) {
    wantCpu(x, packed);
    return binding::callHolding<Convolution>(
        held(x), held(packed), held(operands::MaybeTensor{bias}), IntArrayRef(conv.padding),
        IntArrayRef(conv.stride), IntArrayRef(kDilation), conv.groups, TextView(then.name),
        scalarsOf(then), maybe(then.algorithm));
}

void addConvolution(Tensor& sum, const Tensor& x, const Tensor& packed, const Tensor& bias,
                    const Conv& conv, const Activation& then) {
    wantCpu(x, packed);
    wantCpu(sum, sum);
    binding::callHolding<AddConvolution>(
        held(sum), held(x), held(packed), held(operands::MaybeTensor{bias}),
        IntArrayRef(conv.padding), IntArrayRef(conv.stride), IntArrayRef(kDilation), conv.groups,
        TextView("add"), held(operands::MaybeScalar{1.0}),
        then.isNone() ? std::optional<TextView>() : TextView(then.name), scalarsOf(then),
        maybe(then.algorithm));
}

Tensor packedLinear(const Tensor& weight, std::int64_t rows) {
    return symbols::packedLinearWeight(weight, rows);
}

Tensor linear(const Tensor& x, const Tensor& packed, const Tensor& bias, const Activation& then) {
    wantCpu(x, packed);
    return binding::callHolding<Linear>(held(x), held(packed), held(operands::MaybeTensor{bias}),
                                        TextView(then.name), scalarsOf(then),
                                        maybe(then.algorithm));
}

Tensor linearAdd(const Tensor& x, const Tensor& other, const Tensor& packed, const Tensor& bias) {
    wantCpu(x, packed);
    wantCpu(other, other);
    return binding::callHolding<AddLinear>(held(x), held(other), held(packed),
                                           held(operands::MaybeTensor{bias}), TextView("add"));
}

}  // namespace duelo::onednn
