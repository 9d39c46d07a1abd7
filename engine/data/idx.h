// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>

#include "data/labelled_set.h"

namespace duelo {

/// One pair of IDX files, the format of MNIST and its relatives, each plain or compressed (.gz).
struct IdxPair {
    std::filesystem::path images;
    std::filesystem::path labels;
};

struct IdxFiles {
    IdxPair train;
    std::optional<IdxPair> test;
};

/// The files of a folder by their customary names: train-images-idx3-ubyte, train-labels-idx1-ubyte
/// and, where there, t10k-… or test-…, each with a dot for the last hyphen or not, with .gz or not;
/// nothing when there is neither part. Errors: idx_pair_incomplete {path} for images without labels
/// or labels without images; idx_train_missing {path} for a test part alone, which `path` names.
[[nodiscard]] Result<std::optional<IdxFiles>> findIdxFiles(const std::filesystem::path& folder);

/// Grey pictures, unsigned bytes, one channel. The classes are the labels that occur, in order, and
/// are named by their number. The test pair, where there is one, becomes the test part.
///
/// Errors: those of GzFile; idx_wrong_magic {path, found, expected}; idx_truncated {path,
/// needed_bytes}; idx_trailing {path} when there is more than the header says; idx_counts_differ
/// {path, images, labels}; idx_shapes_differ {path}; data_too_few_classes {classes};
/// data_without_images {path}; those of LabelledSet::create; cancelled_by_user.
Result<DataSet> readIdx(const IdxFiles& files, const DataLimits& limits = {},
                        const std::stop_token& stop = {});

/// `count` pictures of `height_px` x `width_px`, one after the other.
struct IdxImages {
    std::size_t count = 0;
    int height_px = 0;
    int width_px = 0;
    std::vector<std::uint8_t> pixels;
};

/// Errors as of readIdx.
Result<IdxImages> readIdxImages(const std::filesystem::path& path, const DataLimits& limits = {},
                                const std::stop_token& stop = {});

}  // namespace duelo
