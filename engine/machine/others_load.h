// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "machine/machine.h"

namespace duelo {

/// Measures how much of the processor all others took during certain stretches, over all of these
/// together: other programs and, of a virtual machine, its host. A load that stays the same from
/// one call to the next makes times neither scatter nor drift, only long.
class OthersLoad {
public:
    explicit OthersLoad(MachineSource source = {});

    void begin();
    void end();
    /// Returns the number of logical processors that were busy for others, on average. Nothing
    /// before 200 ms, which are too few of the system's ticks, nor where the system does not count
    /// them.
    [[nodiscard]] std::optional<double> cpus() const;
    /// Returns the same for this process itself.
    [[nodiscard]] std::optional<double> ownCpus() const;

private:
    [[nodiscard]] std::optional<double> cpusOf(std::int64_t ticks) const;

    MachineSource m_source;
    std::optional<CpuTicks> m_began;
    /// Ticks, which a short stretch has too many or too few of: below 0 until they even out.
    std::int64_t m_others = 0;
    std::int64_t m_own = 0;
    std::int64_t m_total = 0;  ///< over all processors
    int m_cpus = 0;
    double m_observed_ms = 0;
    std::int64_t m_beganNs = 0;
};

}  // namespace duelo
