// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/text.h"
#include "plan/params.h"
#include "record/result_record.h"

namespace duelo {

/// A class that a network recognised in the first image of the batch.
struct TopClass {
    int index = 0;        ///< of ImageNet's 1,000, or of the network's own
    std::string label{};  ///< English, and the views translate by index; own ones as they are
    double probability = 0;
    /// Of a network that Duelo has trained, the built-in set whose classes these are; empty:
    /// somebody's own. Absent: ImageNet's.
    std::optional<std::string> set{};
};

/// What ResultRecord::output holds of an inference; an empty object where nothing was recognised
/// because the weights are random.
[[nodiscard]] Json toJson(const std::vector<TopClass>& top);
/// The most probable first; empty where there are none or a file has them otherwise.
[[nodiscard]] std::vector<TopClass> topClassesOf(const ResultRecord& result);
/// What it recognised in a photograph; nothing in a random tensor, nor with random weights.
[[nodiscard]] std::optional<TopClass> recognisedIn(const Params& work, const ResultRecord& result);

/// In the language of `text`.
[[nodiscard]] std::string className(const TopClass& top, const Text& text);

}  // namespace duelo
