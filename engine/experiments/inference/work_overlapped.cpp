// SPDX-License-Identifier: Apache-2.0
// Calls in a row, with their copies beside the computing.
#include "experiments/inference/work_torch.h"

namespace duelo {

/// Call i has the place i % 2, and its answer takes the way back while call i + 1 is computed. The
/// second stream waits once for each call: when call i - 1 has been computed, its answer may go out
/// and its input be overwritten by that of call i + 1, in this order. So a call that waits for its
/// input also knows that the answer before it in its place has left.
void GpuInference::submitOverlapped(int calls) {
    const auto placeOf = [](int call) {
        return static_cast<std::size_t>(call) % kPlacesOverlapped;
    };
    const auto copyIn = [&](int call) {
        m_gpu.copy(m_places[placeOf(call)].input, m_hostInput);
        m_events->record(kInputThere + placeOf(call));
    };
    const auto copyOut = [&](int call) {
        Place& place = m_places[placeOf(call)];
        m_events->wait(kAnswerThere + placeOf(call));
        m_gpu.copy(place.hostLogits, place.logits);
    };
    for (int i = 0; i < calls; ++i) {
        {
            // Submitted before the work, which takes the host longer.
            const auto aside = m_gpu.copyingStream();
            if (i == 0) {
                m_events->wait(kStart);
                copyIn(0);
            } else {
                copyOut(i - 1);
            }
            if (i + 1 < calls) copyIn(i + 1);
        }
        m_last = placeOf(i);
        m_events->wait(kInputThere + m_last);
        compute(m_places[m_last]);
        m_events->record(kAnswerThere + m_last);
    }
    {
        const auto aside = m_gpu.copyingStream();
        copyOut(calls - 1);
        m_events->record(kAllCopied);
    }
    // The last stamp of the block, and whoever waits for this stream, wait for the copies too.
    m_events->wait(kAllCopied);
}

}  // namespace duelo
