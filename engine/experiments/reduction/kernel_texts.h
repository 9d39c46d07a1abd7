// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <vector>

#include "experiments/waited_int.h"

/// Holds what is measured and, in the window, shown: the ways in which numbers are added up, their
/// prefix sums made (a scan) or bytes counted (a histogram); what a way does in each operation
/// stands together. All of it is static, because it is compiled for each kind of vector
/// instructions, so that no object is linked to another's.
namespace duelo {

/// Sums, or tables of counts, that do not wait for each other, of one thread: enough that an
/// addition can begin in every tick while others are under way.
constexpr long kSeveralSums = 8, kSimdSums = 64;
/// A scan in vectors makes the sums of so many numbers before those of all before them are added.
constexpr long kScanBlock = 8;
/// So often a thread looks whether the sum before its piece is there before it sleeps: to be woken
/// takes longer than most pieces, by milliseconds where others have work.
constexpr int kLooks = 1000;
/// Bins of a histogram: the values of a byte.
constexpr long kBins = 256;
using BinCount = std::uint32_t;

/// Numbers of one vector instruction. Of 16 there is no kernel: beyond the caches it was slower by
/// a tenth or more than of 8 on a processor that has both, and within them as fast.
#if defined __AVX2__
constexpr long kSumLanes = 8;
#else
constexpr long kSumLanes = 4;
#endif
typedef float SumVector
    __attribute__((vector_size(kSumLanes * sizeof(float)), aligned(sizeof(float)), may_alias));
/// Scans have the same on every processor: wider ones were no faster.
typedef float ScanVector
    __attribute__((vector_size(4 * sizeof(float)), aligned(sizeof(float)), may_alias));

/// Adds numbers to the sums of one thread, as many as sumsOf() says.
using AddNumbers = void (*)(const float* x, long count, float* sums);
/// Writes prefix sums and goes on from sums[0], which becomes the last of them.
using ScanNumbers = void (*)(const float* x, long count, float* sums, float* out);
/// Holds simdSum() and simdScan() as they are compiled for one kind of instructions.
struct SimdKernels {
    AddNumbers sum;
    ScanNumbers scan;
};

/// Holds what the threads of a call share.
struct SharedSums {
    /// Processors fetch lines in pairs, so each thread has two of its own.
    struct alignas(128) Own {
        float sum = 0;
        WaitedInt done = 0;  ///< the last call whose result stands there; of a scan, the pieces
        std::array<BinCount, kBins> bins{};
    };
    const int threads;
    int call = 0;
    alignas(128) std::atomic<float> atomic_total = 0;
    std::array<std::atomic<BinCount>, kBins> atomic_bins{};
    alignas(128) std::mutex lock;
    float total = 0;
    std::array<BinCount, kBins> bins{};
    alignas(128) std::vector<float> beside;  ///< sixteen lie in a line
    std::vector<BinCount> bins_beside;       ///< of each bin those of all threads
    std::vector<Own> own;

