// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace duelo
