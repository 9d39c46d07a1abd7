// SPDX-License-Identifier: Apache-2.0
#include "experiments/faces/output.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>

#include "base/base64.h"
#include "experiments/faces/params.h"

namespace duelo {

namespace {

/// More than any picture of kMostFaceSize_px has.
constexpr std::size_t kMostFaces = 4096;
constexpr std::int64_t kMostShown_px = 1024;

std::optional<int> faceLength(const Json& value, std::int64_t low) {
    if (!value.is_number_integer()) return std::nullopt;
    const auto number = value.get<std::int64_t>();
    return number >= low && number <= kMostFaceSize_px ? std::optional(static_cast<int>(number))
                                                       : std::nullopt;
}

std::optional<int> faceLengthIn(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found == object.end() ? std::nullopt : faceLength(*found, 1);
}

}  // namespace

Json toJson(const FacesFound& found) {
    Json faces = Json::array();
    for (const FacesFound::Face& face : found.faces)
        faces.push_back({{"x_px", face.x},
                         {"y_px", face.y},
                         {"width_px", face.width},
                         {"height_px", face.height},
                         {"places", face.places}});
    return {
        {"width_px", found.width_px}, {"height_px", found.height_px}, {"faces", std::move(faces)}};
}

std::optional<FacesFound> facesFoundIn(const ResultRecord& result) {
    if (!result.output.is_object()) return std::nullopt;
    const auto width = faceLengthIn(result.output, "width_px"),
               height = faceLengthIn(result.output, "height_px");
    const auto faces = result.output.find("faces");
    if (!width || !height || faces == result.output.end() || !faces->is_array() ||
        faces->size() > kMostFaces)
        return std::nullopt;
    FacesFound out{.width_px = *width, .height_px = *height};
    for (const Json& each : *faces) {
        FacesFound::Face face;
        if (!each.is_object()) return std::nullopt;
        for (const auto& [name, to, low] :
             {std::tuple("x_px", &face.x, 0), std::tuple("y_px", &face.y, 0),
              std::tuple("width_px", &face.width, 1), std::tuple("height_px", &face.height, 1)}) {
            const auto value = each.find(name);
            const auto length = value == each.end() ? std::nullopt : faceLength(*value, low);
            if (!length) return std::nullopt;
            *to = *length;
        }
        const auto places = each.find("places");
        if (places != each.end() && places->is_number_integer())
            face.places = static_cast<int>(std::min<std::int64_t>(places->get<std::int64_t>(),
                                                                  std::numeric_limits<int>::max()));
        if (face.x + face.width > out.width_px || face.y + face.height > out.height_px)
            return std::nullopt;
        out.faces.push_back(face);
    }
    return out;
}

std::optional<GreyPixels> facePictureIn(const ResultRecord& result) {
    if (!result.output.is_object()) return std::nullopt;
    const auto picture = result.output.find("photograph");
    if (picture == result.output.end() || !picture->is_object()) return std::nullopt;
    const auto width = faceLengthIn(*picture, "width_px"),
               height = faceLengthIn(*picture, "height_px");
    const auto pixels = picture->find("pixels");
    if (!width || !height || *width > kMostShown_px || *height > kMostShown_px ||
        pixels == picture->end() || !pixels->is_string())
        return std::nullopt;
    auto bytes = fromBase64(pixels->get_ref<const std::string&>());
    if (!bytes ||
        bytes->size() != static_cast<std::size_t>(*width) * static_cast<std::size_t>(*height))
        return std::nullopt;
    return GreyPixels{*width, *height, *std::move(bytes)};
}

}  // namespace duelo
