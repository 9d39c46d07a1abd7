// SPDX-License-Identifier: Apache-2.0
// The names by which the kernels beside this file speak of memory. On a GPU these are plain
// pointers and arrays. Without one, an emulator runs the same kernels with types of the same names
// that watch each access.
#ifdef __CUDACC__
typedef const float* Input;  // global memory, that is only read
typedef float* Output;       // global memory

// __shared__ Tile<32, 32> t is __shared__ float t[32][32]: a table that a block's threads share.
template <int rows, int columns>
using Tile = float[rows][columns];

// Four neighbours by one instruction. The first must stand at a multiple of 16 bytes.
__device__ inline float4 load4(const float* from, int index) {
    return *reinterpret_cast<const float4*>(from + index);
}

__device__ inline void store4(float* to, int index, float4 values) {
    *reinterpret_cast<float4*>(to + index) = values;
}

__device__ inline void store2(float* to, int index, float2 values) {
    *reinterpret_cast<float2*>(to + index) = values;
}
#endif
