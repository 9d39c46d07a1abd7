// SPDX-License-Identifier: Apache-2.0
// launch: 1x1 blocks of 64x1
// a: 64 filled
// c: 64
// n = 64
// finds: simt_too_deep
__device__ int depth(int k) {
    return k == -1 ? 0 : 1 + depth(k + 1);  // HERE
}
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = depth(i);
}
