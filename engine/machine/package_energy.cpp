// SPDX-License-Identifier: Apache-2.0
#include "machine/package_energy.h"

#include <fstream>
#include <string>
#include <system_error>

namespace duelo {

#ifdef _WIN32

PackageEnergy::PackageEnergy(const std::filesystem::path&) : m_counters(meteredPackages()) {}

#else

namespace {

constexpr double kMicro = 1e-6;

template <typename T>
std::optional<T> firstIn(const std::filesystem::path& path) {
    T value{};
    std::ifstream file(path);
    return file >> value ? std::optional(value) : std::nullopt;
}

}  // namespace

PackageEnergy::PackageEnergy(const std::filesystem::path& root) {
    std::error_code none;
    for (const auto& zone : std::filesystem::directory_iterator(root, none)) {
        // The same packages stand there again as "intel-rapl-mmio"; cores and memory are parts of
        // them, and "psys" is the whole machine.
        if (!zone.path().filename().string().starts_with("intel-rapl:")) continue;
        if (firstIn<std::string>(zone.path() / "name").value_or("").starts_with("package"))
            m_counters.emplace_back([file = zone.path() / "energy_uj"]() -> std::optional<double> {
                const auto microjoules = firstIn<double>(file);
                return microjoules ? std::optional(*microjoules * kMicro) : std::nullopt;
            });
    }
}

#endif

std::optional<double> PackageEnergy::joules() const {
    double sum = 0;
    for (const EnergyCounter& counter : m_counters) {
        const auto joules = counter();
        if (!joules) return std::nullopt;
        sum += *joules;
    }
    return m_counters.empty() ? std::nullopt : std::optional(sum);
}

}  // namespace duelo
