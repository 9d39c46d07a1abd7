// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace duelo {

/// Order of file names as a person counts: foto2 before foto10, digits by value, letters without
/// regard to ASCII case. A total order, so that every machine lists the same folder alike.
[[nodiscard]] bool naturallyLess(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace duelo
