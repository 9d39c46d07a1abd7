// SPDX-License-Identifier: Apache-2.0
// Squares the numbers at even places and takes the root of those at odd ones. In every warp half of
// the threads go one way and half the other.

// launch: grid 1, block 256
// buffer in: 256 random
// buffer out: 256
// result out[i]: i % 2 == 0 ? in[i] * in[i] : sqrtf(in[i])
extern "C" __global__ void evenAndOdd(const float* in, float* out) {
    const int i = threadIdx.x % 128 * 2 + threadIdx.x / 128;
    if (i % 2 == 0)
        out[i] = in[i] * in[i];
    else
        out[i] = sqrtf(in[i]);
}
