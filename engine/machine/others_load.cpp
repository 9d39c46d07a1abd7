// SPDX-License-Identifier: Apache-2.0
#include "machine/others_load.h"

#include <algorithm>
#include <utility>

#include "machine/clock.h"
#include "machine/machine_system.h"

namespace duelo {

namespace {

constexpr double kLeastObservedMs = 200;

std::int64_t since(std::uint64_t from, std::uint64_t to) {
    return static_cast<std::int64_t>(to) - static_cast<std::int64_t>(from);
}

}  // namespace

OthersLoad::OthersLoad(MachineSource source) : m_source(std::move(source)) {}

void OthersLoad::begin() {
    m_began = system_info::cpuTicks(m_source);
    m_beganNs = nowNs();
}

void OthersLoad::end() {
    const auto now = m_began ? system_info::cpuTicks(m_source) : std::nullopt;
    const auto began = std::exchange(m_began, std::nullopt);
    if (!now || now->total <= began->total) return;
    m_others += since(began->busy, now->busy) - since(began->own, now->own) +
                since(began->stolen, now->stolen);
    m_total += now->total - began->total;
    m_cpus = now->cpus;
    m_observed_ms += msSince(m_beganNs);
}

std::optional<double> OthersLoad::cpus() const {
    if (m_total == 0 || m_observed_ms < kLeastObservedMs) return std::nullopt;
    return std::max(0.0, static_cast<double>(m_others)) / static_cast<double>(m_total) * m_cpus;
}

}  // namespace duelo
