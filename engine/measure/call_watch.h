// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

#include "machine/clock.h"

namespace duelo {

/// Which cell is inside a call of its work, and since when. The worker enters and leaves;
/// another thread asks whether the call will ever come back.
class CallWatch {
public:
    void enter(const std::string& cell) {
        {
            const std::lock_guard lock(m_mutex);
            m_cell = cell;
        }
        m_sinceNs = nowNs();
    }
    void leave() { m_sinceNs = 0; }
    /// The call goes on and is well; the time counts anew. Called from inside it.
    void beat() { m_sinceNs = nowNs(); }

    [[nodiscard]] double sinceMs() const {
        const std::int64_t since = m_sinceNs;
        return since == 0 ? 0.0 : static_cast<double>(nowNs() - since) / 1e6;
    }
    [[nodiscard]] std::string cell() const {
        const std::lock_guard lock(m_mutex);
        return m_cell;
    }

private:
    mutable std::mutex m_mutex;
    std::string m_cell;
    std::atomic<std::int64_t> m_sinceNs{0};
};

}  // namespace duelo
