// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "data/labelled_set.h"
#include "data/picture.h"

namespace duelo {

/// The sets of resources/data (see its README.md for origin and licence). `folder` is the place
/// where they are shipped: shippedFile("data").
///
/// Errors of both: builtin_data_missing {path}; builtin_data_damaged {path} when a file is not the
/// one that Duelo ships; cancelled_by_user.

/// 5,000 real handwritten digits of MNIST, 1 x 28 x 28, 500 of each class, all in `train`.
Result<DataSet> readDigits(const std::filesystem::path& folder, const std::stop_token& stop = {});

/// Patches of the photographs brick, grass and gravel (512 x 512): the first 91 squares of 51
/// pixels of each, row by row, ten to a row, none overlapping. 1 x 51 x 51. The thesis's set has as
/// many images (S2-02).
///
/// Split by place: the first 61 patches of each photograph train, the next 15 validate, the last 15
/// test. No pixel is in two parts, and parts touch along one line only.
Result<DataSet> readTextures(const std::filesystem::path& folder, const std::stop_token& stop = {});

inline constexpr int texture_patch_px = 51;
inline constexpr int texture_patches_per_row = 10;
inline constexpr int texture_patches = 91;
inline constexpr int texture_train_patches = 61;
inline constexpr int texture_validation_patches = 15;

/// One picture of these sets, as plans name it: "digits:17" or "textures:80", counted from 0.
struct BuiltinPicture {
    std::string set;
    std::size_t index = 0;
};
/// Nothing where `input` is not written so.
[[nodiscard]] std::optional<BuiltinPicture> builtinPicture(std::string_view input);
/// Reads its set. Further errors: builtin_picture_missing {name, count}.
[[nodiscard]] Result<Picture> readBuiltin(const BuiltinPicture& picture,
                                          const std::filesystem::path& folder);

/// Noise around one random picture per class: the mean of the class's picture and of noise that
/// belongs to the sample. Sample i depends on the seed and i only, so a larger set begins with the
/// smaller one. Learnable, and as large as one likes: for timing, never for claims on accuracy.
/// Class i % classes; all in `train`.
///
/// Errors: data_too_few_classes {classes}; those of LabelledSet::create; cancelled_by_user.
Result<DataSet> syntheticSet(std::uint64_t seed, SampleShape shape, std::size_t classes,
                             std::size_t count, const DataLimits& limits = {},
                             const std::stop_token& stop = {});

}  // namespace duelo
