// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

/// The functions of engine/vision that the commands use. An engine built without it
/// (DUELO_VISION=OFF) answers each of them with the reason "vision_missing".
namespace duelo {

/// The file of an input as plans name it: a path, or "sample:NAME" for a photograph that Duelo
/// ships. Reasons: "input_has_no_picture" (random), "path_not_usable" {field, value},
/// "sample_missing" {name}. Whether the file is there is for its reader to find out.
[[nodiscard]] Result<std::filesystem::path> pictureOf(const std::string& input);

/// The images of a folder, or the file itself; in `skipped` what was left out, and why.
[[nodiscard]] Result<std::vector<std::filesystem::path>> imagesIn(const std::filesystem::path& path,
                                                                  std::vector<Reason>& skipped);

/// {"width_px", "height_px", "rgb": base64 of the raw bytes, "notes"} of an input as plans name it:
/// the window decodes nothing itself. Reasons: those of pictureOf() and of its reader.
[[nodiscard]] Result<Json> thumbnailOf(const std::string& input, int max_px);

}  // namespace duelo
