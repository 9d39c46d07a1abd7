// SPDX-License-Identifier: Apache-2.0
#include "data/image_folder.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/natural_order.h"
#include "base/parallel.h"
#include "base/utf8.h"
#include "data/left_behind.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> train_names = {"train", "entrenamiento"};
constexpr std::array<std::string_view, 2> test_names = {"test", "prueba"};

/// From here on a cancel must not wait for the disk; reading less is not worth a thread.
constexpr std::uint64_t slow_file_bytes = std::uint64_t{8} << 20;

tl::unexpected<Reason> failFolder(const char* code, const fs::path& folder,
                                  const std::error_code& error) {
    return fail(code, {{"folder", pathText(folder)}}, error.message());
}

struct Entries {
    std::vector<fs::path> folders;
    std::vector<fs::path> files;
};

Result<Entries> entriesOf(const fs::path& folder, const std::stop_token& stop) {
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    if (error) return failFolder("folder_unreadable", folder, error);
    Entries entries;
    while (entry != fs::directory_iterator()) {
        if (stop.stop_requested()) return fail("cancelled_by_user");
        const fs::path path = entry->path();
        if (!pathText(path.filename()).starts_with('.')) {
            std::error_code ignored;  // a broken link is listed as a file, and then skipped by name
            (fs::is_directory(path, ignored) ? entries.folders : entries.files).push_back(path);
        }
        if (entries.files.size() + entries.folders.size() > max_data_images) {
            return fail("data_too_many_images",
                        {{"folder", pathText(folder)}, {"limit", max_data_images}});
        }
        entry.increment(error);
        if (error) return failFolder("folder_unreadable", folder, error);
    }
    std::sort(entries.folders.begin(), entries.folders.end(), naturallyLess);
    std::sort(entries.files.begin(), entries.files.end(), naturallyLess);
    return entries;
}

std::optional<fs::path> subfolder(const std::vector<fs::path>& folders,
                                  std::span<const std::string_view> names) {
    for (const std::string_view name : names)
        for (const fs::path& folder : folders)
            if (pathText(folder.filename()) == name) return folder;
    return std::nullopt;
}

void skip(FolderListing& listing, Reason why, const std::string& source) {
    ++listing.skipped_count;
    why.args["file"] = source;
    if (listing.skipped.size() < max_named_skips) listing.skipped.push_back(std::move(why));
}

class Lister {
public:
    Lister(const fs::path& root, const PictureReader& reader, const FolderOptions& options)
        : m_root(root), m_reader(reader), m_options(options) {}

    Result<FolderListing> list() {
        if (auto folder = checkIsFolder(m_root); !folder) return tl::unexpected(folder.error());
        const auto top = entriesOf(m_root, m_options.stop);
        if (!top) return tl::unexpected(top.error());
        const auto train = subfolder(top->folders, train_names);
        const auto test = train ? subfolder(top->folders, test_names) : std::nullopt;
        if (auto done = addTrain(train, *top); !done) return tl::unexpected(done.error());
        if (test) {
            if (auto done = addTest(*test); !done) return tl::unexpected(done.error());
        }
        for (const fs::path& folder : train ? top->folders : std::vector<fs::path>{})
            if (folder != *train && folder != test)
                m_listing.unused_folders.push_back(pathText(folder.filename()));
        if (auto fits = chooseShape(); !fits) return tl::unexpected(fits.error());
        return std::move(m_listing);
    }

private:
    Result<void> addTrain(const std::optional<fs::path>& train, const Entries& top) {
        const auto entries = train ? entriesOf(*train, m_options.stop) : Result<Entries>(top);
        if (!entries) return tl::unexpected(entries.error());
        const auto& classes = entries->folders;
        if (classes.size() < 2) return fail("data_too_few_classes", {{"classes", classes.size()}});
        if (classes.size() > m_options.limits.classes) {
            return fail("data_too_many_classes",
                        {{"classes", classes.size()}, {"limit", m_options.limits.classes}});
        }
        for (const fs::path& folder : classes) {
            m_listing.class_names.push_back(pathText(folder.filename()));
            const auto added = addClass(folder, m_listing.class_names.size() - 1, false);
            if (!added) return tl::unexpected(added.error());
            if (*added == 0)
                return fail("data_class_empty", {{"class", m_listing.class_names.back()}});
        }
        return {};
    }

    Result<void> addTest(const fs::path& test) {
        const auto entries = entriesOf(test, m_options.stop);
        if (!entries) return tl::unexpected(entries.error());
        m_listing.test_folder = pathText(test.filename());
        const auto& names = m_listing.class_names;
        for (const fs::path& folder : entries->folders) {
            const std::string name = pathText(folder.filename());
            const auto at = std::find(names.begin(), names.end(), name);
            if (at == names.end()) return fail("data_class_unknown", {{"class", name}});
            const auto label = static_cast<std::size_t>(at - names.begin());
            const auto added = addClass(folder, label, true);
            if (!added) return tl::unexpected(added.error());
        }
        return {};
    }

