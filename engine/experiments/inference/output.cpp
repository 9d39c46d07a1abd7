// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/output.h"

#include <cstdint>
#include <string_view>
#include <utility>

#include "base/base64.h"
#include "base/json_fields.h"
#include "experiments/work_names.h"

namespace duelo {

namespace {

Json classJson(const TopClass& one) {
    Json told{{"class", one.index}, {"label", one.label}, {"probability", one.probability}};
    if (one.set) told["set"] = *one.set;
    return told;
}

TopClass classFrom(const Json& json, const std::string& path) {
    Fields one(json, path);
    TopClass found{.index = integerOf<int>(one.at("class"), one.pathOf("class"))};
    one.read("label", found.label);
    found.probability = one.number("probability");
    if (one.find("set")) found.set = one.text("set");
    return found;
}

PictureClasses pictureFrom(const Json& json, const std::string& path) {
    Fields one(json, path);
    PictureClasses picture{.input = one.text("input")};
    one.readList("top", picture.top, classFrom);
    return picture;
}

FeaturePlane::Point pointFrom(const Json& json, const std::string& path) {
    Fields one(json, path);
    return {.input = one.text("input"),
            .x = one.number("x"),
            .y = one.number("y"),
            .top = classFrom(one.at("top"), one.pathOf("top"))};
}

/// Tells whether the bytes begin as a PNG of Duelo's, of a bounded size: files of others are drawn
/// too.
bool isSmallPng(std::string_view bytes) {
    constexpr std::string_view kSignature("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
    constexpr std::uint32_t kMostSide_px = 512;
    const auto side = [&](std::size_t at) {
        std::uint32_t px = 0;
        for (std::size_t i = 0; i < 4; ++i)
            px = px << 8 | static_cast<unsigned char>(bytes[at + i]);
        return px;
    };
    const auto fits = [&](std::size_t at) { return side(at) > 0 && side(at) <= kMostSide_px; };
    return bytes.size() > 24 && bytes.starts_with(kSignature) && fits(16) && fits(20);
}

std::string pictureFileFrom(const Json& json, const std::string&) {
    auto bytes = fromBase64(json.is_string() ? json.get<std::string>() : "?");
    if (!bytes || !isSmallPng(*bytes)) throw FieldError({"field_not_text", {}, {}});
    return *std::move(bytes);
}

/// Returns a field of the output, as `read` has it; nothing where the field is not as it should be.
template <typename T>
std::optional<T> partOf(const ResultRecord& result, const char* name, T (*read)(Fields fields)) {
    const auto json = result.output.find(name);
    if (json == result.output.end()) return std::nullopt;
    try {
        return read(Fields(*json, name));
    } catch (const FieldError&) {
        return std::nullopt;
    }
}

}  // namespace

Json toJson(const std::vector<TopClass>& top) {
    Json json = Json::object();
    for (const TopClass& one : top) json["top"].push_back(classJson(one));
    return json;
}

Json toJson(const std::vector<PictureClasses>& pictures) {
    Json json = Json::object();
    for (const PictureClasses& one : pictures) {
        Json told{{"input", one.input}};
        told.update(toJson(one.top));
        json["pictures"].push_back(std::move(told));
    }
    return json;
}

Json toJson(const FeaturePlane& plane) {
    Json points = Json::array();
    for (const FeaturePlane::Point& point : plane.points)
        points.push_back({{"input", point.input},
                          {"x", point.x},
                          {"y", point.y},
                          {"top", classJson(point.top)}});
    return {{"features",
             {{"values", plane.values},
              {"x_share", plane.x_share},
              {"y_share", plane.y_share},
              {"points", std::move(points)}}}};
}

std::vector<TopClass> topClassesOf(const ResultRecord& result) {
    std::vector<TopClass> top;
    try {
        Fields(result.output, "output").readList("top", top, classFrom);
    } catch (const FieldError&) {
        return {};
    }
    return top;
}

std::vector<PictureClasses> recognisedAll(const Params& work, const ResultRecord& result) {
    if (!recognisedIn(work, result)) return {};
    std::vector<PictureClasses> pictures;
    try {
        Fields(result.output, "output").readList("pictures", pictures, pictureFrom);
    } catch (const FieldError&) {
        pictures.clear();
    }
    std::erase_if(pictures, [](const PictureClasses& one) { return one.top.empty(); });
    if (pictures.empty()) pictures.push_back({inputOf(work), topClassesOf(result)});
    return pictures;
}

std::optional<FeaturePlane> featurePlaneOf(const ResultRecord& result) {
    return partOf<FeaturePlane>(result, "features", [](Fields fields) {
        FeaturePlane plane;
        fields.readInteger("values", plane.values);
        plane.x_share = fields.number("x_share");
        plane.y_share = fields.number("y_share");
        fields.readList("points", plane.points, pointFrom);
        return plane;
    });
}

std::optional<LayerMaps> layerMapsOf(const ResultRecord& result) {
    return partOf<LayerMaps>(result, "maps", [](Fields fields) {
        LayerMaps maps{.layer = fields.text("layer")};
        fields.readList("shape", maps.shape, [](const Json& side, const std::string& path) {
            return integerOf(side, path, 0, INT64_MAX);
        });
        maps.received = pictureFileFrom(fields.at("received_png"), {});
        fields.readList("maps_png", maps.maps, pictureFileFrom);
        return maps;
    });
}

std::optional<TopClass> recognisedIn(const Params& work, const ResultRecord& result) {
    const Identity* weights = result.identity("weights");
    if (inputOf(work) == kRandomInput || (weights && weights->origin == kRandomOrigin))
        return std::nullopt;
    std::vector<TopClass> top = topClassesOf(result);
    return top.empty() ? std::nullopt : std::optional(std::move(top.front()));
}

std::string className(const TopClass& top, const Text& text) {
    if (top.set) return classOfSet(*top.set, top.label, text);
    std::string label = text.className(top.index);
    if (label.empty()) label = visibleText(top.label);
    return label.empty() ? "#" + std::to_string(top.index) : label;
}

}  // namespace duelo
