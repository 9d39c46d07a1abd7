// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace duelo {

/// A file as it was when the program was built, by its path below resources/ or engine/
/// ("text/es.json", "schema/record.common.json", "labels/imagenet_en.txt",
/// "experiments/training/words.es.json").
struct Resource {
    std::string_view name, bytes;
};

[[nodiscard]] std::span<const Resource> resources();
/// The bytes of one of them; empty if there is none.
[[nodiscard]] std::string_view resource(std::string_view name);

}  // namespace duelo
