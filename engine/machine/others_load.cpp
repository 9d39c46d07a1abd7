// SPDX-License-Identifier: Apache-2.0
#include "machine/others_load.h"

#include <algorithm>
#include <utility>

#include "machine/clock.h"
#include "machine/machine_system.h"

namespace duelo {

namespace {

constexpr double kLeastObservedMs = 200;

}  // namespace

OthersLoad::OthersLoad(MachineSource source) : m_source(std::move(source)) {}

void OthersLoad::begin() {
    m_began = system_info::cpuTicks(m_source);
    m_beganNs = nowNs();
}

void OthersLoad::end() {
    const auto now = m_began ? system_info::cpuTicks(m_source) : std::nullopt;
    const auto began = std::exchange(m_began, std::nullopt);
    if (!now) return;
    const auto ticks = system_info::ticksBetween(*began, *now);
    if (ticks.total <= 0) return;
    m_others += ticks.others + ticks.stolen;
    m_own += static_cast<std::int64_t>(now->own) - static_cast<std::int64_t>(began->own);
    m_total += ticks.total;
    m_cpus = now->cpus;
    m_observed_ms += msSince(m_beganNs);
}

std::optional<double> OthersLoad::cpus() const {
    return cpusOf(m_others);
}

std::optional<double> OthersLoad::ownCpus() const {
    return cpusOf(m_own);
}

std::optional<double> OthersLoad::cpusOf(std::int64_t ticks) const {
    if (m_total == 0 || m_observed_ms < kLeastObservedMs) return std::nullopt;
    return std::max(0.0, static_cast<double>(ticks)) / static_cast<double>(m_total) * m_cpus;
}

}  // namespace duelo
