// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plan/spec.h"

namespace duelo {

/// One of the speeds that Duelo aims at: one way of doing some work against another.
struct Goal {
    std::string id;                    ///< "G6"
    std::string experiment{};          ///< empty: Duelo cannot measure it, see `lack`
    Params work{}, base{};             ///< the values that matter; all others are usual
    std::vector<Params> candidates{};  ///< the best first; the first that the experiment has counts
    /// Batches of which the best counts: where the candidate has the highest rate of those that
    /// both were measured with. Empty: `work` has the one.
    std::vector<Json> batches{};
    double target = 0;   ///< times as fast as the base, at least; 0: the goal is no such number
    std::string lack{};  ///< why it cannot be measured; group "lack" of the texts
};

/// Returns the goals that `self-test --bench` tells, in this order.
[[nodiscard]] std::span<const Goal> goals();

/// Returns the first candidate that the experiment has; null where it has none of them, or where
/// there is no experiment.
[[nodiscard]] const Params* candidateOf(const Goal& goal, const FindSpec& find);

/// Returns what answers the goals of these devices: a plan for each experiment and device, and
/// another for the best batches, so that one measurement serves all goals that need it.
[[nodiscard]] std::vector<Plan> plansOf(std::span<const Goal> goals,
                                        std::span<const Device> devices, const FindSpec& find);

/// Tells whether `values` are among those of `params`.
[[nodiscard]] bool includes(const Params& params, const Params& values);

}  // namespace duelo
