// SPDX-License-Identifier: Apache-2.0
// launch: 1x1 blocks of 64x1
// a: 64 filled
// c: 64
// n = 64
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = a[i];
    switch (i % 6) {
        case 0: value += 1; break;
        case 1: value *= 2; break;
        case 2: value -= 3; break;
        case 3: value = -value; break;
        case 4: value = 0; break;
        default: value = 7;
    }
    unsigned many = __ballot_sync(0xffffffff, value > 0);
    int whole = __syncthreads_count(value > 0) + __popc(many) + __ffs(many) + __clz(many);
    long long wide = (long long)i * 123456789012LL % 1000;
    c[i] = value + whole + (float)wide + (float)(i / 3 * 7 % 5);
}
