// SPDX-License-Identifier: Apache-2.0
#include "cuda/capture.h"

namespace duelo {
namespace {

/// \returns whether the step succeeded. What is wrong with the capture has been thrown already.
template <typename Step>
bool succeeds(const Step& step) noexcept {
    try {
        step();
        return true;
    } catch (...) {
        return false;
    }
}

/// `begun`: begin() came to its end, so each pool has been taken once.
void undo(CaptureSteps& steps, bool begun) noexcept {
    if (steps.ownsPools()) return;  // they go with the graph
    succeeds([&] { steps.leaveStream(); });
    for (const PoolOf pool : {PoolOf::Device, PoolOf::Host}) {
        const bool filled = succeeds([&] { steps.stopFilling(pool); });
        if (begun || filled) succeeds([&] { steps.release(pool); });
    }
    succeeds([&] { steps.forget(); });
}

}  // namespace

void capture(CaptureSteps& steps, const std::function<void()>& work) {
    steps.makeRoom();
    bool begun = false;
    try {
        steps.begin();
        begun = true;
        work();
        steps.end();
    } catch (...) {
        undo(steps, begun);
        throw;
    }
}

}  // namespace duelo
