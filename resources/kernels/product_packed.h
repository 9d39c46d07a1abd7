// SPDX-License-Identifier: Apache-2.0
// c = a b as libraries do it (Goto, van de Geijn: Anatomy of high-performance matrix
// multiplication, ACM TOMS 34, 2008). A tile of c stays in registers while a strip of a and a strip
// of b pass by; both strips have been copied so that they lie in memory in the order of their use,
// with zeros where the matrix ends. Threads share out the strips of b to pack, then the rows of c.

/// A tile: as many sums as the vector registers hold, with some left for a and b.
constexpr long kTileVectors = 2;
constexpr long kTileRows = kLanes == 16 ? 12 : kLanes == 8 ? 6 : 4;
constexpr long kTileColumns = kTileVectors * kLanes;
/// The depth of k that is computed at once, so that a strip of b stays in the first cache, and the
/// number of rows, so that their strips of a stay in the second.
constexpr long kDepth = 256;
constexpr long kBlockRows = 120;

static long stripsOf(long n) {
    return (n + kTileColumns - 1) / kTileColumns;
}

/// Strips first to last - 1 of b: kTileColumns columns each.
static void packColumns(const float* b, float* packed, long n, long first, long last) {
    for (long k0 = 0; k0 < n; k0 += kDepth) {
        const long depth = lesser(kDepth, n - k0);
        for (long strip = first; strip < last; ++strip) {
            float* to = packed + (k0 * stripsOf(n) + strip * depth) * kTileColumns;
            const long j0 = strip * kTileColumns, columns = lesser(kTileColumns, n - j0);
            for (long k = 0; k < depth; ++k)
                for (long j = 0; j < kTileColumns; ++j)
                    to[k * kTileColumns + j] = j < columns ? b[(k0 + k) * n + j0 + j] : 0;
        }
    }
}

static void packRows(const float* a, float* to, long n, long rows, long depth) {
    for (long i = 0; i < kTileRows; ++i)
        for (long k = 0; k < depth; ++k) to[k * kTileRows + i] = i < rows ? a[i * n + k] : 0;
}

/// Adds a tile to c, or begins it: `rows` by `columns` of it lie inside of c.
static void addTile(const float* a, const float* b, float* __restrict c, long n, long depth,
                    long rows, long columns, bool begins) {
    Vector sum[kTileRows][kTileVectors] = {};
    for (long k = 0; k < depth; ++k)
        for (long i = 0; i < kTileRows; ++i)
            for (long v = 0; v < kTileVectors; ++v)
                sum[i][v] += a[k * kTileRows + i] * load(b + k * kTileColumns + v * kLanes);
    float tile[kTileRows][kTileColumns];
    for (long i = 0; i < kTileRows; ++i)
        for (long v = 0; v < kTileVectors; ++v) store(tile[i] + v * kLanes, sum[i][v]);
    for (long i = 0; i < rows; ++i)
        for (long j = 0; j < columns; ++j)
            c[i * n + j] = begins ? tile[i][j] : c[i * n + j] + tile[i][j];
}

/// Rows first to last - 1 of c, from a packed b; `space` holds kBlockRows by kDepth numbers.
static void product(const float* a, const float* packed, float* __restrict c, long n, long first,
                    long last, float* space) {
    for (long i0 = first; i0 < last; i0 += kBlockRows)
        for (long k0 = 0; k0 < n; k0 += kDepth) {
            const long rows = lesser(kBlockRows, last - i0), depth = lesser(kDepth, n - k0);
            for (long i = 0; i < rows; i += kTileRows)
                packRows(a + (i0 + i) * n + k0, space + i * depth, n, rows - i, depth);
            for (long strip = 0; strip < stripsOf(n); ++strip)
                for (long i = 0; i < rows; i += kTileRows) {
                    const long j = strip * kTileColumns;
                    addTile(space + i * depth,
                            packed + (k0 * stripsOf(n) + strip * depth) * kTileColumns,
                            c + (i0 + i) * n + j, n, depth, lesser(kTileRows, rows - i),
                            lesser(kTileColumns, n - j), k0 == 0);
                }
        }
}
