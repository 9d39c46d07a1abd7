// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace duelo {

/// A file of this folder as it was when the program was built, by its path in the folder
/// ("text/es.json", "schema/record.schema.json", "labels/imagenet_en.txt"); empty if there is none.
[[nodiscard]] std::string_view resource(std::string_view name);

}  // namespace duelo
