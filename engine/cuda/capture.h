// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace duelo {

/// The memory that a capture fills a pool of: LibTorch keeps one allocator for each.
enum class PoolOf { Device, Host };

/// The steps of a capture. Their order, and what is left to undo when one of them fails, is
/// capture()'s to know, and is tested where there is no GPU. Every step may throw.
class CaptureSteps {
public:
    virtual ~CaptureSteps() = default;

    /// Waits for the device and gives back what the allocator has cached: while a stream is being
    /// captured nothing can be freed, so what other work has left in the cache would be lacking.
    virtual void makeRoom() = 0;
    /// Begins to fill the pools, then to capture the stream.
    virtual void begin() = 0;
    /// The stream is no longer captured, the pools are no longer filled and belong to the graph.
    virtual void end() = 0;
    /// Tells whether end() came as far as the graph having taken over the pools.
    [[nodiscard]] virtual bool ownsPools() const = 0;

    /// Takes the stream out of its capture, where it is in one.
    virtual void leaveStream() = 0;
    /// Throws where the pool is not being filled.
    virtual void stopFilling(PoolOf pool) = 0;
    virtual void release(PoolOf pool) = 0;
    /// Clears whatever else still believes in the capture; gives the pools' memory back to the
    /// device.
    virtual void forget() = 0;
};

/// Captures what `work` submits. Where that fails, no step's trace is left: a pool that went on
/// being filled would be asked at every later allocation, and no cached memory could be given back
/// any more. Throws what the step or `work` has thrown first.
void capture(CaptureSteps& steps, const std::function<void()>& work);

}  // namespace duelo
