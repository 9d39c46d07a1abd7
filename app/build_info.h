// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace duelo {

/// The version of these sources, as packaging/VERSION says: "0.2.0".
extern const char* const kVersion;
/// The commit of these sources, with "-dirty" where files differ from it; empty where no git told.
extern const char* const kCommit;
/// "0.2.0 (1a2b3c4d5e)", the version alone where no git told.
inline std::string versionText() {
    const std::string commit = kCommit;
    return commit.empty() ? kVersion : kVersion + (" (" + commit + ')');
}

}  // namespace duelo
