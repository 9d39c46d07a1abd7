// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>

#include "data/folder_entries.h"
#include "data/picture.h"

namespace duelo {

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
    Part part = Part::Train;
    SampleShape shape;  ///< as its header says
};

/// Files of a class that were to be learnt and cannot be read.
struct ClassLosses {
    std::size_t count = 0;
    std::optional<Reason> first;
};

/// The images of a folder and their classes, before anything is decoded. The mode "decode every
/// epoch" goes through them.
struct FolderListing {
    /// Part by part, in each by class, then in natural order.
    std::vector<ListedImage> images;
    std::vector<std::string> class_names;
    SampleShape shape;     ///< of the samples; 3 channels when one file has
    bool reduced = false;  ///< to FolderOptions::reduced_px
    /// Names of the folders for validation and test that hold classes; empty where there is none.
    std::array<std::string, 3> part_folders;
    std::vector<ClassLosses> losses;  ///< by class
    std::vector<Reason> notes;        ///< as in DataSet: how the folder was read, what was left out
    std::vector<Reason> skipped;      ///< as in DataSet
    std::size_t skipped_count = 0;

    /// Counts and names a file that cannot be used.
    void skip(const ListedImage& image, Reason why);
    /// Says why a class has no image to be learnt: data_class_unreadable {class, count} with the
    /// first reason behind it, or data_class_empty {class}.
    [[nodiscard]] tl::unexpected<Reason> failEmpty(std::size_t label) const;
};

/// Errors: file_missing {path}; data_not_a_folder {path}.
Result<void> checkIsFolder(const std::filesystem::path& path);

/// Class folders with pictures at any depth, or folders for training and, where there, validation
/// and test that hold them (folder_layout.h). The classes are the names of the folders in natural
/// order; names that differ in the form of their accents only are one class, and in the other parts
/// names that differ in capital letters, or as numbers in zeros, are too. Where no classes are, a
/// table beside the pictures may name them (label_table.h). What systems put there is passed over;
/// all else that is not used is told in the notes.
///
/// An image whose header cannot be read, or whose name is no text, is skipped, counted and named.
///
/// Errors: those of checkIsFolder, findLayout and labelsFromTables; folder_unreadable {folder},
/// also of a class; data_too_few_classes {classes}; data_train_flat {folder, files} where the files
/// for training lie in no class folders; data_too_many_classes {classes, limit}; those of
/// FolderListing::failEmpty(); data_class_unknown {class, folder} when training has not that class;
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
