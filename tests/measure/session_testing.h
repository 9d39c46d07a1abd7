// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "measure/session.h"
#include "scripted_work.h"

/// Parts that the tests of a session share.
namespace duelo {

/// Returns the options of a test of what the session does, not of how this machine stands: a test
/// that has no processor for some time does not stand still.
inline SessionOptions undisturbed(Preset preset) {
    return {.protocol = protocolOf(preset), .still_ns = std::numeric_limits<std::int64_t>::max()};
}

inline SessionOptions quick() {
    return undisturbed(Preset::Quick);
}

inline Outcome runAll(std::vector<Cell> cells, ScriptedMaker& maker, FakeSink& sink,
                      SessionOptions options = quick()) {
    Session session(std::move(cells), maker, sink, std::move(options));
    session.start();
    session.wait();
    return session.outcome();
}

inline std::vector<Cell> concatenated(std::vector<Cell> a, const std::vector<Cell>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

}  // namespace duelo
