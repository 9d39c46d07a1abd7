// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "plan/spec.h"
#include "record/record.h"

namespace duelo {

/// Where a sweep ends by itself (SweepEnd): whether a cell is still worth measuring, by what cells
/// with smaller values of the same work and variant have found, whichever run of a file they are
/// of. Larger values are left out behind one that the memory did not hold, and once two in a row
/// have brought less than a twentieth more of the metric than the best before them, at the upper
/// end of its interval: one alone may be a size that its kernels happen not to like.
class SweepRule {
public:
    explicit SweepRule(SweepEnd sweep) : m_sweep(std::move(sweep)) {}

    /// A later result of the same cell takes the place of the one before.
    void add(const Cell& cell, const ResultRecord& result);
    /// SweepEnd::peaked {best, value} or SweepEnd::full {value}: the value of the axis that did
    /// best, and the one behind which it ended. Nothing where the cell is to be measured.
    [[nodiscard]] std::optional<Reason> whyOver(const Cell& cell) const;
    /// Tells whether a cell was left out for such a reason: as asked, so nothing is missing.
    [[nodiscard]] bool leftOut(const ResultRecord& result) const;

private:
    using Sweep = std::pair<Params, Params>;  ///< work without the axis, variant
    struct Found {
        bool full = false;               ///< the memory did not suffice
        std::optional<Metric> metric{};  ///< where it has one
    };
    [[nodiscard]] Sweep sweepOf(const Cell& cell) const;

    SweepEnd m_sweep;
    std::map<Sweep, std::map<std::int64_t, Found>> m_found;  ///< by the value of the axis
};

}  // namespace duelo
