// SPDX-License-Identifier: Apache-2.0
#include "host_kernels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

// Words that CUDA's compiler knows by itself.
#define __device__
#define __global__

namespace {

struct Place {
    unsigned x = 0;
};

thread_local Place threadIdx, blockIdx, blockDim, gridDim;

float __uint_as_float(unsigned bits) {
    return std::bit_cast<float>(bits);
}

unsigned __float_as_uint(float value) {
    return std::bit_cast<unsigned>(value);
}

}  // namespace

#include "resources/kernels/add_bias_clip.cu"
#include "resources/kernels/dropout.cu"

namespace duelo {
namespace kernels {

float halfToFloat(unsigned short bits) {
    const int exponent = bits >> 10 & 31, steps = bits & 1023;
    float magnitude = std::ldexp(static_cast<float>(1024 + steps), exponent - 25);
    if (exponent == 0) magnitude = std::ldexp(static_cast<float>(steps), -24);
    if (exponent == 31)
        magnitude = steps == 0 ? std::numeric_limits<float>::infinity() : std::nanf("");
    return bits >> 15 != 0 ? -magnitude : magnitude;
}

/// Rounds to the nearest, of two to the even one.
unsigned short floatToHalf(float value) {
    constexpr float kInfinite = 65520;  // and what is larger
    const float magnitude = std::fabs(value);
    const int exponent = std::max(std::ilogb(magnitude), -14);
    long bits = 0x7e00;
    if (magnitude >= kInfinite)
        bits = 0x7c00;
    else if (!std::isnan(value))
        bits = (exponent + 14) * 1024 + std::lrint(std::ldexp(magnitude, 10 - exponent));
    return static_cast<unsigned short>(std::signbit(value) ? bits | 0x8000 : bits);
}

}  // namespace kernels

namespace test {
namespace {

/// The argument as a parameter of that type; std::bad_variant_access where it is of another.
template <typename Parameter>
Parameter as(const KernelLaunch::Argument& argument) {
    if constexpr (std::is_pointer_v<Parameter>)
        return static_cast<Parameter>(const_cast<void*>(std::get<const void*>(argument)));
    else if constexpr (std::is_same_v<Parameter, float>)
        return std::get<float>(argument);
    else if constexpr (sizeof(Parameter) == sizeof(std::uint64_t))
        return std::get<std::uint64_t>(argument);
    else
        return std::get<std::uint32_t>(argument);
}

template <typename... Parameters, std::size_t... Indices>
void runThreads(void (*kernel)(Parameters...), const KernelLaunch& launch,
                std::index_sequence<Indices...>) {
    const std::tuple<Parameters...> arguments{as<Parameters>(launch.arguments[Indices])...};
    gridDim.x = launch.blocks;
    blockDim.x = launch.threads;
    for (blockIdx.x = 0; blockIdx.x < gridDim.x; ++blockIdx.x)
        for (threadIdx.x = 0; threadIdx.x < blockDim.x; ++threadIdx.x)
            std::apply(kernel, arguments);
}

template <typename... Parameters>
std::function<void(const KernelLaunch&)> known(void (*kernel)(Parameters...)) {
    return [kernel](const KernelLaunch& launch) {
        if (launch.arguments.size() != sizeof...(Parameters))
            throw std::logic_error(std::string(launch.kernel) + ": number of arguments");
        runThreads(kernel, launch, std::index_sequence_for<Parameters...>());
    };
}

struct KnownKernel {
    std::string_view text;
    std::function<void(const KernelLaunch&)> run;
};

const std::map<std::string_view, KnownKernel>& knownKernels() {
    constexpr std::string_view clip = "kernels/add_bias_clip.cu", drop = "kernels/dropout.cu";
    static const std::map<std::string_view, KnownKernel> kernels{
        {"add_bias_clip_f32_1", {clip, known(add_bias_clip_f32_1)}},
        {"add_bias_clip_f32_4", {clip, known(add_bias_clip_f32_4)}},
        {"add_bias_clip_f16_1", {clip, known(add_bias_clip_f16_1)}},
        {"add_bias_clip_f16_8", {clip, known(add_bias_clip_f16_8)}},
        {"add_bias_clip_bf16_1", {clip, known(add_bias_clip_bf16_1)}},
        {"add_bias_clip_bf16_8", {clip, known(add_bias_clip_bf16_8)}},
        {"dropout_1", {drop, known(dropout_1)}},
        {"dropout_32", {drop, known(dropout_32)}},
    };
    return kernels;
}

}  // namespace

void runOnHost(const KernelLaunch& launch) {
    const KnownKernel& kernel = knownKernels().at(launch.kernel);
    if (kernel.text != launch.text)
        throw std::logic_error(std::string(launch.kernel) + " is not in " + launch.text);
    kernel.run(launch);
}

}  // namespace test
}  // namespace duelo
