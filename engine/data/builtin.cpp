// SPDX-License-Identifier: Apache-2.0
#include "data/builtin.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <system_error>
#include <utility>

#include "base/utf8.h"
#include "data/idx.h"
#include "data/synthetic.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

constexpr int photograph_px = 512;
constexpr std::array<const char*, 3> texture_names = {"brick", "grass", "gravel"};

Reason damaged(const fs::path& path, std::string message) {
    return {"builtin_data_damaged", {{"path", pathText(path)}}, std::move(message)};
}

/// A reason of the IDX reader, as one about Duelo's own files: nobody chose them.
Reason translated(const Reason& why, const fs::path& path) {
    if (why.code == "cancelled_by_user" || why.code == "data_out_of_memory") return why;
    if (why.code == "file_missing" || why.code == "file_unreadable")
        return {"builtin_data_missing", {{"path", pathText(path)}}, why.message};
    return damaged(path, why.code);
}

void addPatch(LabelledSet& set, const IdxImages& photographs, std::size_t texture, int number) {
    const int top = number / texture_patches_per_row * texture_patch_px;
    const int left = number % texture_patches_per_row * texture_patch_px;
    const std::size_t photograph_bytes = std::size_t{photograph_px} * photograph_px;
    std::vector<std::uint8_t> patch;
    patch.reserve(std::size_t{texture_patch_px} * texture_patch_px);
    for (int y = 0; y < texture_patch_px; ++y) {
        const auto row = photographs.pixels.begin() +
                         static_cast<std::ptrdiff_t>(texture * photograph_bytes) +
                         static_cast<std::ptrdiff_t>((top + y) * photograph_px + left);
        patch.insert(patch.end(), row, row + texture_patch_px);
    }
    const std::string name = texture_names[texture];
    set.add(patch, static_cast<int>(texture), name + "/" + name + std::to_string(number));
}

}  // namespace

Result<DataSet> readDigits(const fs::path& folder, const std::stop_token& stop) {
    const IdxPair files{folder / "digits-images-idx3-ubyte.gz",
                        folder / "digits-labels-idx1-ubyte.gz"};
    auto set = readIdx({files, {}}, {}, stop);
    if (!set) {
        const bool labels = set.error().args.value("path", "") == pathText(files.labels);
        return tl::unexpected(translated(set.error(), labels ? files.labels : files.images));
    }
    if (set->samples.size() != 5000 || set->samples.shape() != SampleShape{1, 28, 28} ||
        set->samples.classNames().size() != 10)
        return tl::unexpected(damaged(files.images, "not 5000 digits of 28 x 28"));
    return set;
}

Result<DataSet> readTextures(const fs::path& folder, const std::stop_token& stop) {
    const fs::path path = folder / "textures-photographs-idx3-ubyte.gz";
    const auto photographs = readIdxImages(path, {}, stop);
    if (!photographs) return tl::unexpected(translated(photographs.error(), path));
    if (photographs->count != texture_names.size() || photographs->height_px != photograph_px ||
        photographs->width_px != photograph_px)
        return tl::unexpected(damaged(path, "not three photographs of 512 x 512"));

    auto samples = LabelledSet::create({1, texture_patch_px, texture_patch_px},
                                       {texture_names.begin(), texture_names.end()},
                                       texture_names.size() * texture_patches);
    if (!samples) return tl::unexpected(samples.error());
    DataSet set{std::move(*samples)};
    for (std::size_t texture = 0; texture < texture_names.size(); ++texture) {
        for (int number = 0; number < texture_patches; ++number) {
            const int in_validation = number - texture_train_patches;
            auto& part = in_validation < 0                            ? set.split.train
                         : in_validation < texture_validation_patches ? set.split.validation
                                                                      : set.split.test;
            part.push_back(set.samples.size());
            addPatch(set.samples, *photographs, texture, number);
        }
    }
    return set;
}

Result<DataSet> syntheticSet(std::uint64_t seed, SampleShape shape, std::size_t classes,
                             std::size_t count, const DataLimits& limits,
                             const std::stop_token& stop) {
    if (classes < 2) return fail("data_too_few_classes", {{"classes", classes}});
    std::vector<std::string> names;
    for (std::size_t c = 0; c < std::min(classes, limits.classes + 1); ++c)
        names.push_back(std::to_string(c));
    auto samples = LabelledSet::create(shape, std::move(names), count, limits);
    if (!samples) return tl::unexpected(samples.error());
    DataSet set{std::move(*samples)};
    const std::size_t size = shape.bytes();
    std::vector<float> mould(size);
    std::vector<float> noise(size);
    std::vector<std::uint8_t> pixels(size);
    for (std::size_t i = 0; i < count; ++i) {
        if (stop.stop_requested()) return fail("cancelled_by_user");
        const std::size_t label = i % classes;
        fillUniform(seed, label * size, mould.data(), size);
        fillUniform(seed, (classes + i) * size, noise.data(), size);
        for (std::size_t k = 0; k < size; ++k)
            pixels[k] = static_cast<std::uint8_t>((mould[k] + noise[k]) * 128);
        set.split.train.push_back(i);
        set.samples.add(pixels, static_cast<int>(label), "synthetic[" + std::to_string(i) + "]");
    }
    return set;
}

std::optional<BuiltinPicture> builtinPicture(std::string_view input) {
    for (const std::string_view set : {"digits", "textures"}) {
        if (!input.starts_with(set) || !input.substr(set.size()).starts_with(':')) continue;
        const std::string_view number = input.substr(set.size() + 1);
        std::size_t index = 0;
        const char* end = number.data() + number.size();
        const auto [rest, error] = std::from_chars(number.data(), end, index);
        if (error != std::errc() || rest != end) return std::nullopt;
        return BuiltinPicture{std::string(set), index};
    }
    return std::nullopt;
}

Result<Picture> readBuiltin(const BuiltinPicture& picture, const fs::path& folder) {
    const auto set = picture.set == "digits" ? readDigits(folder) : readTextures(folder);
    if (!set) return tl::unexpected(set.error());
    if (picture.index >= set->samples.size())
        return fail("builtin_picture_missing",
                    {{"name", picture.set}, {"count", set->samples.size()}});
    return pictureOf(set->samples, picture.index);
}

}  // namespace duelo
