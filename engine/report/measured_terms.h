// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/labels.h"

namespace duelo {

/// A term of the glossary (group "glossary" of the texts) with what was measured of it.
struct MeasuredTerm {
    std::string key{}, sentence{};
};

/// Returns the terms that the open results say something of, so that a student meets a word with an
/// own number: each term once, with the first cell that says something of it. Doubtful cells say
/// nothing.
[[nodiscard]] std::vector<MeasuredTerm> measuredTerms(const Comparison& comparison,
                                                      const Labels& labels);

}  // namespace duelo
