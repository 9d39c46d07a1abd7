// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

/// Where the program finds its own files and may put the user's, and how a run is named.
namespace duelo {

/// The running program's file, with links resolved.
[[nodiscard]] std::filesystem::path executablePath();

/// A file or folder that Duelo ships ("samples", "weights"): in $DUELO_DATA_DIR if set, else in
/// ../share/duelo or share/duelo of the program. Nothing when it is in none of them.
[[nodiscard]] std::optional<std::filesystem::path> shippedFile(std::string_view name);

/// Before the name of a photograph that Duelo ships, where a plan names an input.
inline constexpr std::string_view kSamplePrefix = "sample:";

/// This user's own folder for downloaded weights: $XDG_DATA_HOME/duelo, ~/.local/share/duelo,
/// %LOCALAPPDATA%\Duelo; where no home is known, one of this user's alone that lasts as long as the
/// session. It may not exist yet.
[[nodiscard]] std::filesystem::path userDataDir();

/// A path as UTF-8, whatever the system's encoding; and back.
[[nodiscard]] std::string utf8(const std::filesystem::path& path);
[[nodiscard]] std::filesystem::path fromUtf8(std::string_view text);

/// UUID v4 from the system's random source.
[[nodiscard]] std::string newRunId();

/// "2026-05-04T09:12:33Z".
[[nodiscard]] std::string utcNow();

}  // namespace duelo
