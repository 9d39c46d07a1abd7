// SPDX-License-Identifier: Apache-2.0
#include "data/image_folder.h"

#include <algorithm>
#include <span>
#include <system_error>
#include <utility>

#include "base/parallel.h"
#include "base/utf8.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

void addNotes(DataSet& set, const FolderListing& listing, std::size_t resized_count,
              std::size_t grey_count) {
    const SampleShape& shape = set.samples.shape();
    set.notes = listing.notes;
    if (set.skipped_count > 0)
        set.notes.push_back({"data_images_skipped", {{"count", set.skipped_count}}});
    if (listing.reduced) {
        set.notes.push_back({"data_images_reduced",
                             {{"width_px", shape.width_px}, {"height_px", shape.height_px}}});
    } else if (resized_count > 0) {
        set.notes.push_back({"data_images_resized",
                             {{"count", resized_count},
                              {"width_px", shape.width_px},
                              {"height_px", shape.height_px}}});
    }
    if (grey_count > 0) set.notes.push_back({"data_grey_repeated", {{"count", grey_count}}});
    for (const Part part : {Part::Validation, Part::Test}) {
        const std::string& folder = listing.part_folders[static_cast<std::size_t>(part)];
        if (!folder.empty() && set.split[part].empty())
            set.notes.push_back({"data_test_empty", {{"folder", folder}}});
    }
    if (!set.split.validation.empty() && set.split.test.empty())
        set.notes.push_back({"data_test_drawn"});
}

/// Files may be damaged behind their headers: a class that had images may have none in the end.
Result<void> everyClassTrains(const DataSet& set, const FolderListing& listing) {
    std::vector<bool> present(set.samples.classNames().size());
    for (const std::size_t index : set.split.train)
        present[static_cast<std::size_t>(set.samples.label(index))] = true;
    const auto missing = std::find(present.begin(), present.end(), false);
    if (missing == present.end()) return {};
    return listing.failEmpty(static_cast<std::size_t>(missing - present.begin()));
}

/// Images that are decoded at a time: enough for every processor to find some, and no more than
/// memory has room for, whose decoders take several bytes for each pixel.
constexpr std::size_t most_at_once = 64;
constexpr std::int64_t most_pixels_at_once = 64'000'000;

/// Returns the number of images that are decoded next: as many as fit, but at least one.
std::size_t nextCount(std::span<const ListedImage> images) {
    std::int64_t pixels = 0;
    std::size_t count = 0;
    while (count < std::min(images.size(), most_at_once)) {
        const SampleShape& shape = images[count].shape;
        pixels += std::int64_t{shape.height_px} * shape.width_px;
        if (count > 0 && pixels > most_pixels_at_once) break;
        ++count;
    }
    return count;
}

/// Loads the images in their order, on as many threads as there are processors.
std::vector<Result<LoadedImage>> loadImages(std::span<const ListedImage> images,
                                            const SampleShape& shape, const PictureReader& reader,
                                            const std::stop_token& stop) {
    std::vector<Result<LoadedImage>> loaded(images.size(), fail("cancelled_by_user"));
    forEachAtOnce(images.size(), [&](std::size_t i) {
        if (!stop.stop_requested()) loaded[i] = loadImage(images[i], shape, reader, stop);
    });
    return loaded;
}

Result<ImageFolder> decodeListing(FolderListing listing, const PictureReader& reader,
                                  const FolderOptions& options) {
    auto samples = LabelledSet::create(listing.shape, listing.class_names, listing.images.size(),
                                       options.limits);
    if (!samples) return tl::unexpected(samples.error());
    DataSet set{std::move(*samples)};
    std::size_t resized_count = 0;
    std::size_t grey_count = 0;
    std::vector<ListedImage> images = std::move(listing.images);
    listing.images.clear();
    std::vector<Result<LoadedImage>> window;
    std::size_t first = 0;
    for (std::size_t i = 0; i < images.size(); ++i) {
        if (i == first + window.size()) {
            first = i;
            const std::span left = std::span<const ListedImage>(images).subspan(i);
            window = loadImages(left.first(nextCount(left)), listing.shape, reader, options.stop);
        }
        if (options.stop.stop_requested()) return fail("cancelled_by_user");
        ListedImage& image = images[i];
        const Result<LoadedImage>& loaded = window[i - first];
        if (!loaded && loaded.error().code == "cancelled_by_user")
            return tl::unexpected(loaded.error());
        if (options.progress) options.progress(i + 1, images.size());
        if (!loaded) {
            listing.skip(image, loaded.error());
            continue;
        }
        resized_count += image.shape.height_px != listing.shape.height_px ||
                         image.shape.width_px != listing.shape.width_px;
        grey_count += image.shape.channels < listing.shape.channels;
        set.split[image.part].push_back(set.samples.size());
        set.samples.add(loaded->picture.pixels, image.label, image.source, loaded->content);
        listing.images.push_back(std::move(image));
    }
    if (auto complete = everyClassTrains(set, listing); !complete)
        return tl::unexpected(complete.error());
    set.skipped = listing.skipped;
    set.skipped_count = listing.skipped_count;
    addNotes(set, listing, resized_count, grey_count);
    return ImageFolder{std::move(set), std::move(listing)};
}

}  // namespace

Result<void> checkIsFolder(const fs::path& path) {
    std::error_code error;
    if (!fs::exists(path, error) && !error) return fail("file_missing", {{"path", pathText(path)}});
    if (fs::is_regular_file(path, error))
        return fail("data_not_a_folder", {{"path", pathText(path)}});
    return {};
}

Result<ImageFolder> readImageFolder(const fs::path& folder, const PictureReader& reader,
                                    const FolderOptions& options) {
    auto listing = listImageFolder(folder, reader, options);
    if (!listing) return tl::unexpected(listing.error());
    return decodeListing(std::move(*listing), reader, options);
}

}  // namespace duelo
