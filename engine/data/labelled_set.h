// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace duelo {

struct SampleShape {
    int channels = 0;  ///< 1 (grey) or 3 (red, green, blue)
    int height_px = 0;
    int width_px = 0;

    /// Bytes of one sample, one byte a value.
    [[nodiscard]] std::size_t bytes() const {
        return static_cast<std::size_t>(channels) * static_cast<std::size_t>(height_px) *
               static_cast<std::size_t>(width_px);
    }
    bool operator==(const SampleShape&) const = default;
};

/// The limits of a data set on this machine, checked before a pixel is loaded.
struct DataLimits {
    std::uint64_t set_bytes = std::uint64_t{1} << 30;
    std::size_t classes = 1000;
    int side_px = 4096;

    bool operator==(const DataLimits&) const = default;
};

/// Pictures of one shape with their classes, decoded once into memory so that an epoch measures
/// training and not a JPEG decoder (S2-M06). Bytes are kept, planar (channel, row, column).
class LabelledSet {
public:
    LabelledSet() = default;

    /// An empty set with room for `capacity` samples.
    ///
    /// Errors: data_shape_invalid {channels, height_px, width_px, limit_px}; data_too_large
    /// {images, needed_bytes, limit_bytes}; data_too_many_classes {classes, limit};
    /// data_out_of_memory {needed_bytes}.
    static Result<LabelledSet> create(SampleShape shape, std::vector<std::string> class_names,
                                      std::size_t capacity, const DataLimits& limits = {});

    /// The same checks without taking memory.
    static Result<void> check(SampleShape shape, std::size_t images, const DataLimits& limits);

    [[nodiscard]] const SampleShape& shape() const { return m_shape; }
    [[nodiscard]] std::size_t size() const { return m_labels.size(); }
    [[nodiscard]] bool empty() const { return m_labels.empty(); }
    [[nodiscard]] std::size_t bytes() const { return m_pixels.size(); }

    /// `pixels` has shape().bytes() values and `label` is an index of classNames(). `content` names
    /// the bytes of the file that the sample came from (contentHash), 0 where there is none.
    void add(std::span<const std::uint8_t> pixels, int label, std::string source,
             std::uint64_t content = 0);

    [[nodiscard]] std::span<const std::uint8_t> pixels(std::size_t index) const;
    [[nodiscard]] int label(std::size_t index) const { return m_labels[index]; }
    [[nodiscard]] std::span<const int> labels() const { return m_labels; }
    /// Where a sample comes from, UTF-8: "brick/foto12.jpg", "train-images[17]".
    [[nodiscard]] const std::string& source(std::size_t index) const { return m_sources[index]; }
    [[nodiscard]] std::uint64_t content(std::size_t index) const { return m_contents[index]; }
    [[nodiscard]] const std::vector<std::string>& classNames() const { return m_class_names; }

private:
    SampleShape m_shape;
    std::vector<std::uint8_t> m_pixels;
    std::vector<int> m_labels;
    std::vector<std::string> m_sources;
    std::vector<std::uint64_t> m_contents;
    std::vector<std::string> m_class_names;
};

enum class Part { Train, Validation, Test };

/// Indices of a set. The three parts never share an index, and the test part chooses nothing:
/// rates, epochs and checkpoints are chosen on the validation part (S2-68).
struct Split {
    std::vector<std::size_t> train;
    std::vector<std::size_t> validation;
    std::vector<std::size_t> test;

    [[nodiscard]] std::vector<std::size_t>& operator[](Part part) {
        return part == Part::Train ? train : part == Part::Validation ? validation : test;
    }
    bool operator==(const Split&) const = default;
};

/// The result of every reader: the samples, their parts, and remarks.
struct DataSet {
    LabelledSet samples;
    /// The parts as the source has them. A source without parts leaves everything in `train`;
    /// splitStratified makes the missing ones.
    Split split;
    /// For the student to read: data_images_skipped {count}, data_images_resized {count, width_px,
    /// height_px}, data_images_reduced {width_px, height_px}, data_grey_repeated {count},
    /// data_test_empty {folder}, data_folders_unused {folders}.
    std::vector<Reason> notes;
    /// Why each skipped image was, each with its {file}; at most max_named_skips of them.
    std::vector<Reason> skipped;
    std::size_t skipped_count = 0;
};

inline constexpr std::size_t max_named_skips = 100;

/// The first 64 bits of SHA-256: equal contents have equal values.
[[nodiscard]] std::uint64_t contentHash(std::span<const std::uint8_t> bytes);

}  // namespace duelo
