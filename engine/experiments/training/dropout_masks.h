// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "gpu/gpu.h"
#include "tensor/tensor.h"

namespace duelo {

/// The masks of a trainer's updates. A GPU draws them itself, from numbers of which only the update
/// changes, and that lies on the device: so it can be captured.
class DropoutMasks {
public:
    /// `gpu` is null on the CPU, which needs nothing but the number of the update.
    DropoutMasks(std::uint64_t seed, GpuApi* gpu) : m_seed(seed), m_gpu(gpu) {}

    /// Makes the masks of a network that has dropout, on the trainer's device.
    void make(TensorDevice device);
    /// Begins the updates from number `first` on. `row`: the first row of their batches that is
    /// here, where other processes have the rest.
    void begin(std::uint64_t first, std::int64_t row = 0);
    /// Says that all of them are submitted and that number `next` would be the next.
    void end(std::uint64_t next) { m_there = next; }
    /// Writes a layer's factors for the update at hand.
    void fill(Tensor& factors, std::size_t layer, double probability) const;
    /// Counts on to the masks of the next update. It is a part of every update where a graph
    /// captures it, so that a GPU counts by itself; it does nothing where no GPU draws the masks.
    void count();
    /// Returns the number of the update whose masks a GPU draws: int64, one value, on the GPU.
    /// Undefined on the CPU and for networks without dropout.
    [[nodiscard]] const Tensor& update() const { return m_update; }

private:
    const std::uint64_t m_seed;
    GpuApi* const m_gpu;
    Tensor m_update;
    std::uint64_t m_at_hand = 0;
    std::int64_t m_row = 0;
    std::optional<std::uint64_t> m_there;  ///< the value of m_update once all work is done
};

}  // namespace duelo
