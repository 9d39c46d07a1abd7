// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/text.h"
#include "plan/spec.h"

namespace duelo {

/// The words that follow from a Spec: what its axes, metrics, parts, tabs and events are called. A
/// key is "<group>.<code>" and is looked up as Text::of() says. Words that only its own code asks
/// for (answers, titles) are not among them.
struct SpecWords {
    std::vector<std::string> needed;    ///< without them people read a code
    std::vector<std::string> possible;  ///< tips and hints, which may be left out
    /// `missing` has the needed keys that a language lacks, `unused` the keys of the experiment's
    /// own files that stand in groups of its Spec and that nothing of it asks for. Each is
    /// "<language>: <key>".
    std::vector<std::string> missing, unused;
};

/// Lists the words of an experiment; unused ones are judged by all specs that share its folder.
[[nodiscard]] SpecWords specWordsOf(const Spec& spec);

}  // namespace duelo
