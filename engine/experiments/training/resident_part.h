// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "tensor/tensor.h"

namespace duelo {

/// One part of the data where it rests on a device, and the order of an epoch: all that a trainer
/// needs to pick the batches by itself. All tensors are contiguous and keep their addresses from
/// epoch to epoch, so graphs may be captured with them.
struct ResidentPart {
    Tensor images;           ///< fp32 [n, channels, height, width]
    Tensor labels;           ///< int64 [n]
    Tensor order;            ///< int64 [n]: places in the two above
    std::int64_t batch = 1;  ///< samples, at most n

    [[nodiscard]] std::int64_t size() const { return order.size(0); }
    /// Returns the batches of an epoch, a smaller last one included.
    [[nodiscard]] std::size_t batches() const {
        return static_cast<std::size_t>((size() + batch - 1) / batch);
    }
    /// Returns the samples of a last batch that is smaller; 0: all are whole.
    [[nodiscard]] std::int64_t rest() const { return size() % batch; }
};

}  // namespace duelo
