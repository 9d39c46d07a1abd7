// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace duelo {

/// What oneDNN has no primitive for.
class PlanKernel {
public:
    PlanKernel() = default;
    virtual ~PlanKernel() = default;
    PlanKernel(const PlanKernel&) = default;
    PlanKernel& operator=(const PlanKernel&) = default;

    /// `places`: the operands' addresses, in the order of Task::arguments.
    virtual void run(std::span<void* const> places) const = 0;
};

/// How many parts of that size a whole has, of which the last may be smaller.
[[nodiscard]] constexpr std::int64_t parts(std::int64_t whole, std::int64_t part) {
    return (whole + part - 1) / part;
}

}  // namespace duelo
