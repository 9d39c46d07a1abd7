// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace duelo {

/// Published weights of one model. A file is these weights when its SHA-256 is this one.
struct OfficialWeights {
    std::string_view model;   ///< name in Duelo: "resnet18"
    std::string_view tag;     ///< name of the publisher: "IMAGENET1K_V1"
    std::string_view file;    ///< name under which it is published and kept
    std::string_view url;     ///< https; empty where packaging/dev.sh is the only way to get it
    std::string_view sha256;  ///< 64 lower-case hexadecimal digits
    std::uint64_t size_bytes = 0;
    std::string_view licence;  ///< SPDX identifier of the publisher's licence
    std::string_view source;   ///< who published it
};

/// All of them; the first of a model is the one to use when nothing else is asked for.
[[nodiscard]] std::span<const OfficialWeights> officialWeights();

/// The ones of a model, in order; empty for a model that has none.
[[nodiscard]] std::span<const OfficialWeights> officialWeightsOf(std::string_view model);

/// Official weights of a model among what is shipped or was downloaded by this user.
[[nodiscard]] std::optional<std::filesystem::path> officialWeightsFile(std::string_view model);
/// Returns where `duelo-engine weights` puts what it downloads.
[[nodiscard]] std::filesystem::path downloadedWeightsDir();
/// Returns what lies there, by model: another PC may lack it.
[[nodiscard]] std::map<std::string, std::filesystem::path> downloadedWeights();

/// The weights whose file has this SHA-256, or nullptr: then the file is not official.
[[nodiscard]] const OfficialWeights* findOfficialWeights(std::string_view sha256);

}  // namespace duelo
