// SPDX-License-Identifier: Apache-2.0
// What follows a convolution, in one pass over its result: each channel's bias, the residual where
// there is one, and ReLU or ReLU6 as limits. Sums are fp32 whatever the type, rounded once.
//
// A thread takes `Count` neighbours at a time, 16 bytes where the sizes allow it. With the channels
// innermost they belong to as many channels, else all to one: `run` is the number of such packs
// that share a channel, 0 with the channels innermost.
#include "float16.h"

using namespace duelo::kernels;

template <typename Value, int Count>
struct alignas(sizeof(Value) * Count) Pack {
    Value values[Count];
};

template <typename Value, int Count>
__device__ void addBiasClip(void* y_data, const void* bias, const void* residual_data,
                            unsigned packs, unsigned channels, unsigned run, float low,
                            float high) {
    using Many = Pack<Value, Count>;
    auto* y = static_cast<Many*>(y_data);
    const auto* residual = static_cast<const Many*>(residual_data);
    const unsigned step = gridDim.x * blockDim.x;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < packs; i += step) {
        Many sum = y[i];
        Many other = sum;
        if (residual != nullptr) other = residual[i];
        Many shift;
        if (run == 0)
            shift = static_cast<const Many*>(bias)[i % (channels / Count)];
        else
            for (Value& each : shift.values)
                each = static_cast<const Value*>(bias)[i / run % channels];
        for (int k = 0; k < Count; ++k) {
            float value = toFloat(sum.values[k]) + toFloat(shift.values[k]);
            if (residual != nullptr) value += toFloat(other.values[k]);
            // By comparisons, which let what is no number pass as LibTorch's own do.
            value = value < low ? low : value;
            value = value > high ? high : value;
            store(sum.values[k], value);
        }
        y[i] = sum;
    }
}

#define KERNEL(name, Value, Count)                                                              \
    extern "C" __global__ void name(void* y, const void* bias, const void* residual,            \
                                    unsigned packs, unsigned channels, unsigned run, float low, \
                                    float high) {                                               \
        addBiasClip<Value, Count>(y, bias, residual, packs, channels, run, low, high);          \
    }

KERNEL(add_bias_clip_f32_1, float, 1)
KERNEL(add_bias_clip_f32_4, float, 4)
KERNEL(add_bias_clip_f16_1, Half, 1)
KERNEL(add_bias_clip_f16_8, Half, 8)
KERNEL(add_bias_clip_bf16_1, Bfloat16, 1)
KERNEL(add_bias_clip_bf16_8, Bfloat16, 8)
