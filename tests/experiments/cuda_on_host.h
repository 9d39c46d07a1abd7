// SPDX-License-Identifier: Apache-2.0
#pragma once

// CUDA's runtime and its threads, as far as the programs that are taken home need them, for a
// host's compiler. A block's threads are those of the host, so they can wait for each other.
#include <barrier>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>
#define __CUDACC__
#define __global__
#define __device__
#define __shared__ static
#define __launch_bounds__(...)
#define __syncthreads() barrier->arrive_and_wait()
struct float2 {
    float x, y;
};
struct alignas(16) float4 {
    float x, y, z, w;
};
struct dim3 {
    unsigned x, y;
    dim3(unsigned x = 1, unsigned y = 1) : x(x), y(y) {}
};
inline thread_local dim3 threadIdx, blockIdx, blockDim, gridDim;
inline std::barrier<>* barrier;
typedef int cudaError_t;
enum { cudaSuccess, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
struct cudaDeviceProp {
    char name[256] = "Host";
};
inline int cudaGetDeviceCount(int* n) {
    return *n = 1, 0;
}
inline int cudaGetDeviceProperties(cudaDeviceProp*, int) {
    return 0;
}
inline const char* cudaGetErrorString(int) {
    return "none";
}
inline int cudaMalloc(void** to, size_t bytes) {
    return *to = aligned_alloc(64, (bytes + 63) / 64 * 64), 0;
}
inline int cudaFree(void* memory) {
    return free(memory), 0;
}
inline int cudaMemcpy(void* to, const void* from, size_t n, int) {
    return memcpy(to, from, n), 0;
}
inline int cudaGetLastError() {
    return 0;
}
inline int cudaDeviceSynchronize() {
    return 0;
}
template <typename Kernel, typename... Of>
void launchOnHost(dim3 grid, dim3 block, Kernel kernel, Of... of) {
    for (unsigned b = 0; b < grid.x * grid.y; ++b) {
        std::barrier<> all(block.x * block.y);
        barrier = &all;
        std::vector<std::thread> threads;
        for (unsigned t = 0; t < block.x * block.y; ++t)
            threads.emplace_back([=, &all] {
                threadIdx = dim3(t % block.x, t / block.x);
                blockIdx = dim3(b % grid.x, b / grid.x);
                blockDim = block;
                gridDim = grid;
                kernel(of...);
                all.arrive_and_drop();
            });
        for (std::thread& one : threads) one.join();
    }
}
