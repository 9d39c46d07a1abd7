// SPDX-License-Identifier: Apache-2.0
// Adds up the 32 numbers of each warp without shared memory: in every step a thread takes the sum
// of another one.

// launch: grid 2, block 64
// buffer in: 128 random
// buffer sums: 4
// result sums[i]: sum(k, 32 * i, 32 * (i + 1), in[k])
extern "C" __global__ void addUp(const float* in, float* sums) {
    const int i = blockIdx.x * 64 + threadIdx.x, lane = threadIdx.x % 32;
    float sum = in[i];
    for (int apart = 16; apart > 0; apart /= 2)
        if (lane < apart) sum += __shfl_down_sync(0xffffffff, sum, apart);
    if (lane == 0) sums[i / 32] = sum;
}
