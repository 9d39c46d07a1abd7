// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "report/comparison.h"

/// How near results come to what their machine can do, where a comparison holds both.
namespace duelo {

/// The highest that was measured of a machine's device, with the upper ends of the intervals beside
/// it: what is above those is no matter of chance.
struct MachineRoofs {
    struct Roof {
        double per_s = 0, at_most_per_s = 0;
    };
    std::optional<Roof> memory{};  ///< bytes read and written, of the largest copy
    double copy_bytes = 0;         ///< its size
    std::optional<Roof> flop{};    ///< in fp32
};
/// Of the machine and the device of a cell; nothing is there where no roof of it was measured.
[[nodiscard]] MachineRoofs roofsOf(const Comparison& comparison, const ReportCell& cell);

/// What part of the roofs a timed cell in fp32 reaches, by what its record says of a call.
struct ReachedRoofs {
    std::optional<double> flop{}, memory{};  ///< shares of 1
    [[nodiscard]] bool known() const { return flop || memory; }
};
[[nodiscard]] ReachedRoofs reachedRoofs(const Comparison& comparison, const ReportCell& cell);

/// View::warnings: results above a roof, which cannot be (G26).
[[nodiscard]] std::vector<Reason> warningsOfRoofs(const Comparison& comparison);

}  // namespace duelo
