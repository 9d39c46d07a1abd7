// SPDX-License-Identifier: Apache-2.0
// launch: 1x1 blocks of 64x1
// a: 64 filled
// c: 64
// n = 64
// finds: simt_warp_alone
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = a[i];
    if (i < 16)
        value += __shfl_xor_sync(0xffffffff, value, 1);  // HERE
    __syncthreads();
    c[i] = value;
}
