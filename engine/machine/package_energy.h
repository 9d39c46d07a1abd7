// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace duelo {

/// What the processor's packages take, by the RAPL counters that Linux shows, of AMD's too. Since
/// 2020 (CVE-2020-8694) only the administrator may read them unless somebody has allowed it.
/// Source: Linux kernel, Documentation/power/powercap/powercap.rst.
class PackageEnergy {
public:
    explicit PackageEnergy(const std::filesystem::path& root = "/sys/class/powercap");

    /// Joules since some moment, renewed about every millisecond. A counter begins anew after some
    /// minutes to hours: a later reading is then below an earlier one. Absent: nobody can tell.
    [[nodiscard]] std::optional<double> joules() const;

private:
    std::vector<std::filesystem::path> m_counters;  ///< one for each package
};

}  // namespace duelo
