// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace duelo {

inline constexpr std::int64_t kTileRows = 6, kTileColumns = 64;

/// The steps that turn a tile of complete sums into results, of the same precision as the rows.
struct TileEnd {
    const float* bias = nullptr;
    void* to = nullptr;
    std::int64_t to_stride = 0;  ///< values from one row to the next
    bool adds = false;           ///< what the result's place holds
    float least = 0, most = 0;   ///< what is below or above becomes these
};

/// Rows times a panel of columns. Both are 32-bit words: an fp32 number, or two bf16 ones that
/// follow each other among those that are summed over.
struct TileProduct {
    const void* rows = nullptr;
    std::int64_t row_words = 0;  ///< from one row to the next
    std::int64_t row_count = 1;  ///< at most kTileRows
    /// A row may be several runs of `words`, so many words apart; the panel has all their words.
    std::int64_t runs = 1, run_words = 0;
    const void* panel = nullptr;
    std::int64_t panel_words = 0;         ///< from the columns of one word to those of the next
    std::int64_t columns = kTileColumns;  ///< at most that, and a multiple of 16
    std::int64_t words = 0;               ///< of a run, that are summed over
    float* sums = nullptr;                ///< [row_count, columns]
    std::int64_t sums_stride = kTileColumns;
    bool adds = false;             ///< to the sums that are there
    const TileEnd* end = nullptr;  ///< for all columns, instead of sums that are left there
    /// Memory that is read soon and prefetched meanwhile, so many cache lines of 64 bytes for every
    /// four words: panels to the second level, rows to the first.
    const std::byte* next = nullptr;
    std::int64_t next_lines = 1;
    const std::byte* next_rows = nullptr;
    std::int64_t next_row_lines = 0;
};

/// A tile of sums stays in the registers while it grows: so many rows and columns that the sums
/// hide each other's latency, and each value that is loaded is used several times (Goto, van de
/// Geijn: Anatomy of high-performance matrix multiplication, 2008).
using MultiplyTile = void (*)(const TileProduct& product);

extern const MultiplyTile kMultiplyTileBase;
#ifdef DUELO_WIDE_ROWS
extern const MultiplyTile kMultiplyTileAvx2, kMultiplyTileAvx512, kMultiplyTileBf16;
#endif

/// Returns the loop for the widest instructions of this build that oneDNN uses on this processor;
/// null for bf16 where none multiply it.
[[nodiscard]] MultiplyTile multiplyTile(bool bf16);

/// Tells whether those instructions are AVX-512's. With narrower ones what oneDNN has itself is as
/// fast, and its layouts are others.
[[nodiscard]] bool multipliesWide(bool bf16);

}  // namespace duelo
