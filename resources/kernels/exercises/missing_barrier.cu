// SPDX-License-Identifier: Apache-2.0
// Reverses each piece of 128 numbers.

// launch: grid 3, block 128
// buffer in: 384 random
// buffer out: 384
// result out[i]: in[i / 128 * 128 + 127 - i % 128]
extern "C" __global__ void reverse(const float* in, float* out) {
    __shared__ float piece[128];
    const int i = blockIdx.x * 128 + threadIdx.x;
    piece[threadIdx.x] = in[i];
    out[i] = piece[127 - threadIdx.x];
}
