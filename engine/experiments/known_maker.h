// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "experiments/makers.h"

namespace duelo {

/// Who makes the work of one experiment in this build, and what else it answers and checks. A
/// folder defines one for each of its specs: `KnownMaker piMaker()` beside `Spec piSpec()`
/// (duelo_experiment() in experiment.cmake).
struct KnownMaker {
    std::string_view id;  ///< of its Spec
    std::unique_ptr<Maker> (*make)(const MakerSetup&);
    /// Checks the experiment on this machine (selfCheck()); null: nothing to check.
    void (*check)(Maker&, const CheckSetup&, const TellCheck&) = nullptr;
    /// Adds what its form offers here; null: nothing beyond its usual plan.
    void (*offer)(ExperimentSheet&) = nullptr;
    /// Names the questions that may be answered while something is measured.
    std::span<const std::string_view> anytime{};
    /// Answers questions that take long.
    std::span<const LongQuestion> apart{};
};

/// Lists the makers of this build in the order of specs(); CMake writes it from the folders.
[[nodiscard]] std::vector<KnownMaker> registeredMakers();

}  // namespace duelo
