// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/replay_pace.h"

#include <algorithm>

namespace duelo {
namespace {

/// The ends of two windows, and where the first of them began.
constexpr std::size_t kStamps = 3;
constexpr double kWindowMs = 20;
/// The driver's queue holds some more launches than two such windows before it makes the host wait.
constexpr std::size_t kMostPieces = 256;

}  // namespace

ReplayPace::ReplayPace(GpuApi& gpu) : m_stamps(gpu.events(kStamps)) {}

void ReplayPace::run(std::size_t count, const std::function<void(std::size_t)>& submit,
                     const std::function<void(std::size_t)>& told) {
    m_stamps->record(0);
    std::size_t submitted = 0, done = 0;
    for (std::size_t window = 0; submitted < count; ++window) {
        const std::size_t begun = submitted;
        const std::size_t end = std::min(count, submitted + m_window);
        while (submitted < end) submit(submitted++);
        m_stamps->record((window + 1) % kStamps);
        if (window == 0) continue;
        // Waits for the window before, while the GPU has this one to go on with.
        adapt(m_stamps->elapsedMs((window - 1) % kStamps, window % kStamps), begun - done);
        done = begun;
        told(done);
    }
    told(count);
}

void ReplayPace::adapt(double window_ms, std::size_t pieces) {
    const double fitting = kWindowMs * static_cast<double>(pieces);
    const std::size_t most = std::min(2 * m_window, kMostPieces);
    m_window = fitting < window_ms * static_cast<double>(most)
                   ? std::max<std::size_t>(1, static_cast<std::size_t>(fitting / window_ms))
                   : most;
}

}  // namespace duelo
