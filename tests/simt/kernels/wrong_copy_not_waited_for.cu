// SPDX-License-Identifier: Apache-2.0
// launch: 1x1 blocks of 64x1
// a: 64 filled
// c: 64
// n = 64
// finds: simt_async_early_table
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float part[64];
    unsigned to = (unsigned)__cvta_generic_to_shared(part + i);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(a + i));
    asm volatile("cp.async.commit_group;");
    c[i] = part[i];  // HERE
}
