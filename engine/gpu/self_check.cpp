// SPDX-License-Identifier: Apache-2.0
#include "gpu/self_check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <exception>
#include <numeric>
#include <string>

#include "gpu/cuda_errors.h"
#include "gpu/gpu_failure.h"
#include "gpu/opencl_calls.h"
#include "measure/work.h"
#include "tensor/error.h"

namespace duelo {
namespace {

/// Both clocks have at least 1 us resolution; 2 % covers drift between the two oscillators and
/// the event's own cost over 20 ms.
constexpr double clock_slack = 1.02;

/// Small numbers that repeat with period 17, the same on every machine.
std::vector<float> pattern(std::size_t count) {
    std::vector<float> made(count);
    for (std::size_t i = 0; i < count; ++i)
        made[i] = static_cast<float>(static_cast<int>(i % 17) - 8) / 8;
    return made;
}

std::size_t bytesOf(const std::vector<float>& values) {
    return values.size() * sizeof(float);
}

GpuBlock uploaded(PlainGpu& gpu, const std::vector<float>& values) {
    GpuBlock block = gpu.allocate(bytesOf(values));
    gpu.copyBytes(block.data.get(), values.data(), bytesOf(values));
    gpu.synchronize();
    return block;
}

std::vector<float> downloaded(PlainGpu& gpu, const GpuBlock& block) {
    std::vector<float> values(block.bytes / sizeof(float));
    gpu.copyBytes(values.data(), block.data.get(), block.bytes);
    gpu.synchronize();
    return values;
}

void checkCopies(PlainGpu& gpu, GpuCheck& check, bool pinned) {
    const std::vector<float> source = pattern(std::size_t{3} * 224 * 224);
    std::vector<float> pageable = source;
    const GpuBlock there = gpu.allocate(bytesOf(source));
    const GpuBlock locked = pinned ? gpu.allocatePinned(bytesOf(source)) : GpuBlock{};
    float* host = pinned ? locked.as<float>() : pageable.data();
    std::ranges::copy(source, host);
    gpu.copyBytes(there.data.get(), host, bytesOf(source));
    gpu.synchronize();
    std::fill(host, host + source.size(), 0.0F);
    gpu.copyBytes(host, there.data.get(), bytesOf(source));
    gpu.synchronize();
    check.detail["bytes"] = bytesOf(source);
    check.passed = std::equal(source.begin(), source.end(), host);
}

void checkMatmul(PlainGpu& gpu, GpuCheck& check) {
    constexpr std::size_t n = 129;
    const std::vector<float> a = pattern(n * n);
    std::vector<float> b(n * n);
    std::reverse_copy(a.begin(), a.end(), b.begin());
    const GpuBlock at_a = uploaded(gpu, a), at_b = uploaded(gpu, b),
                   at_c = gpu.allocate(bytesOf(a));
    gpu.product({at_a.data.get(), at_b.data.get(), at_c.data.get(), n, Precision::Fp32})();
    const std::vector<float> c = downloaded(gpu, at_c);
    double error = 0, scale = 0;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            double sum = 0;
            for (std::size_t k = 0; k < n; ++k) sum += double(a[i * n + k]) * b[k * n + j];
            error = std::max(error, std::abs(c[i * n + j] - sum));
            scale = std::max(scale, std::abs(sum));
        }
    check.detail["relative_error"] = error / scale;
    check.passed = error <= 1e-5 * scale;  // false for NaN too
}

void checkPooling(PlainGpu& gpu, GpuCheck& check) {
    constexpr std::size_t side = 34, half = side / 2;
    const std::vector<float> picture = pattern(side * side);
    const GpuBlock from = uploaded(gpu, picture), to = gpu.allocate(half * half * sizeof(float));
    gpu.cudnnMaxPool(to.as<float>(), from.as<float>(), {side, half}, {});
    const std::vector<float> map = downloaded(gpu, to);
    check.passed = true;
    for (std::size_t i = 0; i < map.size(); ++i) {
        const float* window = &picture[i / half * 2 * side + i % half * 2];
        check.passed = check.passed &&
                       map[i] == std::max({window[0], window[1], window[side], window[side + 1]});
    }
}

/// Compiled on this machine.
void checkKernels(PlainGpu& gpu, GpuCheck& check) {
    const std::vector<float> source = pattern(1000);
    const GpuBlock from = uploaded(gpu, source), to = gpu.allocate(bytesOf(source));
    gpu.launch({.text = "kernels/copy_words.cu",
                .kernel = "copy_words",
                .blocks = 4,
                .threads = 256,
                .arguments = {from.as<const void>(), to.as<const void>(),
                              static_cast<std::uint64_t>(source.size())}});
    check.passed = downloaded(gpu, to) == source;
}

/// Out of memory must be an answer that leaves nothing behind.
void checkOutOfMemory(PlainGpu& gpu, GpuCheck& check) {
    const GpuMemory before = gpu.memory();
    bool refused = false;
    try {
        static_cast<void>(gpu.allocate(kTooManyBytes));
    } catch (const TensorError& error) {
        if (error.kind() != TensorError::Kind::OutOfMemory) throw;
        refused = true;
    }
    const std::vector<float> source = pattern(1000);
    const bool works = downloaded(gpu, uploaded(gpu, source)) == source;
    const GpuMemory after = gpu.memory();
    check.detail = {{"refused", refused},
                    {"allocated_before_bytes", before.allocated_bytes},
                    {"allocated_after_bytes", after.allocated_bytes}};
    check.passed = refused && works && after.allocated_bytes == before.allocated_bytes;
}

/// Runs one check; returns false when the process can no longer use the device.
bool runCheck(PlainGpu& gpu, const GpuCheckBody& one, std::vector<GpuCheck>& checks) {
    GpuCheck check{one.first, false, Json::object(), std::nullopt};
    const auto failed = [&](const std::exception_ptr& error, const std::string& words) {
        check.passed = false;
        auto failure = describeGpuFailure(error);
        check.reason = failure ? std::move(failure->reason)
                               : Reason{"gpu_check_failed", {{"check", check.code}}, words};
    };
    try {
        one.second(check);
    } catch (const WorkFailed& why) {
        check.passed = false;
        check.reason = why.reason;
    } catch (const std::exception& e) {
        failed(std::current_exception(), e.what());
    } catch (...) {
        failed(std::current_exception(), {});
    }
    const int health = gpu.health();
    if (health != 0) {
        check.passed = false;
        check.reason =
            health < 0 ? Reason{"opencl_failed",
                                {{"function", "clFinish"}, {"error", opencl::errorName(health)}}}
                       : classifyCudaError(health).reason;
    }
    checks.push_back(std::move(check));
    return health == 0;
}

}  // namespace

