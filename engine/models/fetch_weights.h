// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "base/result.h"
#include "networks/official_weights.h"

namespace duelo {

/// Told how far a download is, several times a second. `total` is 0 where it is not known.
/// Returning false stops the download; what has come so far is kept for the next attempt.
using FetchProgress = std::function<bool(std::uint64_t done, std::uint64_t total)>;

/// Downloads official weights into `folder` and returns the file's path. One that is already there
/// and whole is used as it is, without network.
///
/// The system's curl does the transfer, https only, without a shell; DUELO_CURL names another one.
/// The bytes grow in FILE.part, from which an interrupted download goes on, and become FILE only
/// after their SHA-256 has been found right.
///
/// Reasons, all with {path} of the file and, where they concern the network, {url}:
/// "fetch_not_published" {source}, "fetch_file_differs", "fetch_folder_unwritable" {folder},
/// "fetch_busy", "fetch_no_curl" {program}, "fetch_no_internet", "fetch_certificate",
/// "fetch_refused" {detail}, "fetch_interrupted" {done_bytes, total_bytes}, "fetch_disk_full"
/// {needed_bytes, free_bytes}, "fetch_wrong_digest" {expected, found}, "fetch_cancelled",
/// "fetch_failed" {exit_code, detail}.
[[nodiscard]] Result<std::filesystem::path> fetchWeights(const OfficialWeights& weights,
                                                         const std::filesystem::path& folder,
                                                         const FetchProgress& progress = {});

/// The first official weights of a model, by its name. Further reasons: "unknown_model",
/// "weights_not_published" {name}.
[[nodiscard]] Result<std::filesystem::path> fetchOfficialWeights(
    const std::string& model, const std::filesystem::path& folder, const FetchProgress& progress);

}  // namespace duelo