    explicit SharedSums(int allThreads)
        : threads(allThreads),
          beside(static_cast<std::size_t>(allThreads)),
          bins_beside(static_cast<std::size_t>(kBins * allThreads)),
          own(static_cast<std::size_t>(allThreads)) {}
    [[nodiscard]] Own& of(int thread) { return own[static_cast<std::size_t>(thread)]; }
};

/// Joins the results of threads, those of each second with its neighbour's: `join(other)`.
template <typename Join>
static inline void inPairs(SharedSums& all, int thread, const Join& join) {
    for (int apart = 1; apart < all.threads && thread % (2 * apart) == 0; apart *= 2) {
        if (thread + apart >= all.threads) continue;
        SharedSums::Own& other = all.of(thread + apart);
        for (int seen = other.done; seen != all.call; seen = other.done) other.done.wait(seen);
        join(other);
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

/// Waits a few ticks.
static inline void restBriefly() {
#if defined __x86_64__
    __builtin_ia32_pause();
#endif
}

/// Waits for the sum of all pieces before one, which threads take in turns, and hands it on with
/// that of this piece. \returns the sum before it.
static inline float handedOn(SharedSums& all, int piece, float sum) {
    float before = 0;
    if (piece > 0) {
        SharedSums::Own& last = all.of((piece - 1) % all.threads);
        for (int look = 0; look < kLooks && last.done != piece; ++look) restBriefly();
        for (int seen = last.done; seen != piece; seen = last.done) last.done.wait(seen);
        before = last.sum;
    }
    SharedSums::Own& own = all.of(piece % all.threads);
    own.sum = before + sum;
    own.done = piece + 1;
    own.done.notify_one();
    return before;
}

// Those of one thread go on with the sums that they are given: a call comes in pieces.

static inline void loopSum(const float* x, long count, float* sums) {
    float sum = sums[0];
    for (long i = 0; i < count; ++i) sum += x[i];
    sums[0] = sum;
}

static inline void loopScan(const float* x, long count, float* sums, float* out) {
    float sum = sums[0];
    for (long i = 0; i < count; ++i) out[i] = sum += x[i];
    sums[0] = sum;
}

static inline void loopHistogram(const std::uint8_t* x, long count, BinCount* bins) {
    for (long i = 0; i < count; ++i) ++bins[x[i]];
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

static inline void severalHistogram(const std::uint8_t* x, long count, BinCount* bins) {
    long i = 0;
    for (; i + kSeveralSums <= count; i += kSeveralSums) {
        std::uint64_t eight;  // are read at once
        static_assert(sizeof(eight) == kSeveralSums);
        std::memcpy(&eight, x + i, sizeof(eight));
        for (long k = 0; k < kSeveralSums; ++k, eight >>= 8)
            ++bins[k * kBins + static_cast<long>(eight % kBins)];
    }
    for (; i < count; ++i) ++bins[x[i]];
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

static inline void simdScan(const float* x, long count, float* sums, float* out) {
    const ScanVector none{};
    const auto four = [&](const float* from) {
        ScanVector v = *reinterpret_cast<const ScanVector*>(from);
        v += __builtin_shufflevector(v, none, 4, 0, 1, 2);        // with the one before,
        return v + __builtin_shufflevector(v, none, 4, 4, 0, 1);  // with the two before these
    };
    ScanVector before = none + sums[0];
    long i = 0;
    for (; i + kScanBlock <= count; i += kScanBlock) {
        const ScanVector low = four(x + i);
        const ScanVector high = four(x + i + 4) + __builtin_shufflevector(low, low, 3, 3, 3, 3);
        *reinterpret_cast<ScanVector*>(out + i) = before + low;
        *reinterpret_cast<ScanVector*>(out + i + 4) = before + high;
        before += __builtin_shufflevector(high, high, 3, 3, 3, 3);
    }
    sums[0] = before[0];
    loopScan(x + i, count - i, sums, out + i);
}

static inline void atomicSum(SharedSums& all, const float* x, long count, int) {
    for (long i = 0; i < count; ++i) all.atomic_total.fetch_add(x[i], std::memory_order_relaxed);
}

static inline void atomicHistogram(SharedSums& all, const std::uint8_t* x, long count, int) {
    for (long i = 0; i < count; ++i) all.atomic_bins[x[i]].fetch_add(1, std::memory_order_relaxed);
}

static inline void lockSum(SharedSums& all, const float* x, long count, int) {
    for (long i = 0; i < count; ++i) {
        const std::lock_guard alone(all.lock);
        all.total += x[i];
    }
}

static inline void lockHistogram(SharedSums& all, const std::uint8_t* x, long count, int) {
    for (long i = 0; i < count; ++i) {
        const std::lock_guard alone(all.lock);
        ++all.bins[x[i]];
    }
}

static inline void besideSum(SharedSums& all, const float* x, long count, int thread) {
    volatile float& mine = all.beside[static_cast<std::size_t>(thread)];  // in memory at each step
    for (long i = 0; i < count; ++i) mine = mine + x[i];
}

static inline void besideHistogram(SharedSums& all, const std::uint8_t* x, long count, int thread) {
    const int threads = all.threads;
    BinCount* mine = all.bins_beside.data() + thread;  // a bin of each thread beside the others'
    for (long i = 0; i < count; ++i) ++mine[x[i] * threads];
}

static inline void paddedSum(SharedSums& all, const float* x, long count, int thread) {
    volatile float& mine = all.of(thread).sum;  // in memory too, in lines of its own
    for (long i = 0; i < count; ++i) mine = mine + x[i];
}

static inline void paddedHistogram(SharedSums& all, const std::uint8_t* x, long count, int thread) {
    BinCount* mine = all.of(thread).bins.data();
    for (long i = 0; i < count; ++i) ++mine[x[i]];
}

static inline void treeSum(SharedSums& all, int thread) {
    // Its part is in all.of(thread).sum, by simdSum(): now each second adds that of its neighbour.
    float& mine = all.of(thread).sum;
    inPairs(all, thread, [&](const SharedSums::Own& other) { mine += other.sum; });
}

static inline void treeScan(SharedSums& all, const SimdKernels& simd, const float* x, long count,
                            int piece, float* out) {
    float sums[kSimdSums] = {};
    simd.sum(x, count, sums);
    float before = handedOn(all, piece, joinedSum(sums, kSimdSums));  // the next piece can go on
    simd.scan(x, count, &before, out);  // while the numbers lie in the cache
}

static inline void treeHistogram(SharedSums& all, int thread) {
    // Its part is in all.of(thread).bins, by severalHistogram(), and is joined as in treeSum().
    auto& mine = all.of(thread).bins;
    inPairs(all, thread, [&](const SharedSums::Own& other) {
        for (std::size_t bin = 0; bin < mine.size(); ++bin) mine[bin] += other.bins[bin];
    });
}

}  // namespace duelo
