// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Reads the answers of Windows' Energy Meter Interface, bytes of a driver that nobody has checked.
/// Source: Microsoft, "Energy Meter Interface" and emi.h of the Windows SDK.
namespace duelo {

/// Returns the names of the channels in their order, such as "RAPL_Package0_PKG"; none where the
/// bytes are no whole EMI_METADATA_V1 or _V2, or where an energy is in another unit than picowatt
/// hours. `version`: 1 or 2.
[[nodiscard]] std::vector<std::string> channelsOfMeter(int version,
                                                       std::span<const std::byte> metadata);

/// Tells whether a channel counts a whole package of the processor. Its cores, its graphics (PP0,
/// PP1) and the memory (DRAM) have channels of their own.
[[nodiscard]] bool isPackageChannel(const std::string& name);

/// Returns the joules of channel `at` in a measurement; nothing where the bytes do not reach there.
[[nodiscard]] std::optional<double> joulesOfChannel(std::span<const std::byte> measurement,
                                                    std::size_t at);

/// Reads a counter: joules since some moment.
using EnergyCounter = std::function<std::optional<double>()>;

/// Finds the packages that a meter of Windows counts, one counter for each.
[[nodiscard]] std::vector<EnergyCounter> meteredPackages();

}  // namespace duelo
