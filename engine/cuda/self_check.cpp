// SPDX-License-Identifier: Apache-2.0
#include "cuda/self_check.h"

#include <exception>
#include <functional>
#include <string>
#include <utility>

#include "gpu/cuda_errors.h"
#include "gpu/gpu_failure.h"
#include "resources/kernels/splitmix.h"
#include "tensor/operators.h"

namespace duelo {
namespace {

/// TF32 convolutions keep 10 bits of the mantissa; an indexing or copying fault is far above this.
constexpr double tolerance = 1e-2;
/// Both clocks have at least 1 us resolution; 2 % covers drift between the two oscillators and
/// the event's own cost over 20 ms.
constexpr double clock_slack = 1.02;

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

void checkEventCost(GpuApi& api, GpuCheck& check) {
    const double ms = api.emptyEventPairMs();
    check.detail["event_pair_ms"] = ms;
    check.passed = ms >= 0 && ms < 1;
}

void checkClocks(GpuApi& api, GpuCheck& check) {
    const ClockPair pair = api.crossCheckClocks();
    check.detail = {{"event_ms", pair.event_ms}, {"wall_ms", pair.wall_ms}};
    check.passed = pair.event_ms > 0 && pair.event_ms <= pair.wall_ms * clock_slack;
}

class FractionLimit {
public:
    FractionLimit(GpuApi& api, double fraction)
        : m_api(api), m_former(api.setMemoryFraction(fraction)) {}
    ~FractionLimit() {
        try {
            m_api.setMemoryFraction(m_former);
        } catch (...) {  // a lost device; the checks after this one say so
        }
    }
    FractionLimit(const FractionLimit&) = delete;
    FractionLimit& operator=(const FractionLimit&) = delete;

private:
    GpuApi& m_api;
    double m_former;
};

/// Out of memory must be an answer that leaves nothing behind.
void checkOutOfMemory(GpuApi& api, GpuCheck& check) {
    const GpuMemory before = api.memory();
    const auto options = TensorOptions(api.device()).dtype(ScalarType::Byte);
    bool refused = false;
    {
        const FractionLimit limit(api, 0.25);
        try {
            const Tensor tooBig = ops::empty({before.total_bytes / 2}, options);
        } catch (const TensorError& error) {
            if (error.kind() != TensorError::Kind::OutOfMemory) throw;
            refused = true;
        }
    }
    api.emptyCache();
    const std::int64_t sum = ops::sum(ops::ones({1000}, options)).item<std::int64_t>();
    const GpuMemory after = api.memory();
    check.detail = {{"refused", refused},
                    {"allocated_before_bytes", before.allocated_bytes},
                    {"allocated_after_bytes", after.allocated_bytes}};
    check.passed = refused && sum == 1000 && after.allocated_bytes == before.allocated_bytes;
}

void checkSensors(GpuApi& api, GpuCheck& check) {
    const GpuState state = api.state();
    if (state.sm_clock_mhz) {
        check.detail["sm_clock_mhz"] = *state.sm_clock_mhz;
    }
    if (state.temperature_c) {
        check.detail["temperature_c"] = *state.temperature_c;
    }
    if (state.throttle) {
        check.detail["throttle"] = *state.throttle;
    }
    check.passed = state.sm_clock_mhz.has_value();
}

using Body = std::function<void(GpuApi&, GpuCheck&)>;

/// Runs one check; returns false when the process can no longer use the device, so that the list
/// ends there.
bool runCheck(GpuApi& api, const char* code, const Body& body, std::vector<GpuCheck>& checks) {
    GpuCheck check{code, false, Json::object(), std::nullopt};
    std::exception_ptr error;
    std::string words;
    try {
        body(api, check);
    } catch (const std::exception& e) {
        error = std::current_exception();
        words = e.what();
    } catch (...) {
        error = std::current_exception();
    }
    if (error) {
        check.passed = false;
        if (auto failure = describeGpuFailure(error)) {
            check.reason = std::move(failure->reason);
        } else {
            check.reason = Reason{"gpu_check_failed", {{"check", std::string(code)}}, words};
        }
    }
    const int health = api.health();
    if (health != 0) {
        check.passed = false;
        check.reason = classifyCudaError(health).reason;
    }
    checks.push_back(std::move(check));
    return health == 0;
}

}  // namespace

std::vector<GpuCheck> runSelfCheck(GpuApi& api) {
    const std::pair<const char*, Body> list[] = {
        {"gpu_copy_pageable", [](GpuApi& g, GpuCheck& c) { checkCopies(g, c, false); }},
        {"gpu_copy_pinned", [](GpuApi& g, GpuCheck& c) { checkCopies(g, c, true); }},
        {"gpu_matmul", checkMatmul},
        {"gpu_convolution", checkConvolution},
        {"gpu_kernels", checkKernels},
        {"gpu_event_cost", checkEventCost},
        {"gpu_clocks", checkClocks},
        {"gpu_out_of_memory", checkOutOfMemory},
        {"gpu_sensors", checkSensors},
    };
    std::vector<GpuCheck> checks;
    for (const auto& [code, body] : list) {
        if (!runCheck(api, code, body, checks)) {
            break;
        }
    }
    return checks;
}

}  // namespace duelo
