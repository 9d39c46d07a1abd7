// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>

#include "data/picture.h"

namespace duelo {

inline constexpr std::size_t max_data_images = 100'000;

struct FolderOptions {
    /// Both sides of the samples; 0: the most frequent size of the files (of two, the one that
    /// comes first). Other files are resized, which distorts when the proportions differ; a note
    /// counts them.
    int height_px = 0;
    int width_px = 0;
    /// Both sides where samples of the size above would exceed the limits; 0: refuse.
    int reduced_px = 0;
    DataLimits limits;
    std::function<void(std::size_t done, std::size_t of)> progress{};  ///< after every file
    std::stop_token stop{};
};

/// One file that is to become a sample.
struct ListedImage {
    std::filesystem::path path;
    std::string source;  ///< "train/brick/foto2.jpg": relative to the folder, UTF-8
    int label = 0;
    bool test = false;
    SampleShape shape;  ///< as its header says
};

/// What a folder holds, before anything is decoded: what "decode every epoch" goes through.
struct FolderListing {
    std::vector<ListedImage> images;  ///< train before test, then by class, then in natural order
    std::vector<std::string> class_names;
    SampleShape shape;                        ///< of the samples; 3 channels when one file has
    bool reduced = false;                     ///< to FolderOptions::reduced_px
    std::string test_folder;                  ///< its name, empty where there is none
    std::vector<std::string> unused_folders;  ///< beside train and test
    std::vector<Reason> skipped;              ///< as in DataSet
    std::size_t skipped_count = 0;
};

/// Errors: file_missing {path}; data_not_a_folder {path}.
Result<void> checkIsFolder(const std::filesystem::path& path);

/// `train/<class>/…` with `test/<class>/…`, or `<class>/…` to be split; the thesis's entrenamiento
/// and prueba work too. Folders and files whose names begin with a dot are passed over; a class's
/// own subfolders are not entered. The classes are the names of the folders in natural order.
/// Whatever else stands beside train and test is not read.
///
/// An image whose header cannot be read, or whose name is no text, is skipped, counted and named.
///
/// Errors: those of checkIsFolder; folder_unreadable {folder}, also of a class;
/// data_too_few_classes {classes}; data_too_many_classes {classes, limit}; data_class_empty {class}
/// when no file of its training folder is usable; data_class_unknown {class} when only test has it;
/// data_too_many_images {folder, limit}; those of LabelledSet::create; cancelled_by_user.
Result<FolderListing> listImageFolder(const std::filesystem::path& folder,
                                      const PictureReader& reader, const FolderOptions& options);

struct LoadedImage {
    Picture picture;  ///< in the listing's shape
    std::uint64_t content = 0;
};

/// One sample in the listing's shape. A large photograph is decoded on a thread of its own, so that
/// a cancel need not wait for the decoder; `reader` may then be in use after this has returned.
///
/// Errors: image_unreadable {file}; those of the reader; cancelled_by_user.
Result<LoadedImage> loadImage(const ListedImage& image, const SampleShape& shape,
                              const PictureReader& reader, const std::stop_token& stop = {});

struct ImageFolder {
    DataSet set;
    FolderListing listing;  ///< images[i] is the file of sample i
};

/// Lists and decodes into memory. Files that turn out to be damaged are skipped too, and leave the
/// listing; see listImageFolder for the errors.
Result<ImageFolder> readImageFolder(const std::filesystem::path& folder,
                                    const PictureReader& reader, const FolderOptions& options);

}  // namespace duelo
