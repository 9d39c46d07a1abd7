// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>

#include "data/labelled_set.h"
#include "data/prepared_files.h"

namespace duelo {

/// One pair of IDX files, the format of MNIST and its relatives, each plain or compressed (.gz).
struct IdxPair {
    std::filesystem::path images;
    std::filesystem::path labels;
};

struct IdxFiles {
    IdxPair train;
    std::optional<IdxPair> test{};
    std::optional<IdxPair> validation{};
    bool turned = false;          ///< columns are stored as rows, as EMNIST does
    std::vector<Reason> notes{};  ///< data_parts_by_size {train, test}; data_emnist_turned {path}
};

/// Finds IDX files by their first bytes, compressed or not, and pairs images with labels by the
/// words of their names and by their counts. A set called EMNIST is turned: so it is published.
/// Nothing when there is no such file.
///
/// Errors: idx_pair_incomplete {path} for images without labels or labels without images;
/// idx_train_missing {path} for a test part alone, which `path` names; data_sets_several {sets,
/// example}; cancelled_by_user.
[[nodiscard]] Result<std::optional<IdxFiles>> findIdxFiles(const PreparedFiles& prepared,
                                                           const std::stop_token& stop = {});

/// Reads grey pictures, unsigned bytes, one channel. The classes are the labels that occur, in
/// order, and are named by their number; labels are whole numbers, one for each picture or a row
/// that begins with it (QMNIST). The other pairs, where there are any, become those parts.
///
/// Errors: those of GzFile and joinParts(); idx_wrong_magic {path, found, expected}; idx_truncated
/// {path, needed_bytes}; idx_trailing {path} when there is more than the header says;
/// idx_counts_differ {path, images, labels}; data_without_images {path}; those of
/// LabelledSet::check; cancelled_by_user.
Result<DataSet> readIdx(const IdxFiles& files, const DataLimits& limits = {},
                        const std::stop_token& stop = {});

/// findIdxFiles() and readIdx(); nothing when there is no such file.
Result<std::optional<DataSet>> readIdxSet(const PreparedFiles& prepared, const DataLimits& limits,
                                          const std::stop_token& stop);

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
