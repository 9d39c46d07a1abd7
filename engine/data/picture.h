// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "data/labelled_set.h"

namespace duelo {

/// One decoded photograph: bytes, planar (channel, row, column).
struct Picture {
    SampleShape shape;
    std::vector<std::uint8_t> pixels;
};

/// A copy of one sample.
[[nodiscard]] Picture pictureOf(const LabelledSet& samples, std::size_t index);

/// Reads files as pictures. The caller gives it (the engine: Duelo::Vision), so that this folder
/// needs no decoder. Its functions may be called on any thread, by several at once.
struct PictureReader {
    /// Tells whether the file is meant as an image at all, by its first bytes or name. Others, such
    /// as Thumbs.db, are passed over without a word.
    std::function<bool(const std::filesystem::path&)> recognises;
    /// The shape from the header alone. Errors carry {file}.
    std::function<Result<SampleShape>(const std::filesystem::path&)> shape;
    /// Decodes the file's content, already read. Errors may lack {file}.
    std::function<Result<Picture>(std::span<const std::uint8_t>)> decode;
};

/// Antialiased bilinear with the weights of data/triangle_filter.h, along rows and then along
/// columns, rounded to a byte after each: the same numbers as Pillow's resize(..., BILINEAR) and
/// torchvision's Resize on a PIL image. Sides from 1. (vision's resize is for interleaved
/// photographs, and an engine without OpenCV has none.)
[[nodiscard]] Picture resized(const Picture& picture, int height_px, int width_px);

/// Turned about the centre, anticlockwise as seen, as Pillow's rotate(degrees, NEAREST): the size
/// stays, zeros come from outside.
[[nodiscard]] Picture rotated(const Picture& picture, double degrees);

/// One channel repeated three times, or three channels as grey by Rec. 601 as Pillow's
/// convert("L").
[[nodiscard]] Picture withChannels(const Picture& picture, int channels);

/// The channels of each pixel beside each other.
[[nodiscard]] std::vector<std::uint8_t> interleaved(const Picture& picture);

}  // namespace duelo
