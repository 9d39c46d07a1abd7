// SPDX-License-Identifier: Apache-2.0
#include "images.h"

#include <string>
#include <string_view>

#include "base/base64.h"
#include "base/places.h"
#include "base/reason_json.h"
#include "experiments/photograph_file.h"
#include "experiments/work_names.h"

#ifdef DUELO_VISION
#include "vision/builtin_image.h"
#include "vision/image_list.h"
#include "vision/preview.h"
#endif

namespace duelo {

Result<std::filesystem::path> pictureOf(const std::string& input) {
    if (input == kRandomInput) return fail("input_has_no_picture");
    // An empty path is the current folder, and the system would stop reading at a zero.
    if (input.empty() || input.find('\0') != std::string::npos)
        return fail("path_not_usable", {{"field", "path"}, {"value", input}});
    return photographFile(input);
}

#ifdef DUELO_VISION

Result<std::vector<std::filesystem::path>> imagesIn(const std::filesystem::path& path,
                                                    std::vector<Reason>& skipped) {
    return listImages(path, &skipped);
}

namespace {

Result<Preview> previewOf(const std::string& input, int max_px) {
    if (const auto picture = builtinPicture(input)) {
        const auto image = builtinImage(*picture);
        if (!image) return tl::unexpected(image.error());
        return makePreview(*image, max_px);
    }
    const auto file = pictureOf(input);
    if (!file) return tl::unexpected(file.error());
    return makePreview(*file, max_px);
}

}  // namespace

Result<Json> thumbnailOf(const std::string& input, int max_px) {
    const auto preview = previewOf(input, max_px);
    if (!preview) return tl::unexpected(preview.error());
    Json notes = Json::array();
    for (const Reason& note : preview->notes) notes.push_back(toJson(note));
    return Json{{"width_px", preview->width_px},
                {"height_px", preview->height_px},
                {"source_width_px", preview->source_width_px},
                {"source_height_px", preview->source_height_px},
                {"rgb", base64(preview->rgb)},
                {"notes", std::move(notes)}};
}

#else

Result<std::vector<std::filesystem::path>> imagesIn(const std::filesystem::path&,
                                                    std::vector<Reason>&) {
    return fail("vision_missing");
}

Result<Json> thumbnailOf(const std::string&, int) {
    return fail("vision_missing");
}

#endif

}  // namespace duelo
