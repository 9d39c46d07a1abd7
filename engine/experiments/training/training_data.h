// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "data/image_folder.h"
#include "data/leakage.h"
#include "data/split.h"

namespace duelo {

struct TrainingDataOptions {
    std::uint64_t seed = 0;  ///< of the split, and of synthetic pictures
    SplitShares shares;      ///< of the parts that the source has not
    double train_share = 1;  ///< of the part to learn from that is learnt
    /// Channels and side that the model wants; 0: as the source has it. Synthetic pictures are made
    /// like this (0: 1 channel, 28 x 28). Others keep their own size, so that a rotation comes
    /// before the reduction (S2-04); only a folder that would not fit into `limits` is kept in
    /// `size_px`.
    int channels = 0;
    int size_px = 0;
    DataLimits limits;
    std::function<void(std::size_t done, std::size_t of)> progress{};  ///< after every file
    std::stop_token stop{};
};

/// The data that a network is trained, validated and tested on: in memory, split and checked.
struct TrainingData {
    LabelledSet samples;
    Split split;
    LeakReport leaks;
    /// Notes for the student: files that were converted or skipped, with counts (see DataSet), and
    /// the reason of each of the first max_named_skips skipped files, with its {file}.
    std::vector<Reason> notes;
    std::size_t skipped_count = 0;
    /// The digest of shape, class names, pixels, labels and split: equal digests are the same data
    ///
    std::string sha256;
    double decode_ms = 0;  ///< reading and decoding, or making; not splitting and checking
    /// The files of an image folder, absent for other data: images[i] is that of sample i. `reader`
    /// can decode them again.
    std::optional<FolderListing> listing;
    PictureReader reader;
};

/// `input` is what a plan calls its data: "digits", "textures", "synthetic" (10 classes, 500
/// pictures of each), "synthetic:CLASSESxPICTURES" (of each class), or the path of a folder that
/// holds class folders (image_folder.h) or IDX files (idx.h). A folder that is named like one of
/// the first three is meant by "./digits".
///
/// Parts that the source gives stay as they are; the missing ones are made by splitStratified.
///
/// Errors: those of builtin.h, idx.h, image_folder.h and splitStratified;
/// synthetic_spec_invalid {input}; vision_missing for an image folder in an engine without OpenCV;
/// cancelled_by_user.
Result<TrainingData> loadTrainingData(const std::string& input, const TrainingDataOptions& options);

/// Keeps the latest data, because the cells of a plan share them, and the preview before it. Copies
/// of a store keep the same data. One thread at a time may use it or a copy.
class TrainingDataStore {
public:
    /// Returns what loadTrainingData() does; loads only when something other than progress and stop
    /// has changed.
    Result<std::shared_ptr<const TrainingData>> load(const std::string& input,
                                                     const TrainingDataOptions& options);
    /// Returns the latest data where load() would read nothing; else null.
    [[nodiscard]] std::shared_ptr<const TrainingData> known(
        const std::string& input, const TrainingDataOptions& options) const;
    void clear() { m_latest->reset(); }

private:
    struct Latest {
        std::string input;
        TrainingDataOptions options;
        std::shared_ptr<const TrainingData> data;
    };
    std::shared_ptr<std::optional<Latest>> m_latest = std::make_shared<std::optional<Latest>>();
};

}  // namespace duelo