void checkEventCost(PlainGpu& gpu, GpuCheck& check) {
    const double ms = gpu.emptyEventPairMs();
    check.detail["event_pair_ms"] = ms;
    check.passed = ms >= 0 && ms < 1;
}

void checkClocks(PlainGpu& gpu, GpuCheck& check) {
    const ClockPair pair = gpu.crossCheckClocks();
    check.detail = {{"event_ms", pair.event_ms}, {"wall_ms", pair.wall_ms}};
    check.passed = pair.event_ms > 0 && pair.event_ms <= pair.wall_ms * clock_slack;
}

void checkSensors(PlainGpu& gpu, GpuCheck& check) {
    const GpuState state = gpu.state();
    if (state.sm_clock_mhz) check.detail["sm_clock_mhz"] = *state.sm_clock_mhz;
    if (state.temperature_c) check.detail["temperature_c"] = *state.temperature_c;
    if (state.throttle) check.detail["throttle"] = *state.throttle;
    check.passed = state.sm_clock_mhz.has_value();
}

std::vector<GpuCheck> runChecks(PlainGpu& gpu, const std::vector<GpuCheckBody>& checks) {
    std::vector<GpuCheck> done;
    for (const GpuCheckBody& one : checks)
        if (!runCheck(gpu, one, done)) break;
    return done;
}

std::vector<GpuCheck> runPlainSelfCheck(PlainGpu& gpu) {
    return runChecks(gpu, {{"gpu_copy_pageable", [&](GpuCheck& c) { checkCopies(gpu, c, false); }},
                           {"gpu_copy_pinned", [&](GpuCheck& c) { checkCopies(gpu, c, true); }},
                           {"gpu_matmul", [&](GpuCheck& c) { checkMatmul(gpu, c); }},
                           {"gpu_pooling", [&](GpuCheck& c) { checkPooling(gpu, c); }},
                           {"gpu_kernels", [&](GpuCheck& c) { checkKernels(gpu, c); }},
                           {"gpu_event_cost", [&](GpuCheck& c) { checkEventCost(gpu, c); }},
                           {"gpu_clocks", [&](GpuCheck& c) { checkClocks(gpu, c); }},
                           {"gpu_out_of_memory", [&](GpuCheck& c) { checkOutOfMemory(gpu, c); }},
                           {"gpu_sensors", [&](GpuCheck& c) { checkSensors(gpu, c); }}});
}

std::vector<GpuCheck> runOpenClSelfCheck(PlainGpu& gpu) {
    return runChecks(gpu, {{"gpu_copy_pageable", [&](GpuCheck& c) { checkCopies(gpu, c, false); }},
                           {"gpu_copy_pinned", [&](GpuCheck& c) { checkCopies(gpu, c, true); }},
                           {"gpu_kernels", [&](GpuCheck& c) { checkKernels(gpu, c); }},
                           {"gpu_event_cost", [&](GpuCheck& c) { checkEventCost(gpu, c); }},
                           {"gpu_clocks", [&](GpuCheck& c) { checkClocks(gpu, c); }}});
}

}  // namespace duelo
