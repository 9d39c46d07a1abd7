// SPDX-License-Identifier: Apache-2.0
#include "gpu/torch_self_check.h"

#include "gpu/self_check.h"
#include "resources/kernels/splitmix.h"
#include "tensor/operators.h"

namespace duelo {
namespace {

/// TF32 convolutions keep 10 bits of the mantissa; an indexing or copying fault is far above this.
constexpr double tolerance = 1e-2;

/// Small numbers that repeat with period 17, the same on every machine.
Tensor pattern(IntArrayRef shape) {
    Tensor made = ops::empty(shape);
    auto* values = made.data_ptr<float>();
    for (std::int64_t i = 0; i < made.numel(); ++i) values[i] = static_cast<float>(i % 17 - 8) / 8;
    return made;
}

double relativeError(const Tensor& got, const Tensor& expected) {
    const double scale = ops::max(ops::abs(expected)).item<double>();
    return ops::max(ops::abs(got - expected)).item<double>() / scale;
}

void compare(GpuCheck& check, const Tensor& got, const Tensor& expected) {
    const double error = relativeError(got, expected);
    check.detail["relative_error"] = error;
    check.passed = error <= tolerance;  // false for NaN too
}

void checkCopies(GpuApi& api, GpuCheck& check, bool pinned) {
    const Tensor source = pattern({1, 3, 224, 224});
    const Tensor host = pinned ? api.pinned(source) : source;
    Tensor there = ops::empty_like(host, TensorOptions(api.device()));
    Tensor back = ops::zeros_like(source);
    if (pinned) {
        back = api.pinned(back);
    }
    api.copy(there, host);
    api.copy(back, there);
    api.synchronize();
    check.detail["bytes"] = std::int64_t(source.nbytes());
    check.passed = ops::equal(back, source) && (!pinned || ops::is_pinned(host));
}

void checkMatmul(GpuApi& api, GpuCheck& check) {
    const Tensor a = pattern({129, 257});
    const Tensor b = pattern({257, 65});
    const Tensor got = ops::matmul(a.to(api.device()), b.to(api.device())).cpu();
    compare(check, got, ops::matmul(a, b));
}

Tensor convolved(const Tensor& image, const Tensor& weight) {
    return ops::conv2d(image, weight, {}, {1, 1}, {0, 0});
}

void checkConvolution(GpuApi& api, GpuCheck& check) {
    const Tensor image = pattern({2, 3, 65, 63});
    const Tensor weight = pattern({8, 3, 3, 3});
    const Tensor got = convolved(image.to(api.device()), weight.to(api.device())).cpu();
    compare(check, got, convolved(image, weight));
}

/// Compiled on this machine: which values a mask drops, and what follows a convolution.
void checkKernels(GpuApi& api, GpuCheck& check) {
    const TensorOptions there(api.device());
    constexpr DropoutDraw draw{.seed = 7, .layer = 3, .threshold = 1ULL << 30, .kept = 2};
    constexpr std::int64_t update = 5, count = 1000;
    Tensor mask = ops::empty({count}, there);
    api.dropoutFactors(mask, ops::full({}, update, there.dtype(ScalarType::Long)), draw);
    Tensor expected_mask = ops::empty({count});
    const kernels::Word stream = kernels::dropoutStream(draw.seed, update, draw.layer);
    for (kernels::Word i = 0; i < kernels::Word(count); ++i) {
        const bool keeps =
            kernels::dropoutKeeps<32>(kernels::dropoutWord(stream, i / 2), i % 2, draw.threshold);
        expected_mask.data_ptr<float>()[i] = keeps ? draw.kept : 0;
    }

    const Tensor image = (pattern({2, 16, 7, 5}) * 9).contiguous(MemoryFormat::ChannelsLast);
    const Tensor bias = pattern({16});
    const Tensor residual = (-image + 1) * 0.5;
    const Tensor expected = ops::clamp(image + bias.reshape({1, 16, 1, 1}) + residual, 0, 6);
    Tensor got = image.to(api.device());
    api.addBiasClip(got, bias.to(api.device()), residual.to(api.device()), 0, 6);
    compare(check, got.cpu(), expected);
    check.passed = check.passed && ops::equal(mask.cpu(), expected_mask);
}

/// Out of memory must be an answer that leaves nothing behind.
void checkOutOfMemory(GpuApi& api, GpuCheck& check) {
    const GpuMemory before = api.memory();
    const auto options = TensorOptions(api.device()).dtype(ScalarType::Byte);
    bool refused = false;
    try {
        const Tensor tooBig = ops::empty({static_cast<std::int64_t>(kTooManyBytes)}, options);
    } catch (const TensorError& error) {
        if (error.kind() != TensorError::Kind::OutOfMemory) throw;
        refused = true;
    }
    api.emptyCache();
    const std::int64_t sum = ops::sum(ops::ones({1000}, options)).item<std::int64_t>();
    const GpuMemory after = api.memory();
    check.detail = {{"refused", refused},
                    {"allocated_before_bytes", before.allocated_bytes},
                    {"allocated_after_bytes", after.allocated_bytes}};
    check.passed = refused && sum == 1000 && after.allocated_bytes == before.allocated_bytes;
}

}  // namespace

std::vector<GpuCheck> runSelfCheck(GpuApi& api) {
    return runChecks(api,
                     {
                         {"gpu_copy_pageable", [&](GpuCheck& c) { checkCopies(api, c, false); }},
                         {"gpu_copy_pinned", [&](GpuCheck& c) { checkCopies(api, c, true); }},
                         {"gpu_matmul", [&](GpuCheck& c) { checkMatmul(api, c); }},
                         {"gpu_convolution", [&](GpuCheck& c) { checkConvolution(api, c); }},
                         {"gpu_kernels", [&](GpuCheck& c) { checkKernels(api, c); }},
                         {"gpu_event_cost", [&](GpuCheck& c) { checkEventCost(api, c); }},
                         {"gpu_clocks", [&](GpuCheck& c) { checkClocks(api, c); }},
                         {"gpu_out_of_memory", [&](GpuCheck& c) { checkOutOfMemory(api, c); }},
                         {"gpu_sensors", [&](GpuCheck& c) { checkSensors(api, c); }},
                     });
}

}  // namespace duelo
