// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "experiments/training/ranks.h"

namespace duelo {

/// The gradients of all parameters in one buffer, which several processes add up while the backward
/// pass goes on: neighbours travel together, and a bucket leaves as soon as all of it is known and
/// those before it have left, so that the order is the same everywhere.
class GradientBuckets {
public:
    /// Values of the buffer that are known together.
    struct Piece {
        std::int64_t first = 0, count = 0;
    };

    /// `pieces` in the order in which they are known, each next to the one before it. `ranks` must
    /// outlive it.
    GradientBuckets(Tensor buffer, const std::vector<Piece>& pieces, Ranks& ranks);

    void begin();
    void ready(std::size_t piece);
    /// Adds zeros, for a process that has no row in a batch.
    void addNothing();
    /// Waits until all of the buffer is what all have found together.
    void wait() { m_ranks.wait(); }

    [[nodiscard]] std::size_t count() const { return m_buckets.size(); }

private:
    struct Bucket {
        Tensor values;
        std::size_t pieces = 0, open = 0;
    };

    void leave();

    Tensor m_buffer;
    Ranks& m_ranks;
    std::vector<Bucket> m_buckets;
    std::vector<std::size_t> m_bucketOf;  ///< of each piece
    std::size_t m_next = 0;
};

}  // namespace duelo
