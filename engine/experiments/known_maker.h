// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "experiments/makers.h"

namespace duelo {

/// The maker of one experiment's work in this build, and the other questions and checks that it
/// answers. There is one for each spec: `KnownMaker piMaker()` beside `Spec piSpec()`, which CMake
/// writes from the name of a class or the folder defines (duelo_experiment() in experiment.cmake).
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
    /// Tells of whom this process was started together with; nothing where it is alone. Null: the
    /// experiment shares its work out to nobody.
    Result<std::optional<StartedTogether>> (*together)() = nullptr;
};

/// Returns the KnownMaker of a class of makers, whose constructor takes the GPU, the parameters of
/// the run, or nothing. Its `kApart`, where it has one, is KnownMaker::apart.
template <typename Own>
[[nodiscard]] KnownMaker knownMakerOf(std::string_view id) {
    KnownMaker known{.id = id, .make = [](const MakerSetup& setup) -> std::unique_ptr<Maker> {
                         if constexpr (std::is_constructible_v<Own, Gpu&>)
                             return std::make_unique<Own>(*setup.gpu);
                         else if constexpr (std::is_constructible_v<Own, const Params&>)
                             return std::make_unique<Own>(setup.run);
                         else
                             return std::make_unique<Own>();
                     }};
    if constexpr (requires { Own::kApart; }) known.apart = Own::kApart;
    return known;
}

/// Lists the makers of this build in the order of specs(); CMake writes it from the folders.
[[nodiscard]] std::vector<KnownMaker> registeredMakers();

}  // namespace duelo
