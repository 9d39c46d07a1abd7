// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Holds what is measured and, in the window, shown: a picture whose rows cost very differently,
/// and the five ways in which a thread comes to its next rows. All of it is static, because two
/// libraries compile it with different options and each must keep its own.
namespace duelo {

/// Rows of a picture, from `first` to the one before `last`. Empty: nothing is left.
struct RowRange {
    int first = 0, last = 0;

    [[nodiscard]] bool isEmpty() const { return first >= last; }
    [[nodiscard]] int count() const { return last - first; }
};

/// Holds all that the threads of a call share.
struct RowSharing {
    /// A cache line for each thread, so that no time goes on false sharing.
    struct alignas(64) Own {
        int turn = 0;                     ///< number of times that the thread has asked
        std::atomic<std::uint64_t> left;  ///< of Stealing: its rows that nobody has begun
    };
    const int rows, chunk, threads;
    std::atomic<int> next = 0;  ///< of Dynamic and Guided: the first row that nobody has begun
    std::vector<Own> own;

    RowSharing(int allRows, int rowsOfAPiece, int allThreads)
        : rows(allRows),
          chunk(rowsOfAPiece),
          threads(allThreads),
          own(static_cast<std::size_t>(allThreads)) {
        restart();
    }
    [[nodiscard]] Own& of(int thread) { return own[static_cast<std::size_t>(thread)]; }
    [[nodiscard]] int partBegin(int thread) const {
        return static_cast<int>(std::int64_t{rows} * thread / threads);
    }
    /// Returns an equal part for each thread, in their order.
    [[nodiscard]] RowRange partOf(int thread) const {
        return {partBegin(thread), partBegin(thread + 1)};
    }
    /// Returns `count` rows, as many of them as there are.
    [[nodiscard]] RowRange piece(int first, int count) const {
        return {std::min(first, rows), std::min(first + count, rows)};
    }
    /// Begins a call: all rows are to be done.
    void restart() {
        next = 0;
        for (int thread = 0; thread < threads; ++thread) {
            of(thread).turn = 0;
            of(thread).left = packed(partOf(thread));
        }
    }
    /// Both ends in one number, which threads change at once.
    [[nodiscard]] static std::uint64_t packed(RowRange range) {
        return static_cast<std::uint64_t>(range.first) << 32 |
               static_cast<std::uint64_t>(range.last);
    }
    [[nodiscard]] static RowRange unpacked(std::uint64_t both) {
        return {static_cast<int>(both >> 32), static_cast<int>(both & 0xffffffffU)};
    }
};

static inline RowRange blockRows(RowSharing& all, int thread) {
    if (all.of(thread).turn++ > 0) return {};
    return all.partOf(thread);  // one piece, as large as those of the others
}

static inline RowRange cyclicRows(RowSharing& all, int thread) {
    const int turn = all.of(thread).turn++;  // as cards are dealt
    return all.piece((turn * all.threads + thread) * all.chunk, all.chunk);
}

static inline RowRange dynamicRows(RowSharing& all, int) {
    const int first = all.next.fetch_add(all.chunk);  // whoever asks first
    return all.piece(first, all.chunk);
}

static inline RowRange guidedRows(RowSharing& all, int) {
    int first = all.next, count = 0;
    do {
        const int left = all.rows - first;  // large pieces first, then smaller ones
        count = std::max(all.chunk, (left + all.threads - 1) / all.threads);
    } while (!all.next.compare_exchange_weak(first, std::min(first + count, all.rows)));
    return all.piece(first, count);
}

static inline RowRange stealingRows(RowSharing& all, int thread) {
    for (int k = 0; k < all.threads; ++k) {  // its own rows first, then those of the others
        std::atomic<std::uint64_t>& left = all.of((thread + k) % all.threads).left;
        std::uint64_t seen = left;
        for (RowRange rows = RowSharing::unpacked(seen); !rows.isEmpty();
             rows = RowSharing::unpacked(seen)) {
            const int cut = k == 0 ? std::min(rows.first + all.chunk, rows.last)
                                   : rows.first + rows.count() / 2;  // the second half is stolen
            const RowRange kept = k == 0 ? RowRange{cut, rows.last} : RowRange{rows.first, cut};
            if (!left.compare_exchange_weak(seen, RowSharing::packed(kept)))
                continue;  // others were there
            if (k == 0) return {rows.first, cut};
            const int begun = std::min(cut + all.chunk, rows.last);
            all.of(thread).left = RowSharing::packed({begun, rows.last});
            return {cut, begun};
        }
    }
    return {};
}

inline constexpr int kMostSteps = 255;

/// Counts the steps of z = z² + c, from 0 on, until z leaves the circle of radius 2.
static inline std::uint8_t stepsOf(double re, double im) {
    double x = 0, y = 0;
    int steps = 0;
    for (; steps < kMostSteps && x * x + y * y <= 4; ++steps) {
        const double next = x * x - y * y + re;
        y = 2 * x * y + im;
        x = next;
    }
    return static_cast<std::uint8_t>(steps);
}

/// Makes a row of the picture: c goes from -1 to 0.25, and from 1.25 i in the first row, where
/// nearly all points leave at once, down to the real axis, where most never do. Both halves of the
/// whole set are alike, and two threads would share them evenly by chance.
static inline void computeRow(int row, int size_px, std::uint8_t* out) {
    constexpr double kSide = 1.25;
    const double im = kSide * (1 - (row + 0.5) / size_px);
    for (int x = 0; x < size_px; ++x) out[x] = stepsOf(-1 + kSide * (x + 0.5) / size_px, im);
}

}  // namespace duelo
