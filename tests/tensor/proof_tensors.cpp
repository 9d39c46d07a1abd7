// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <memory>
#include <utility>

#include "proof.h"

namespace duelo::proof {
namespace {

void sayShape(std::string_view name, const Tensor& x) {
    say(name,
        {static_cast<double>(x.dim()), static_cast<double>(x.numel()),
         static_cast<double>(x.nbytes()), static_cast<double>(x.storage_offset()),
         x.dim() > 0 ? static_cast<double>(x.stride(0)) : -1,
         static_cast<double>(x.is_contiguous()),
         static_cast<double>(x.is_contiguous(MemoryFormat::ChannelsLast)),
         static_cast<double>(x.suggest_memory_format()), static_cast<double>(x.is_floating_point()),
         static_cast<double>(x.is_cpu()), static_cast<double>(x.useCount())});
}

void proveShapes() {
    const Tensor x = ramp({2, 3, 4, 5});
    sayShape("shape", x);
    sayShape("shape channels last", x.contiguous(MemoryFormat::ChannelsLast));
    sayShape("shape permuted", x.permute({0, 2, 3, 1}));
    sayShape("shape of one channel", ramp({2, 1, 4, 5}));
    sayShape("shape of one channel, channels last",
             ramp({2, 1, 4, 5}).contiguous(MemoryFormat::ChannelsLast));
    sayShape("shape of one pixel", ramp({2, 3, 1, 1}));
    sayShape("shape of one pixel, channels last",
             ramp({2, 3, 1, 1}).contiguous(MemoryFormat::ChannelsLast));
    sayShape("shape without elements", ops::empty({2, 0, 4, 5}));
    sayShape("shape expanded", ramp({2, 1, 4, 1}).expand({2, 3, 4, 5}));
    sayShape("shape of a number", ops::ones({}, ScalarType::Long));
    sayShape("shape narrowed", x.narrow(1, 1, 2));
    const Tensor undefined;
    say("undefined", {static_cast<double>(undefined.defined()), static_cast<double>(x.defined())});
}

void proveCopies() {
    const Tensor x = ramp({2, 6});
    Tensor copy = x;
    say("copied", {static_cast<double>(copy.useCount()),
                   static_cast<double>(copy.data_ptr() == x.data_ptr())});
    const Tensor moved = std::move(copy);
    say("moved", {static_cast<double>(moved.useCount()),
                  static_cast<double>(copy.defined())});  // NOLINT(bugprone-use-after-move)
    copy = moved;
    Tensor& same = copy;
    copy = same;
    say("assigned", {static_cast<double>(copy.useCount())});
    copy.reset();
    say("reset", {static_cast<double>(moved.useCount()), static_cast<double>(copy.defined())});
    say("to type", x.to(ScalarType::Double));
    say("to place", x.to(TensorDevice::Cpu));
    say("to place and type", x.to(TensorDevice::Cpu, ScalarType::Int));
    say("to options", x.to(TensorOptions(ScalarType::BFloat16)));
    say("to format", x.to(ScalarType::Half, MemoryFormat::Preserve));
    say("clone", x.clone(MemoryFormat::Contiguous));
    say("item", {x.select(0, 1)[3].item<double>(), x[0][2].item<float>(),
                 static_cast<double>(ops::argmax(x).item<std::int64_t>()),
                 static_cast<double>(ops::equal(x, x))});
}

void proveViews() {
    const Tensor x = ramp({2, 6});
    say("detach", x.detach());
    say("view", x.view({3, 4}));
    say("reshape", x.t().reshape({4, 3}));
    say("flatten", ramp({2, 3, 4}).flatten(1));
    say("transpose", x.transpose(0, 1));
    say("permute", ramp({2, 3, 4}).permute({2, 0, 1}));
    say("expand", ramp({1, 3}).expand({4, 3}));
    say("narrow", x.narrow(1, 2, 3));
    say("select", x.select(1, -1));
    say("as_strided", x.as_strided({3, 2}, {1, 4}));
    for (const Tensor& part : ramp({5, 2}).split(2)) say("split", part);
}

void proveInPlace() {
    const Tensor x = ramp({2, 3}), y = ramp({2, 3}) + 2;
    say("copy_", ops::empty({2, 3}).copy_(x, false));
    say("fill_", ops::empty({2}).fill_(3));
    say("add_", x.add_(y, 0.5));
    say("add_ number", x.add_(1.5));
    say("mul_", x.mul_(y));
    say("mul_ number", x.mul_(2));
    say("addcmul_", x.addcmul_(y, y, -0.5));
    say("addcdiv_", x.addcdiv_(x, y, 2));
    say("relu_", ramp({7}).relu_());
    say("relu6_", ramp({7}).mul_(9).relu6_());
    say("gelu_", ramp({7}).gelu_());
    say("sin_", ramp({7}).sin_());
    say("abs_", ramp({7}).abs_());
    say("neg_", ramp({7}).neg_());
    say("reciprocal_", y.reciprocal_());
    const Tensor bits = ops::arange(9, ScalarType::Int);
    say("bitwise_and_", bits.bitwise_and_(5));
    say("bitwise_xor_", bits.bitwise_xor_(ops::arange(9, ScalarType::Int)));
}

void proveFromBlob() {
    std::array<float, 6> memory{1, 2, 3, 4, 5, 6};
    int freed = 0;
    Tensor view;
    {
        const Tensor whole = ops::from_blob(
            memory.data(), {2, 3}, ScalarType::Float,
            std::shared_ptr<const void>(memory.data(), [&](const void*) { ++freed; }));
        view = whole[1];
        memory[4] = 50;
        say("from_blob", whole);
        say("from_blob memory", {static_cast<double>(whole.data_ptr() == memory.data())});
    }
    say("from_blob view", view);
    say("freed before", {static_cast<double>(freed)});
    view.reset();
    say("freed after", {static_cast<double>(freed)});
    say("from_blob without owner", ops::from_blob(memory.data(), {3, 2}));
}

}  // namespace

void proveTensors() {
    proveShapes();
    proveCopies();
    proveViews();
    proveInPlace();
    proveFromBlob();
}

}  // namespace duelo::proof
