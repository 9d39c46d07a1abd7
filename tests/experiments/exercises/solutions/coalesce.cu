// SPDX-License-Identifier: Apache-2.0
// Adds 1 to each number of a matrix of n by n.

// launch: grid 2x2, block 16x16
// buffer in: 32x32 random
// buffer out: 32x32
// value n: 32
// result out[i]: in[i] + 1
extern "C" __global__ void addOne(const float* in, float* out, int n) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && column < n) out[row * n + column] = in[row * n + column] + 1;
}
