// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "base/result.h"

/// Folders of this user alone, where a PC has several users: in a folder that all of them share,
/// another one may have made whatever has a name that can be guessed, and reads what is put there.
namespace duelo {

/// Tells whether it is a folder and no link, belongs to this user, and is closed to everyone else.
/// On Windows it tells only the first: folders of a profile are closed by their access lists.
[[nodiscard]] bool isPrivateFolder(const std::filesystem::path& folder);

/// Returns the folder that is the same for all programs of this user: $XDG_RUNTIME_DIR where it is
/// private, else "duelo-<number of the user>" among the temporary files, which is made when it is
/// missing. Nothing where somebody else has that name. For nothing that is to outlast the session.
[[nodiscard]] std::optional<std::filesystem::path> privateSessionFolder();

/// Lets this process and those that it starts pass over a TMPDIR that is no folder, as a login that
/// is over leaves one behind: temporary files then go where they go without it. To be called in
/// main() before there are threads.
void passOverMissingTemporaryFolder();

/// Makes a new folder with a name that nobody can guess, among the temporary files. Whoever asks
/// for it removes it. Reason: "folder_not_made" {path}.
[[nodiscard]] Result<std::filesystem::path> makePrivateFolder();

}  // namespace duelo
