// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "machine/clock.h"

namespace duelo {

/// Knows which cell is inside a call of its work, since when, and how far it has come. The worker
/// enters and leaves; other threads ask whether the call will ever come back and how much of
/// it is done.
class CallWatch {
public:
    struct Share {
        std::string cell;
        double share = 0;
    };

    void enter(const std::string& cell) {
        {
            const std::lock_guard lock(m_mutex);
            m_cell = cell;
            m_share = kNone;
        }
        m_sinceNs = nowNs();
    }
    void leave() {
        m_sinceNs = 0;
        m_share = kNone;
    }
    /// The call goes on and is well; the time counts anew. Called from inside it.
    void beat() { m_sinceNs = nowNs(); }
    /// Tells how much of the call is done, and beats. The share is only kept until somebody takes
    /// it: the caller is being timed.
    void progress(double share) {
        m_share = share;
        beat();
    }

    /// The latest share of the running call that nobody has taken yet.
    [[nodiscard]] std::optional<Share> takeShare() {
        const std::lock_guard lock(m_mutex);
        const double share = m_share.exchange(kNone);
        if (share == kNone) return std::nullopt;
        return Share{m_cell, share};
    }

    [[nodiscard]] double sinceMs() const {
        const std::int64_t since = m_sinceNs;
        return since == 0 ? 0.0 : static_cast<double>(nowNs() - since) / 1e6;
    }
    [[nodiscard]] std::string cell() const {
        const std::lock_guard lock(m_mutex);
        return m_cell;
    }

private:
    static constexpr double kNone = -1;

    mutable std::mutex m_mutex;
    std::string m_cell;
    std::atomic<std::int64_t> m_sinceNs{0};
    std::atomic<double> m_share{kNone};
};

}  // namespace duelo
