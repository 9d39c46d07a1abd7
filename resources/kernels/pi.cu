// SPDX-License-Identifier: Apache-2.0
// Pi from many samples: random points, or pairs of terms of Leibniz's series. pi_each writes what
// each of them brings, as an operation on arrays does, and somebody else adds up. pi_sums adds up
// itself: each thread its samples, then the threads of a block together, in halves; pi_total what
// the blocks have left. A number with more digits than fp32 has stands in two, which add up to it.
#include "pointers.h"
#include "splitmix.h"

using namespace duelo::kernels;

constexpr int kThreads = 256;

// One number of each thread: high parts in one row, low parts in the other.
typedef Tile<2, kThreads> Numbers;

__device__ inline void put(Numbers& numbers, int thread, double number) {
    const float high = float(number);
    numbers[0][thread] = high;
    numbers[1][thread] = float(number - high);
}

__device__ inline double get(Numbers& numbers, int thread) {
    const float high = numbers[0][thread], low = numbers[1][thread];
    return double(high) + low;
}

// The value of sample i. A point is the centre of one of 2^60 cells of a square; it counts where it
// lies in the quarter of a circle; in halves of a cell the radius is 2^31, and whole numbers decide.
__device__ inline double sample(Word i, Word stream, int series) {
    if (series) {
        const double odd = 4.0 * double(i) + 1;
        return 2 / (odd * (odd + 2));
    }
    const Word word = mixed(stream + (i + 1) * kGoldenGamma);
    const Word x = 2 * (word >> 34) + 1, y = 2 * (word & ((Word(1) << 30) - 1)) + 1;
    return x * x + y * y < (Word(1) << 62) ? 1 : 0;
}

extern "C" __global__ void pi_each(Output high, Output low, Word first, Word count, Word stream,
                                   int series) {
    const Word step = Word(gridDim.x) * blockDim.x;
    for (Word i = Word(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) {
        const double found = sample(first + i, stream, series);
        high[i] = float(found);
        if (series) low[i] = float(found - float(found));
    }
}

// Leaves the sum of the block's threads in the place of thread 0.
__device__ inline void addUp(Numbers& numbers, int thread) {
    for (int half = kThreads / 2; half > 0; half /= 2) {
        __syncthreads();  // nobody reads before the other has written
        if (thread < half) put(numbers, thread, get(numbers, thread) + get(numbers, thread + half));
    }
}

extern "C" __global__ void pi_sums(Output high, Output low, Word first, Word count, Word stream,
                                   int series) {
    __shared__ Numbers numbers;
    const int thread = threadIdx.x;
    const Word step = Word(gridDim.x) * blockDim.x;
    double sum = 0;
    for (Word i = Word(blockIdx.x) * blockDim.x + thread; i < count; i += step)
        sum += sample(first + i, stream, series);
    put(numbers, thread, sum);
    addUp(numbers, thread);
    if (thread == 0) {
        high[blockIdx.x] = numbers[0][0];
        low[blockIdx.x] = numbers[1][0];
    }
}

extern "C" __global__ void pi_total(Input high, Input low, Output total, int blocks) {
    __shared__ Numbers numbers;
    const int thread = threadIdx.x;
    double sum = 0;
    for (int i = thread; i < blocks; i += kThreads) {
        const float of_high = high[i], of_low = low[i];
        sum += double(of_high) + of_low;
    }
    put(numbers, thread, sum);
    addUp(numbers, thread);
    if (thread == 0) {
        total[0] = numbers[0][0];
        total[1] = numbers[1][0];
    }
}
