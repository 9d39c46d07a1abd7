// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "classroom/class_tables.h"
#include "report/chart_value.h"

/// Tells what a class gets wrong, to be talked about: what was predicted and what was claimed
/// otherwise than it was measured, and how often. Nobody is named.
namespace duelo {

struct WrongSaying {
    std::string words{};             ///< the question with its case, or the claim
    std::size_t wrong = 0, all = 0;  ///< of those that the measurements answer
};
/// The predictions of the PCs that are looked at, what was most often wrong first; also those that
/// nobody had wrong.
[[nodiscard]] std::vector<WrongSaying> wrongPredictions(const Classroom& classroom,
                                                        const FindSpec& find,
                                                        const ClassOptions& options);
/// The claims of the reports that were handed in, each against the files handed in with it,
/// likewise. It reads all of these files again, and ends with what it has once it is not wanted.
[[nodiscard]] std::vector<WrongSaying> wrongClaims(const Classroom& classroom, const FindSpec& find,
                                                   const Text& text,
                                                   const std::function<bool()>& isWanted);
/// A bar for each that anybody had wrong, of those who had it wrong and those who had it right.
[[nodiscard]] BarsValue classWrong(const std::vector<WrongSaying>& predictions,
                                   const std::vector<WrongSaying>& claims, const Text& text);

}  // namespace duelo
