// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The two 16-bit types as bits, to and from fp32, rounded to nearest, ties to even. CUDA's own
/// headers for them are not on every PC that has its compiler.
namespace duelo::kernels {

struct Half {
    unsigned short bits;
};

struct Bfloat16 {
    unsigned short bits;
};

#ifdef __CUDACC_RTC__
__device__ inline float halfToFloat(unsigned short bits) {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

__device__ inline unsigned short floatToHalf(float value) {
    unsigned short bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
}
#else  // the tests run kernels on the host, which has no such instructions, and bring their own
float halfToFloat(unsigned short bits);
unsigned short floatToHalf(float value);
#endif

__device__ inline float toFloat(float value) {
    return value;
}

__device__ inline float toFloat(Half value) {
    return halfToFloat(value.bits);
}

__device__ inline float toFloat(Bfloat16 value) {
    return __uint_as_float(static_cast<unsigned>(value.bits) << 16);
}

__device__ inline void store(float& to, float value) {
    to = value;
}

__device__ inline void store(Half& to, float value) {
    to.bits = floatToHalf(value);
}

__device__ inline void store(Bfloat16& to, float value) {
    const unsigned bits = __float_as_uint(value);
    // NaN stays NaN: rounding could carry it into infinity.
    if (value != value)
        to.bits = 0x7fc0;
    else
        to.bits = static_cast<unsigned short>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

}  // namespace duelo::kernels
