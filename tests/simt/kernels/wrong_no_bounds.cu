// SPDX-License-Identifier: Apache-2.0
// launch: 2x2 blocks of 32x32
// a: 1089 filled
// b: 1089 filled
// c: 1089
// n = 33
// finds: simt_out_of_bounds
extern "C" __global__ void kernel(const float* a, const float* b, float* c, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];  // HERE
    c[row * n + column] = sum;
}
