// SPDX-License-Identifier: Apache-2.0
// launch: 1x1 blocks of 64x1
// a: 64 filled
// c: 64
// n = 64
// finds: simt_out_of_bounds_table
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float part[64];
    part[i] = a[i];
    __syncthreads();
    for (int step = 32; step > 0; step /= 2) {
        float more = part[i + step];  // HERE
        __syncthreads();
        part[i] += more;
        __syncthreads();
    }
    c[i] = part[0];
}
