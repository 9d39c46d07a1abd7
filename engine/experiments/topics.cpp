// SPDX-License-Identifier: Apache-2.0
#include "experiments/topics.h"

#include <algorithm>

#include "experiments/specs.h"

namespace duelo {

std::vector<const Spec*> experimentsOf(Topic topic) {
    static const std::vector<TopicOf> all = registeredTopics();
    std::vector<const Spec*> found;
    for (const Spec& spec : specs())
        if (spec.page.empty() && std::ranges::any_of(all, [&](const TopicOf& each) {
                return each.experiment == spec.id && each.topic == topic;
            }))
            found.push_back(&spec);
    return found;
}

}  // namespace duelo
