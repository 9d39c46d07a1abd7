// SPDX-License-Identifier: Apache-2.0
#include "base/same_file.h"

#include <system_error>

namespace duelo {

bool isSameFile(const std::filesystem::path& a, const std::filesystem::path& b) {
    std::error_code error;
    if (std::filesystem::equivalent(a, b, error)) return true;
    return std::filesystem::absolute(a, error).lexically_normal() ==
           std::filesystem::absolute(b, error).lexically_normal();
}

}  // namespace duelo
