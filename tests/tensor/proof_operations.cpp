// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "proof.h"

namespace duelo::proof {
namespace {

void proveMakers() {
    const Tensor x = ramp({2, 3});
    say("zeros", ops::zeros({2, 2}, ScalarType::Int));
    say("ones", ops::ones({3}));
    say("full", ops::full({2, 3}, 1.5, ScalarType::Double));
    say("full whole", ops::full({2}, std::int64_t{1} << 40, ScalarType::Long));
    say("full bool", ops::full({2}, true, ScalarType::Bool));
    say("arange", ops::arange(5, ScalarType::Long));
    say("arange from", ops::arange(2, 7.5, ScalarType::Float));
    say("eye", ops::eye(3));
    say("empty", ops::empty({2, 0}));
    say("empty_like", ops::empty_like(x).fill_(2));
    say("empty_like type", ops::empty_like(x, ScalarType::Char).zero_());
    say("zeros_like", ops::zeros_like(x));
    say("zeros_like type", ops::zeros_like(x, ScalarType::BFloat16));
    say("ones_like", ops::ones_like(x));
    say("full_like", ops::full_like(x, 7));
    say("cat", ops::cat({x, x.neg_(), ops::ones({1, 3})}, 0));
    say("stack", ops::stack(std::vector<Tensor>{x, x}, 1));
}

void proveElements() {
    const Tensor a = ramp({2, 3}), b = ramp({3, 3}).narrow(0, 1, 2), positive = a * a + 0.5;
    const Tensor whole = ops::arange(6, ScalarType::Int) + 1;
    say("add", a + b);
    say("add number", a + 1.25);
    say("add whole", whole + 3);
    say("sub", a - b);
    say("mul", a * b);
    say("mul number", a * -2.5);
    say("div", a / positive);
    say("neg", -a);
    say("abs", ops::abs(a));
    say("square", ops::square(a));
    say("sqrt", ops::sqrt(positive));
    say("clamp", ops::clamp(a, -0.25, 0.5));
    say("relu", ops::relu(a));
    say("relu6", ops::relu6(a * 20));
    say("gelu", ops::gelu(a));
    say("eq", ops::eq(a, a));
    say("le", ops::le(a, b));
    say("lt", ops::lt(a, 0.1));
    say("logical_not", ops::logical_not(ops::lt(a, 0.1)));
    say("bitwise_right_shift", ops::bitwise_right_shift(whole * 8, 2));
    say("half", a.to(ScalarType::Half) * b.to(ScalarType::Half));
}

void proveReductions() {
    const Tensor x = ramp({3, 4}), places = ops::full({3, 1}, 2, ScalarType::Long);
    say("sum", ops::sum(x));
    say("bincount", ops::bincount(ops::arange(5, ScalarType::Byte), 8));
    say("mean", ops::mean(x));
    say("mean dims", ops::mean(x, {0}));
    say("mean keep", ops::mean(x, {-1}, true));
    say("min", ops::min(x));
    say("max", ops::max(x));
    say("argmax", ops::argmax(x));
    say("argmax dim", ops::argmax(x, 1, true));
    say("softmax", ops::softmax(x, 1));
    const auto [values, indices] = ops::topk(x, 2);
    say("topk values", values);
    say("topk places", indices);
    say("gather", ops::gather(x, 1, places));
    say("index_select", ops::index_select(x, 1, ops::arange(2, ScalarType::Long)));
    say("pinned", {static_cast<double>(ops::is_pinned(x))});
    say("equal",
        {static_cast<double>(ops::equal(x, x.clone())), static_cast<double>(ops::equal(x, x + 1))});
    const auto [u, s, v] = ops::linalg_svd(x, false);
    say("svd values", s);
    // Singular vectors may have either sign.
    say("svd u", ops::abs(u));
    say("svd v", ops::abs(v));
}

void proveProducts() {
    const Tensor a = ramp({3, 4}), b = ramp({4, 2}), bias = ramp({2});
    say("mm", ops::mm(a, b));
    say("matmul", ops::matmul(ramp({2, 3, 4}), b));
    say("linear", ops::linear(a, b.t(), bias));
    say("linear without bias", ops::linear(a, b.t(), Tensor()));
    const Tensor heads = ramp({1, 2, 5, 4});
    say("attention", ops::scaled_dot_product_attention(heads, heads * 0.5, heads));
}

void proveLearning() {
    const Tensor logits = ramp({4, 3}), labels = ops::arange(4, ScalarType::Long).bitwise_and_(1);
    say("cross_entropy", ops::cross_entropy_loss(logits, labels));
    say("batch_norm", ops::batch_norm(ramp({2, 3, 2, 2}), ramp({3}), ramp({3}) + 1, ramp({3}),
                                      ops::ones({3}), 1e-5));
    say("layer_norm", ops::layer_norm(logits, 3, ramp({3}), ramp({3}), 1e-5));
    const Tensor weight = ramp({5}), gradient = ramp({5}) * 0.5, mean = ops::zeros({5}),
                 square = ops::zeros({5}), updates = ops::ones({}), rate = ops::full({}, 0.01);
    ops::fused_adam_(weight, gradient, mean, square, updates, rate, {0.9, 0.999, 1e-8});
    say("fused_adam_", weight);
    say("fused_adam_ squares", square);
    ops::fused_sgd_(weight, gradient, Tensor(), rate, 0);
    say("fused_sgd_", weight);
    ops::fused_sgd_(weight, gradient, mean, rate, 0.9);
    say("fused_sgd_ momentum", weight);
}

}  // namespace

void proveOperations() {
    proveMakers();
    proveElements();
    proveReductions();
    proveProducts();
    proveLearning();
}

void proveWritingOperations() {
    const Tensor a = ramp({3, 4}), b = ramp({4, 2}), added = ramp({2});
    Tensor out = ops::empty({3, 2}), row = ops::empty({4}), sums = ops::empty({3, 4}),
           places = ops::empty({3}, ScalarType::Long),
           truths = ops::empty({3, 4}, ScalarType::Bool);
    ops::eq_out(truths, a, a);
    say("eq_out", truths);
    ops::sum_out(row, a, 0);
    say("sum_out", row);
    ops::cumsum_out(sums, a, 1);
    say("cumsum_out", sums);
    ops::argmax_out(places, a, 1);
    say("argmax_out", places);
    Tensor rows = ops::empty({2, 4});
    ops::index_select_out(rows, a, 0, ops::arange(2, ScalarType::Long));
    say("index_select_out", rows);
    ops::mm_out(out, a, b);
    say("mm_out", out);
    ops::addmm_out(out, added, a, b);
    say("addmm_out", out);
    ops::addmm_relu_out(out, added, a, b);
    say("addmm_relu_out", out);
    Tensor logs = ops::empty({3, 4}), back = ops::empty({3, 4});
    ops::log_softmax_out(logs, a, 1);
    say("log_softmax_out", logs);
    ops::log_softmax_backward_out(back, ops::ones({3, 4}) * 0.25, logs, 1);
    say("log_softmax_backward_out", back);
    const Tensor labels = ops::arange(3, ScalarType::Long);
    Tensor loss = ops::empty({}), weight_sum = ops::empty({});
    ops::nll_loss_out(loss, weight_sum, logs, labels);
    say("nll_loss_out", loss);
    say("nll_loss_out weight", weight_sum);
    back.zero_();
    ops::nll_loss_backward_out(back, ops::ones({}), logs, labels, weight_sum);
    say("nll_loss_backward_out", back);
    ops::relu_backward_out(back, ops::ones({3, 4}), a);
    say("relu_backward_out", back);
}

void proveImages() {
    const Tensor x = ramp({2, 4, 7, 7}), weight = ramp({6, 4, 3, 3}), bias = ramp({6});
    const ops::Pair one{1, 1}, two{2, 2}, none{0, 0};
    say("conv2d", ops::conv2d(x, weight, bias, two, one));
    say("conv2d groups", ops::conv2d(x, ramp({4, 1, 3, 3}), Tensor(), one, none, 4));
    const Tensor y = ops::convolution(x, weight, bias, one, one, 1);
    say("convolution", y);
    say("convolution channels last",
        ops::convolution(x.contiguous(MemoryFormat::ChannelsLast), weight, bias, one, one, 1));
    const auto [by_x, by_weight, by_bias] =
        ops::convolution_backward(y, x, weight, one, one, 1, true);
    say("convolution_backward input", by_x);
    say("convolution_backward weight", by_weight);
    say("convolution_backward bias", by_bias);
    const auto without = ops::convolution_backward(y, x, weight, one, one, 1, false);
    say("convolution_backward no input", std::get<0>(without));
    say("max_pool2d", ops::max_pool2d(x, two, two));
    Tensor pooled = ops::empty({2, 4, 3, 3}), places = ops::empty({2, 4, 3, 3}, ScalarType::Long),
           back = ops::empty({2, 4, 7, 7});
    ops::max_pool2d_with_indices_out(pooled, places, x, two, two, none);
    say("max_pool2d_with_indices_out", pooled);
    say("max_pool2d_with_indices_out places", places);
    ops::max_pool2d_with_indices_backward_out(back, pooled, x, two, two, none, places);
    say("max_pool2d_with_indices_backward_out", back);
    say("mkldnn_max_pool2d",
        ops::to_dense(ops::mkldnn_max_pool2d(ops::to_mkldnn(x), two, two, none)));
    say("adaptive_avg_pool2d", ops::adaptive_avg_pool2d(x, {2, 3}));
    say("constant_pad_nd", ops::constant_pad_nd(x, {1, 0, 2, 1}));
    say("upsample_bicubic2d", ops::upsample_bicubic2d(x, {9, 5}, false));
}

}  // namespace duelo::proof
