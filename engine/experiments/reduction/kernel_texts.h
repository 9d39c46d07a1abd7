// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "experiments/waited_int.h"

/// Holds what is measured and, in the window, shown: the ways in which numbers are added up. All of
/// it is static, because it is compiled for each kind of vector instructions, so that no object is
/// linked to another's.
namespace duelo {

/// Sums that do not wait for each other, of one thread: enough that an addition can begin in every
/// tick while others are under way.
constexpr long kSeveralSums = 8, kSimdSums = 64;

/// Numbers of one vector instruction. Of 16 there is no kernel: beyond the caches it was slower by
/// a tenth or more than of 8 on a processor that has both, and within them as fast.
#if defined __AVX2__
constexpr long kSumLanes = 8;
#else
constexpr long kSumLanes = 4;
#endif
typedef float SumVector
    __attribute__((vector_size(kSumLanes * sizeof(float)), aligned(sizeof(float)), may_alias));

/// Holds what the threads of a call share.
struct SharedSums {
    /// Processors fetch lines in pairs, so each thread has two of its own.
    struct alignas(128) Own {
        float sum = 0;
        WaitedInt done = 0;  ///< the last call whose sum stands there
    };
    const int threads;
    int call = 0;
    alignas(128) std::atomic<float> atomic_total = 0;
    alignas(128) std::mutex lock;
    float total = 0;
    alignas(128) std::vector<float> beside;  ///< sixteen lie in a line
    std::vector<Own> own;

    explicit SharedSums(int allThreads)
        : threads(allThreads),
          beside(static_cast<std::size_t>(allThreads)),
          own(static_cast<std::size_t>(allThreads)) {}
    [[nodiscard]] Own& of(int thread) { return own[static_cast<std::size_t>(thread)]; }
};

// Those of one thread go on with the sums that they are given: a call comes in pieces.

static inline void loopSum(const float* x, long count, float* sums) {
    float sum = sums[0];
    for (long i = 0; i < count; ++i) sum += x[i];
    sums[0] = sum;
}

static inline void severalSum(const float* x, long count, float* sums) {
    float several[kSeveralSums];
    for (long k = 0; k < kSeveralSums; ++k) several[k] = sums[k];
    long i = 0;
    for (; i + kSeveralSums <= count; i += kSeveralSums)
        for (long k = 0; k < kSeveralSums; ++k) several[k] += x[i + k];
    for (long k = 0; k < kSeveralSums; ++k) sums[k] = several[k];
    for (; i < count; ++i) sums[i % kSeveralSums] += x[i];
}

static inline void simdSum(const float* x, long count, float* sums) {
    constexpr long kVectors = kSimdSums / kSumLanes;
    SumVector several[kVectors];
    for (long k = 0; k < kVectors; ++k)
        several[k] = *reinterpret_cast<const SumVector*>(sums + k * kSumLanes);
    long i = 0;
    for (; i + kSimdSums <= count; i += kSimdSums)
        for (long k = 0; k < kVectors; ++k)
            several[k] += *reinterpret_cast<const SumVector*>(x + i + k * kSumLanes);
    for (long k = 0; k < kVectors; ++k)
        *reinterpret_cast<SumVector*>(sums + k * kSumLanes) = several[k];
    for (; i < count; ++i) sums[i % kSimdSums] += x[i];
}

static inline void atomicSum(SharedSums& all, const float* x, long count, int) {
    for (long i = 0; i < count; ++i) all.atomic_total.fetch_add(x[i], std::memory_order_relaxed);
}

static inline void lockSum(SharedSums& all, const float* x, long count, int) {
    for (long i = 0; i < count; ++i) {
        const std::lock_guard alone(all.lock);
        all.total += x[i];
    }
}

static inline void besideSum(SharedSums& all, const float* x, long count, int thread) {
    volatile float& mine = all.beside[static_cast<std::size_t>(thread)];  // in memory at each step
    for (long i = 0; i < count; ++i) mine = mine + x[i];
}

static inline void paddedSum(SharedSums& all, const float* x, long count, int thread) {
    volatile float& mine = all.of(thread).sum;  // in memory too, in lines of its own
    for (long i = 0; i < count; ++i) mine = mine + x[i];
}

static inline void treeSum(SharedSums& all, int thread) {
    // Its part is in all.of(thread).sum, by simdSum(): now each second adds that of its neighbour.
    for (int apart = 1; apart < all.threads && thread % (2 * apart) == 0; apart *= 2) {
        if (thread + apart >= all.threads) continue;
        SharedSums::Own& other = all.of(thread + apart);
        for (int seen = other.done; seen != all.call; seen = other.done) other.done.wait(seen);
        all.of(thread).sum += other.sum;
    }
    all.of(thread).done = all.call;
    all.of(thread).done.notify_one();
}

/// Joins the sums of one thread in pairs, the halves of `count`, which is a power of two.
static inline float joinedSum(float* sums, long count) {
    for (long half = count / 2; half > 0; half /= 2)
        for (long k = 0; k < half; ++k) sums[k] += sums[k + half];
    return sums[0];
}

}  // namespace duelo
