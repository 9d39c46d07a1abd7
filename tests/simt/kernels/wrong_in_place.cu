// SPDX-License-Identifier: Apache-2.0
// launch: 1x1 blocks of 64x1
// a: 64 filled
// n = 64
// finds: simt_race
extern "C" __global__ void kernel(float* a, int n) {
    int i = threadIdx.x;
    if (i > 0 && i < n - 1)
        a[i] = (a[i - 1] + a[i + 1]) / 2;  // HERE
}
