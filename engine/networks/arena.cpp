// SPDX-License-Identifier: Apache-2.0
#include "networks/arena.h"

#include <algorithm>
#include <numeric>

namespace duelo {
namespace {

bool meet(const Lifetime& a, const Lifetime& b) {
    return a.first <= b.last && b.first <= a.last;
}

}  // namespace

ArenaLayout layOut(std::span<const Lifetime> lifetimes) {
    std::vector<std::size_t> largest_first(lifetimes.size());
    std::iota(largest_first.begin(), largest_first.end(), 0);
    std::ranges::stable_sort(largest_first, std::ranges::greater{},
                             [&](std::size_t i) { return lifetimes[i].bytes; });

    ArenaLayout layout{.offsets = std::vector<std::int64_t>(lifetimes.size(), 0)};
    std::vector<std::size_t> laid;  // by their offsets
    for (const std::size_t i : largest_first) {
        const std::int64_t bytes = aligned(lifetimes[i].bytes);
        std::int64_t offset = 0;
        for (const std::size_t other : laid) {
            if (!meet(lifetimes[i], lifetimes[other])) continue;
            if (layout.offsets[other] - offset >= bytes) break;  // the gap before it suffices
            offset = std::max(offset, layout.offsets[other] + aligned(lifetimes[other].bytes));
        }
        layout.offsets[i] = offset;
        layout.bytes = std::max(layout.bytes, offset + bytes);
        const auto place = std::ranges::upper_bound(
            laid, offset, {}, [&](std::size_t other) { return layout.offsets[other]; });
        laid.insert(place, i);
    }
    return layout;
}

}  // namespace duelo
