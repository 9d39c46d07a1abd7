// SPDX-License-Identifier: Apache-2.0
// Kernels whose every count can be made by hand, and kernels with one mistake each. Included
// between simt/text_begin.h and simt/text_end.h.

constexpr int kWidth = 32;

__global__ void copyNeighbours(Input from, Output to) {
    to[threadIdx.x] = from[threadIdx.x];
}

__global__ void copyApart(Input from, Output to, int stride) {
    to[threadIdx.x] = from[threadIdx.x * stride];
}

__global__ void copyByFours(Input from, Output to) {
    store4(to, 4 * threadIdx.x, load4(from, 4 * threadIdx.x));
}

__global__ void halfOfThem(Output to, int from) {
    if (static_cast<int>(threadIdx.x) < from) to[threadIdx.x] = 1;
}

__global__ void turn(Input from, Output to) {
    __shared__ Tile<kWidth, kWidth> tile;
    tile[threadIdx.y][threadIdx.x] = from[threadIdx.y * kWidth + threadIdx.x];
    __syncthreads();
    to[threadIdx.y * kWidth + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void turnPadded(Input from, Output to) {
    __shared__ Tile<kWidth, kWidth + 1> tile;
    tile[threadIdx.y][threadIdx.x] = from[threadIdx.y * kWidth + threadIdx.x];
    __syncthreads();
    to[threadIdx.y * kWidth + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// --- Mistakes -----------------------------------------------------------------------------------

__global__ void turnTooEarly(Input from, Output to) {
    __shared__ Tile<kWidth, kWidth> tile;
    tile[threadIdx.y][threadIdx.x] = from[threadIdx.y * kWidth + threadIdx.x];
    tile[threadIdx.y][kWidth - 1 - threadIdx.x] = 0;
    __syncthreads();
    to[threadIdx.y * kWidth + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void readsBeforeBarrier(Output to) {
    __shared__ Tile<1, kWidth> row;
    row[0][threadIdx.x] = 1;
    to[threadIdx.x] = row[0][threadIdx.x == 0 ? 0 : threadIdx.x - 1];
}

__global__ void readsUnwritten(Output to) {
    __shared__ Tile<1, kWidth> row;
    if (threadIdx.x > 3) row[0][threadIdx.x] = 1;
    __syncthreads();
    to[threadIdx.x] = row[0][threadIdx.x];
}

__global__ void allToOne(Output to) {
    to[0] = threadIdx.x;
}

/// Checks no bound, like the thesis's second kernel, so the last block writes beyond the end.
__global__ void noBounds(Output to) {
    to[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void beyondTile(Output to) {
    __shared__ Tile<2, kWidth> rows;
    rows[threadIdx.y][threadIdx.x + 1] = 1;
    __syncthreads();
    to[threadIdx.x] = 0;
}

__global__ void crookedFours(Input from, Output to) {
    store4(to, 0, load4(from, 1 + threadIdx.x));
}

__global__ void barrierForSome(Output to) {
    if (threadIdx.x < 16) __syncthreads();
    to[threadIdx.x] = 1;
}

__global__ void leavesBeforeBarrier(Output to) {
    if (threadIdx.x == 5) return;
    __syncthreads();
    to[threadIdx.x] = 1;
}

__global__ void twoBarriers(Output to) {
    if (threadIdx.x < 16) {
        __syncthreads();
    } else {
        __syncthreads();
    }
    to[threadIdx.x] = 1;
}

__global__ void forEver(Output to) {
    for (int i = 0;; i = 1 - i) to[threadIdx.x] = static_cast<float>(i);
}
