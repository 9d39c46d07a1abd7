// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "networks/execution_plan.h"

namespace duelo {

/// A step of a plan for which oneDNN has no primitive.
class PlanKernel {
public:
    PlanKernel() = default;
    virtual ~PlanKernel() = default;
    PlanKernel(const PlanKernel&) = default;
    PlanKernel& operator=(const PlanKernel&) = default;

    /// `places`: the operands' addresses, in the order of Task::arguments.
    virtual void run(std::span<void* const> places) const = 0;
};

/// Returns the number of parts of that size in a whole, of which the last may be smaller.
[[nodiscard]] constexpr std::int64_t parts(std::int64_t whole, std::int64_t part) {
    return (whole + part - 1) / part;
}

/// The bounds of a value: what is below or above becomes these.
struct ValueBounds {
    float least = 0, most = 0;
};

/// Returns the bounds of ReLU and ReLU6; other activations bound nothing.
[[nodiscard]] constexpr ValueBounds boundsOf(Activation activation) {
    constexpr float kNone = std::numeric_limits<float>::infinity();
    const bool clips = activation == Activation::Relu || activation == Activation::Relu6;
    return {clips ? 0 : -kNone, activation == Activation::Relu6 ? 6 : kNone};
}

}  // namespace duelo
