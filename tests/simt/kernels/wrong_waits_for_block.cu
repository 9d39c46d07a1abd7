// SPDX-License-Identifier: Apache-2.0
// launch: 2x1 blocks of 32x1
// a: 64 filled
// c: 2 filled
// n = 64
// finds: simt_endless_steps
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    volatile float* flag = c;
    if (threadIdx.x == 0 && blockIdx.x == 0)
        while (flag[1] < 1000) {  // HERE
        }
    if (threadIdx.x == 0 && blockIdx.x == 1) flag[1] = 1000;
}
