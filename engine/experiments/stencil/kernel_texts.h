// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Holds what is measured and, in the window, shown: a step of heat on a plate, in four orders. It
/// includes nothing, because it is compiled for each kind of vector instructions, and all of it is
/// static, so that no object is linked to another's.
namespace duelo {

/// A plate of `side` rows and columns before and after. Cells at its border keep their heat.
struct HeatStep {
    const float* from;
    float* to;
    long side, stride;  ///< numbers from one row to the next
};

/// Cells from row `top` to the one before `bottom` and so on, none of them at the border.
struct HeatPart {
    long top, bottom, left, right;
};

/// Columns of a block and of a strip: a few rows of them lie in any second cache.
constexpr long kHeatColumns = 2048;
/// Steps that a strip takes while it is in the caches, at most.
constexpr long kHeatLevels = 8;
/// Rows that are kept of each of these steps: what the next one needs.
constexpr long kHeatRing = 3;

/// Returns the numbers of the rows that a thread keeps.
static constexpr long heatSpace() {
    return kHeatLevels * kHeatRing * (kHeatColumns + 2 * kHeatLevels);
}

static inline long lesserOf(long x, long y) {
    return x < y ? x : y;
}
static inline long greaterOf(long x, long y) {
    return x > y ? x : y;
}

// Heat flows to where it is colder: a cell gets half of its own and an eighth of each neighbour's.
// Both products are exact, so that instructions which round once for two of these give the same.

static inline void columnsHeat(HeatStep step, HeatPart part) {
    for (long x = part.left; x < part.right; ++x)
        for (long y = part.top; y < part.bottom; ++y) {
            const float *at = step.from + y * step.stride, *up = at - step.stride,
                        *down = at + step.stride;
            step.to[y * step.stride + x] =
                0.5F * at[x] + 0.125F * ((up[x] + down[x]) + (at[x - 1] + at[x + 1]));
        }
}

static inline void rowsHeat(HeatStep step, HeatPart part) {
    for (long y = part.top; y < part.bottom; ++y)
        for (long x = part.left; x < part.right; ++x) {
            const float *at = step.from + y * step.stride, *up = at - step.stride,
                        *down = at + step.stride;
            step.to[y * step.stride + x] =
                0.5F * at[x] + 0.125F * ((up[x] + down[x]) + (at[x - 1] + at[x + 1]));
        }
}

static inline void blockedHeat(HeatStep step, HeatPart part) {
    for (long left = part.left; left < part.right; left += kHeatColumns)
        for (long y = part.top; y < part.bottom; ++y)
            for (long x = left; x < lesserOf(left + kHeatColumns, part.right); ++x) {
                const float *at = step.from + y * step.stride, *up = at - step.stride,
                            *down = at + step.stride;
                step.to[y * step.stride + x] =
                    0.5F * at[x] + 0.125F * ((up[x] + down[x]) + (at[x - 1] + at[x + 1]));
            }
}

static inline void temporalHeat(HeatStep step, HeatPart part, long levels, float* space) {
    const long border = step.side - 1, wide = kHeatColumns + 2 * kHeatLevels;
    for (long left = part.left; left < part.right; left += kHeatColumns) {
        const long right = lesserOf(left + kHeatColumns, part.right);
        const auto rowOf = [&](long level, long y) {
            float* kept = space + (level * kHeatRing + y % kHeatRing) * wide - left + kHeatLevels;
            return level == levels ? step.to + y * step.stride : kept;
        };
        const auto readOf = [&](long level, long y) -> const float* {
            const bool never_changes = level == 0 || y == 0 || y == border;
            return never_changes ? step.from + y * step.stride : rowOf(level, y);
        };
        // A row of a step comes as soon as the three are there that it reads, and no more are kept.
        for (long front = part.top - levels + 1; front < part.bottom + levels - 1; ++front)
            for (long level = 1; level <= levels; ++level) {
                // Beyond its edges a strip computes what its later steps read of the neighbours.
                const long y = front - level + 1, more = levels - level;
                if (y < greaterOf(part.top - more, 1) || y >= lesserOf(part.bottom + more, border))
                    continue;
                const float *up = readOf(level - 1, y - 1), *at = readOf(level - 1, y),
                            *down = readOf(level - 1, y + 1);
                float* to = rowOf(level, y);
                const long first = greaterOf(left - more, 1), last = lesserOf(right + more, border);
                for (long x = first; x < last; ++x)
                    to[x] = 0.5F * at[x] + 0.125F * ((up[x] + down[x]) + (at[x - 1] + at[x + 1]));
                if (first == 1) to[0] = at[0];
                if (last == border) to[border] = at[border];
            }
    }
}

}  // namespace duelo
