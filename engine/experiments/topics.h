// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/words.h"
#include "plan/spec.h"

namespace duelo {

/// The groups in which experiments are offered to people, in this order.
enum class Topic { Networks, Kernels, Measuring };
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<Topic>{"networks", "kernels", "measuring"};

struct TopicOf {
    std::string experiment;
    Topic topic;
};

/// Lists what the folder of each experiment says (GROUP in its CMakeLists.txt); CMake writes it.
[[nodiscard]] std::vector<TopicOf> registeredTopics();

/// Returns the experiments with a page of their own that a group has, in the order of specs().
[[nodiscard]] std::vector<const Spec*> experimentsOf(Topic topic);

}  // namespace duelo
