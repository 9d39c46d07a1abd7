// SPDX-License-Identifier: Apache-2.0
// launch: 2x2 blocks of 32x32
// a: 1089 filled
// b: 1089 filled
// c: 1089
// n = 33
// finds: simt_endless_steps
extern "C" __global__ void kernel(const float* a, const float* b, float* c, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && column < n) {
        float sum = 0;
        for (int k = 0; k < n; --n)
            if (n > 0) sum += a[0];
        int k = 0;
        while (k < 33)  // HERE
            sum += a[row] * b[column];
        c[row] = sum;
    }
}
