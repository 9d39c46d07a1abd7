// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace duelo {

/// Order of file names as a person counts: foto2 before foto10, without regard to ASCII case; a
/// total order, so that every machine enumerates the same folder alike.
[[nodiscard]] bool countsBefore(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace duelo