    /// How many images the class got.
    Result<std::size_t> addClass(const fs::path& folder, std::size_t label, bool test) {
        const auto entries = entriesOf(folder, m_options.stop);
        if (!entries) return tl::unexpected(entries.error());
        const std::size_t before = m_listing.images.size();
        for (const fs::path& path : entries->files) {
            if (m_options.stop.stop_requested()) return fail("cancelled_by_user");
            if (!m_reader.recognises(path)) continue;
            const fs::path relative = path.lexically_relative(m_root);
            if (!isText(relative)) {
                skip(m_listing, {"file_name_not_text"}, pathText(relative));
                continue;
            }
            std::string source = pathText(relative.generic_u8string());
            auto shape = shapeOf(path);
            if (!shape) {
                if (shape.error().code == "cancelled_by_user") return tl::unexpected(shape.error());
                skip(m_listing, shape.error(), source);
                continue;
            }
            if (m_listing.images.size() == max_data_images) {
                return fail("data_too_many_images",
                            {{"folder", pathText(m_root)}, {"limit", max_data_images}});
            }
            m_listing.images.push_back(
                {path, std::move(source), static_cast<int>(label), test, *shape});
        }
        return m_listing.images.size() - before;
    }

    /// Of a truncated file its reader knows only at its end.
    [[nodiscard]] Result<SampleShape> shapeOf(const fs::path& path) const {
        std::error_code unknown;
        const std::uint64_t bytes = fs::file_size(path, unknown);
        if (unknown || bytes < slow_file_bytes) return m_reader.shape(path);
        return orLeaveBehind<SampleShape>([shape = m_reader.shape, path] { return shape(path); },
                                          m_options.stop);
    }

    Result<void> chooseShape() {
        const std::size_t images = m_listing.images.size();
        SampleShape& shape = m_listing.shape;
        shape = commonShape();
        const auto fits = LabelledSet::check(shape, images, m_options.limits);
        if (fits || m_options.reduced_px == 0) return fits;
        shape.height_px = shape.width_px = m_options.reduced_px;
        m_listing.reduced = true;
        return LabelledSet::check(shape, images, m_options.limits);
    }

    [[nodiscard]] SampleShape commonShape() const {
        SampleShape common{1, m_options.height_px, m_options.width_px};
        std::map<std::pair<int, int>, std::size_t> sizes;
        std::size_t most = 0;
        for (const ListedImage& image : m_listing.images) {
            common.channels = std::max(common.channels, image.shape.channels);
            const auto size = std::pair(image.shape.height_px, image.shape.width_px);
            most = std::max(most, ++sizes[size]);
        }
        if (common.height_px > 0 && common.width_px > 0) return common;
        for (const ListedImage& image : m_listing.images) {
            if (sizes[{image.shape.height_px, image.shape.width_px}] != most) continue;
            common.height_px = image.shape.height_px;
            common.width_px = image.shape.width_px;
            break;
        }
        return common;
    }

    const fs::path& m_root;
    const PictureReader& m_reader;
    const FolderOptions& m_options;
    FolderListing m_listing;
};

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

void addNotes(DataSet& set, const FolderListing& listing, std::size_t resized_count,
              std::size_t grey_count) {
    const SampleShape& shape = set.samples.shape();
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
    if (!listing.test_folder.empty() && set.split.test.empty())
        set.notes.push_back({"data_test_empty", {{"folder", listing.test_folder}}});
    if (!listing.unused_folders.empty())
        set.notes.push_back({"data_folders_unused", {{"folders", joined(listing.unused_folders)}}});
}

/// Files may be damaged behind their headers: a class that had images may have none in the end.
Result<void> everyClassTrains(const DataSet& set) {
    std::vector<bool> present(set.samples.classNames().size());
    for (const std::size_t index : set.split.train)
        present[static_cast<std::size_t>(set.samples.label(index))] = true;
    const auto missing = std::find(present.begin(), present.end(), false);
    if (missing == present.end()) return {};
    const auto at = static_cast<std::size_t>(missing - present.begin());
    return fail("data_class_empty", {{"class", set.samples.classNames()[at]}});
}

/// Images that are decoded at a time: enough for every processor to find some, and no more than
/// memory has room for, whose decoders take several bytes for each pixel.
constexpr std::size_t most_at_once = 64;
constexpr std::int64_t most_pixels_at_once = 64'000'000;

/// How many of them come next: those that fit, or one.
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

/// In their order; on as many threads as there are processors.
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
            skip(listing, loaded.error(), image.source);
            continue;
        }
        resized_count += image.shape.height_px != listing.shape.height_px ||
                         image.shape.width_px != listing.shape.width_px;
        grey_count += image.shape.channels < listing.shape.channels;
        (image.test ? set.split.test : set.split.train).push_back(set.samples.size());
        set.samples.add(loaded->picture.pixels, image.label, image.source, loaded->content);
        listing.images.push_back(std::move(image));
    }
    if (auto complete = everyClassTrains(set); !complete) return tl::unexpected(complete.error());
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

Result<FolderListing> listImageFolder(const fs::path& folder, const PictureReader& reader,
                                      const FolderOptions& options) {
    return Lister(folder, reader, options).list();
}

Result<ImageFolder> readImageFolder(const fs::path& folder, const PictureReader& reader,
                                    const FolderOptions& options) {
    auto listing = listImageFolder(folder, reader, options);
    if (!listing) return tl::unexpected(listing.error());
    return decodeListing(std::move(*listing), reader, options);
}

}  // namespace duelo
