// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "core/result.h"

/// What the commands ask of engine/vision. An engine built without it (DUELO_VISION=OFF) answers
/// each question with the reason "vision_missing".
namespace duelo {

/// The images of a folder, or the file itself.
[[nodiscard]] Result<std::vector<std::filesystem::path>> imagesIn(
    const std::filesystem::path& path);

/// {"width_px", "height_px", "rgb": base64 of the raw bytes, "notes"}: the window decodes nothing
/// itself.
[[nodiscard]] Result<Json> thumbnailOf(const std::filesystem::path& path, int max_px);

}  // namespace duelo
