// SPDX-License-Identifier: Apache-2.0
#include "experiments/team.h"

#include <algorithm>

namespace duelo {

Team::Team(int threads) {
    try {
        for (int member = 1; member < threads; ++member)
            m_helpers.emplace_back([this, member] { help(member); });
    } catch (...) {
        release();
        throw;
    }
}

Team::~Team() {
    release();
}

void Team::release() {
    m_job = nullptr;
    ++m_round;
    m_round.notify_all();
    for (std::thread& helper : m_helpers) helper.join();
}

void Team::run(const Job& job) {
    m_job = &job;
    m_busy = static_cast<int>(m_helpers.size());
    if (!m_helpers.empty()) {
        ++m_round;
        m_round.notify_all();
    }
    job(0);
    for (int busy = m_busy; busy > 0; busy = m_busy) m_busy.wait(busy);
}

void Team::help(int member) {
    // A round cannot begin before the one before it is over, so none is missed.
    for (int round = 1;; ++round) {
        m_round.wait(round - 1);
        if (m_job == nullptr) return;
        (*m_job)(member);
        if (--m_busy == 0) m_busy.notify_one();
    }
}

std::size_t Team::begin(int member, std::size_t count, std::size_t grain) const {
    const std::size_t grains = (count + grain - 1) / grain;
    const auto all = static_cast<std::size_t>(threads());
    return std::min(count, grains * static_cast<std::size_t>(member) / all * grain);
}

}  // namespace duelo
