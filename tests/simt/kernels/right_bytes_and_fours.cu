// SPDX-License-Identifier: Apache-2.0
// launch: 1x1 blocks of 64x1
// a: 64 filled
// c: 64
// n = 64
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    __shared__ unsigned char small[64];
    int i = threadIdx.x;
    small[i] = (unsigned char)(a[i] * 100);
    __syncthreads();
    if (i < 16) {
        float4 four = reinterpret_cast<const float4*>(a)[i];
        four.x += small[63 - i];
        reinterpret_cast<float4*>(c)[i] = four;
    }
}
