// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "machine/energy_meter.h"

namespace duelo {

/// Reads the energy that the processor's packages take. On Linux by the RAPL counters, of AMD's
/// too; since 2020 (CVE-2020-8694) only the administrator may read them unless somebody has allowed
/// it. On Windows 11 by its energy meters (energy_meter.h), which anyone may read. Source: Linux
/// kernel, Documentation/power/powercap/powercap.rst.
class PackageEnergy {
public:
    /// Windows ignores `root`.
    explicit PackageEnergy(const std::filesystem::path& root = "/sys/class/powercap");
    explicit PackageEnergy(std::vector<EnergyCounter> counters) : m_counters(std::move(counters)) {}

    /// Joules since some moment, renewed about every millisecond. A counter begins anew after some
    /// minutes to hours: a later reading is then below an earlier one. Absent: nobody can tell.
    [[nodiscard]] std::optional<double> joules() const;

private:
    std::vector<EnergyCounter> m_counters;  ///< one for each package
};

}  // namespace duelo
