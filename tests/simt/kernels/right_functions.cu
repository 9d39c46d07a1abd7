// SPDX-License-Identifier: Apache-2.0
// launch: 1x1 blocks of 64x1
// a: 64 filled
// c: 64
// n = 64
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i] + 0.1f;
    c[i] = expf(x) + sinf(x) * cosf(x) + sqrtf(x) + powf(x, 1.5f) + logf(x) + tanhf(x) + floorf(x) +
           (float)sqrt((double)x) + fmodf(x, 0.3f) + rsqrtf(x) + erff(x) + atan2f(x, 2.0f);
}
