// SPDX-License-Identifier: Apache-2.0
// launch: 1x1 blocks of 64x1
// a: 64 filled
// c: 64
// n = 64
// finds: simt_misaligned
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 15) {
        const float4* four = reinterpret_cast<const float4*>(a + 1);
        float4 all = four[i];  // HERE
        c[i] = all.x + all.y + all.z + all.w;
    }
}
