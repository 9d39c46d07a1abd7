// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "data/labelled_set.h"

namespace duelo {

/// Pictures of one file or array with their labels, as a prepared set has them.
struct PixelPart {
    Part part = Part::Train;
    std::string name;  ///< of the file, for the source of each sample
    SampleShape shape;
    std::vector<std::uint8_t> pixels;  ///< planar, one picture after the other
    std::vector<int> labels;
};

/// Puts parts of one shape together. The classes are the labels that occur, in order; `class_names`
/// calls label i by its i-th name, and a label beyond them by its number. Labels that begin with 1
/// are told: data_labels_from_one {last}.
///
/// Errors: data_too_few_classes {classes}; prepared_shapes_differ {path}; those of
/// LabelledSet::create; cancelled_by_user.
Result<DataSet> joinParts(std::vector<PixelPart> parts, std::span<const std::string> class_names,
                          const DataLimits& limits, const std::stop_token& stop);

/// Files of a folder, or up to two levels down, that may hold a whole set: neither pictures nor
/// hidden, and not among thousands of others. Nearer ones come first, then in natural order.
[[nodiscard]] Result<std::vector<std::filesystem::path>> candidateFiles(
    const std::filesystem::path& folder, const std::stop_token& stop);

/// A set that lies in few files: IDX (MNIST and its relatives), CIFAR-10 and CIFAR-100 in binary
/// or as Python wrote them, NumPy's .npz and .npy, and CSV with a column for each pixel. `path` is
/// a folder, which is searched two levels down, or one of the set's files. Nothing where there is
/// no such set, or none that holds the chosen file.
///
/// Errors: data_sets_several {sets, example} where the files belong to several sets; those of
/// idx.h, cifar.h, numpy_set.h and pixel_table.h.
Result<std::optional<DataSet>> readPreparedSet(const std::filesystem::path& path,
                                               const DataLimits& limits = {},
                                               const std::stop_token& stop = {});

}  // namespace duelo
