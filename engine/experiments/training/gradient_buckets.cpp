// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/gradient_buckets.h"

#include <algorithm>
#include <utility>

#include "tensor/operators.h"

namespace duelo {

namespace {

/// Less takes about as long to send as nothing does.
constexpr std::int64_t kBucketValues = (std::int64_t{1} << 20) / sizeof(float);

}  // namespace

GradientBuckets::GradientBuckets(Tensor buffer, const std::vector<Piece>& pieces, Ranks& ranks)
    : m_buffer(std::move(buffer)), m_ranks(ranks) {
    std::int64_t first = 0, end = 0;
    Bucket bucket;
    for (const Piece& piece : pieces) {
        first = bucket.pieces == 0 ? piece.first : std::min(first, piece.first);
        end = bucket.pieces == 0 ? piece.first + piece.count
                                 : std::max(end, piece.first + piece.count);
        ++bucket.pieces;
        m_bucketOf.push_back(m_buckets.size());
        if (end - first < kBucketValues && &piece != &pieces.back()) continue;
        bucket.values = m_buffer.narrow(0, first, end - first);
        m_buckets.push_back(std::exchange(bucket, {}));
    }
}

void GradientBuckets::begin() {
    for (Bucket& bucket : m_buckets) bucket.open = bucket.pieces;
    m_next = 0;
}

void GradientBuckets::ready(std::size_t piece) {
    --m_buckets[m_bucketOf[piece]].open;
    leave();
}

void GradientBuckets::addNothing() {
    begin();
    m_buffer.zero_();
    for (Bucket& bucket : m_buckets) bucket.open = 0;
    leave();
}

void GradientBuckets::leave() {
    for (; m_next < m_buckets.size() && m_buckets[m_next].open == 0; ++m_next)
        m_ranks.addUp(m_buckets[m_next].values);
}

}  // namespace duelo
