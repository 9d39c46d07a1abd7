// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/result_record.h"
#include "report/chart_value.h"

namespace duelo {

/// The faces in the photograph that was looked through, as `size_px` made it.
struct FacesFound {
    struct Face {
        int x = 0, y = 0, width = 0, height = 0;  ///< pixels
        int places = 0;                           ///< of the window that agree upon it
    };
    int width_px = 0, height_px = 0;
    std::vector<Face> faces{};
};

/// Returns the value of ResultRecord::output.
[[nodiscard]] Json toJson(const FacesFound& found);
/// Returns what a result holds of it; nothing where a file has it otherwise.
[[nodiscard]] std::optional<FacesFound> facesFoundIn(const ResultRecord& result);
/// The photograph in grey, small (pictureJson()); one result of each photograph has it.
[[nodiscard]] std::optional<GreyPixels> facePictureIn(const ResultRecord& result);

}  // namespace duelo
