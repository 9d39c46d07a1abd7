// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "plan/spec.h"

namespace CLI {
class App;
}

namespace duelo {

/// The words that were typed for the axes of one experiment; the options and their help come from
/// its Spec. A list may be repeated or separated by commas.
struct AxisOptions {
    const Spec* spec = nullptr;
    TypedWords words{};
    std::string preset{};
    std::string offer{};    ///< id of an Offer, whose plan the words change; empty: the usual plan
    bool together = false;  ///< several files of an axis that can have them are one value of it

    void declare(CLI::App& command, const Spec& of);
};

/// The plan that the words mean; with nothing typed it is the usual one. Reasons name the option,
/// the value and what is accepted: those of planFromWords() and problemsOf() of plan/spec.h, of
/// which "unknown_value" of an offer too,
/// "option_without_effect" {option}, "file_missing" {path}, and of folders those of imagesIn(),
/// which fills `skipped`.
[[nodiscard]] Result<Plan> planFromWords(const AxisOptions& options, const Facts& facts,
                                         std::vector<Reason>& skipped);

}  // namespace duelo
