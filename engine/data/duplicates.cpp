// SPDX-License-Identifier: Apache-2.0
#include "data/duplicates.h"

#include <unordered_map>

namespace duelo {

TwoClasses findTwoClasses(std::span<const std::uint64_t> digests, std::span<const int> labels) {
    struct Seen {
        std::size_t first = 0, samples = 0;
        bool differs = false;
    };
    TwoClasses found;
    std::unordered_map<std::uint64_t, Seen> seen;
    seen.reserve(digests.size());
    for (std::size_t i = 0; i < digests.size(); ++i) {
        if (digests[i] == 0) continue;
        Seen& picture = seen.try_emplace(digests[i], Seen{.first = i}).first->second;
        ++picture.samples;
        if (picture.differs) {
            ++found.samples;
        } else if (labels[i] != labels[picture.first]) {
            picture.differs = true;
            ++found.pictures;
            found.samples += picture.samples;
            if (found.examples.size() < max_two_class_examples)
                found.examples.push_back({picture.first, i});
        }
    }
    return found;
}

}  // namespace duelo
