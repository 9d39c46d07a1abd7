// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "base/natural_order.h"
#include "base/places.h"
#include "base/reason_json.h"
#include "base/same_name.h"
#include "base/utf8.h"
#include "data/folder_layout.h"
#include "data/image_folder.h"
#include "data/label_table.h"
#include "data/left_behind.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

/// From here on a cancel must not wait for the disk; reading less is not worth a thread.
constexpr std::uint64_t slow_file_bytes = std::uint64_t{8} << 20;

bool lessByName(const std::string& a, const std::string& b) {
    return naturallyLess(fromUtf8(a), fromUtf8(b));
}

/// "00007" as 7; nothing for other names.
std::optional<std::uint64_t> numberOf(const std::string& name) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), value);
    if (error != std::errc{} || end != name.data() + name.size()) return std::nullopt;
    return value;
}

/// Finds classes by names that are the same to a reader.
class ClassFinder {
public:
    explicit ClassFinder(const std::vector<std::string>& names) : m_names(names) {}

    /// The class of a name: that itself, else the only one that differs in capital letters, else
    /// the only one that is the same number.
    [[nodiscard]] std::optional<std::size_t> find(const std::string& name) const {
        const std::string parts = decomposedName(name), folded = foldedName(name);
        const auto number = numberOf(name);
        auto found = only([&](const std::string& own) { return decomposedName(own) == parts; });
        if (!found) found = only([&](const std::string& own) { return foldedName(own) == folded; });
        if (!found && number)
            found = only([&](const std::string& own) { return numberOf(own) == number; });
        return found;
    }

private:
    template <typename Same>
    [[nodiscard]] std::optional<std::size_t> only(const Same& same) const {
        std::optional<std::size_t> found;
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            if (!same(m_names[i])) continue;
            if (found) return std::nullopt;
            found = i;
        }
        return found;
    }

    const std::vector<std::string>& m_names;
};

class Lister {
public:
    Lister(const fs::path& root, const PictureReader& reader, const FolderOptions& options)
        : m_root(root.has_filename() ? root : root.parent_path()),
          m_reader(reader),
          m_options(options) {}

    Result<FolderListing> list() {
        if (auto folder = checkIsFolder(m_root); !folder) return tl::unexpected(folder.error());
        auto layout = findLayout(m_root, m_options.stop);
        if (!layout) return tl::unexpected(layout.error());
        m_layout = *std::move(layout);
        m_listing.notes = m_layout.notes;
        if (auto done = lookOutside(); !done) return tl::unexpected(done.error());
        if (auto done = addTrain(); !done) return tl::unexpected(done.error());
        for (const Part part : {Part::Validation, Part::Test})
            if (auto done = addPart(part); !done) return tl::unexpected(done.error());
        tellFiles();
        if (auto fits = chooseShape(); !fits) return tl::unexpected(fits.error());
        return std::move(m_listing);
    }

private:
    /// Files between the chosen folder and the classes; tables among them may name classes.
    Result<void> lookOutside() {
        for (fs::path at = m_layout.root;; at = at.parent_path()) {
            if (auto done = lookIn(at); !done || at == m_root) return done;
        }
    }

    Result<void> lookIn(const fs::path& folder) {
        const auto entries = entriesOf(folder, m_options.stop);
        if (!entries) return tl::unexpected(entries.error());
        m_outside.insert(entries->files.begin(), entries->files.end());
        for (const fs::path& file : entries->files)
            if (isTableName(file)) m_tables.push_back(file);
        return {};
    }

    Result<void> addTrain() {
        fs::path folder = m_layout.root;
        if (const auto& train = m_layout[Part::Train]) {
            const auto inside = classesOfPart(*train, {}, m_options.stop);
            if (!inside) return tl::unexpected(inside.error());
            folder = *inside;
            for (const fs::path& at : std::set<fs::path>{*train, folder})
                if (auto done = lookIn(at); !done) return done;
        }
        const auto entries = entriesOf(folder, m_options.stop);
        if (!entries) return tl::unexpected(entries.error());
        // "año" of a Mac's archive and "año" made here lie side by side on other systems.
        std::vector<std::pair<std::string, std::vector<fs::path>>> classes;
        std::map<std::string, std::size_t> places;
        for (const fs::path& path : entries->folders) {
            const auto [place, isNew] =
                places.emplace(decomposedName(nameOf(path)), classes.size());
            if (isNew) classes.emplace_back(nameOf(path), std::vector<fs::path>{});
            classes[place->second].second.push_back(path);
        }
        if (classes.size() < 2) return addTable(classes.size());
        for (const auto& one : classes) m_listing.class_names.push_back(one.first);
        if (auto few = checkClasses(); !few) return few;
        for (std::size_t label = 0; label < classes.size(); ++label) {
            const std::size_t before = m_listing.images.size();
            for (const fs::path& path : classes[label].second)
                if (auto done = addClass(path, label, Part::Train); !done) return done;
            if (m_listing.images.size() == before) return m_listing.failEmpty(label);
        }
        return {};
    }

    Result<void> checkClasses() {
        const std::size_t classes = m_listing.class_names.size();
        m_listing.losses.resize(classes);
        if (classes <= m_options.limits.classes) return {};
        return fail("data_too_many_classes",
                    {{"classes", classes}, {"limit", m_options.limits.classes}});
    }

    /// The pictures lie in no class folders: a table may name their classes.
    Result<void> addTable(std::size_t class_folders) {
        const auto& train = m_layout[Part::Train];
        const auto files = filesBelow(train ? *train : m_layout.root, m_options.stop);
        if (!files) return tl::unexpected(files.error());
        const auto labels = labelsFromTables(m_tables, Part::Train, {}, *files, m_options.stop);
        if (!labels) return tl::unexpected(labels.error());
        addTablesOf(*files);
        if (labels->empty() && train && class_folders == 0 && !files->empty()) {
            return fail("data_train_flat", {{"folder", nameOf(*train)}, {"files", files->size()}});
        }
        if (labels->empty()) return fail("data_too_few_classes", {{"classes", class_folders}});
        std::set<std::string> names;
        for (const TableLabel& file : labels->files) names.insert(file.label);
        m_listing.class_names.assign(names.begin(), names.end());
        std::ranges::sort(m_listing.class_names, lessByName);
        if (names.size() < 2) return fail("data_too_few_classes", {{"classes", names.size()}});
        if (auto many = checkClasses(); !many) return many;
        if (auto done = addLabelled(*labels, Part::Train); !done) return done;
        std::vector<bool> present(names.size());
        for (const ListedImage& image : m_listing.images)
            if (image.part == Part::Train) present[static_cast<std::size_t>(image.label)] = true;
        const auto missing = std::ranges::find(present, false);
        if (missing == present.end()) return {};
        return m_listing.failEmpty(static_cast<std::size_t>(missing - present.begin()));
    }

    /// Part by part, and in each by class, as folders of classes are listed.
    Result<void> addLabelled(const TableLabels& labels, Part part) {
        const ClassFinder classes(m_listing.class_names);
        std::map<std::string, std::size_t> known;
        std::map<std::pair<Part, std::size_t>, std::vector<const TableLabel*>> sorted;
        for (const TableLabel& file : labels.files) {
            const auto [place, isNew] = known.emplace(file.label, 0);
            if (isNew) {
                const auto found = classes.find(file.label);
                if (!found) return unknownClass(file.label, nameOf(labels.table));
                place->second = *found;
            }
            sorted[{file.part.value_or(part), place->second}].push_back(&file);
        }
        for (const auto& [place, files] : sorted)
            for (const TableLabel* file : files)
                if (auto done = addImage(file->path, place.second, place.first); !done) return done;
        m_used_tables.insert(labels.table);
        m_outside.erase(labels.table);
        for (const TableLabel& file : labels.files) m_outside.erase(file.path);
        for (const auto* told : {&labels.contradicted, &labels.in_unknown_part})
            for (const fs::path& file : *told) m_outside.erase(file);
        tellTable(labels);
        return {};
    }

    /// Tables below a part that prove of no use are told with the files outside.
    void addTablesOf(const std::vector<fs::path>& files) {
        for (const fs::path& file : files)
            if (isTableName(file) && !m_used_tables.contains(file)) m_outside.insert(file);
    }

    void tellTable(const TableLabels& labels) {
        m_listing.notes.push_back(
            {"data_labels_table",
             {{"table", nameOf(labels.table)}, {"count", labels.files.size()}}});
        Unused missing, unlabelled;
        for (const std::string& file : labels.missing) missing.add(file);
        unlabelled.add(labels.unlabelled, m_root);
        for (const fs::path& file : labels.unlabelled) m_outside.erase(file);
        for (Reason& why : leftOutByRows(labels, m_root)) m_listing.notes.push_back(std::move(why));
        note("data_labels_missing", missing);
        note("data_files_unlabelled", unlabelled);
    }

    Result<void> addPart(Part part) {
        const auto& folder = m_layout[part];
        if (!folder) return {};
        const auto inside = classesOfPart(*folder, m_listing.class_names, m_options.stop);
        if (!inside) return tl::unexpected(inside.error());
        const auto entries = entriesOf(*inside, m_options.stop);
        if (!entries) return tl::unexpected(entries.error());
        const ClassFinder classes(m_listing.class_names);
        std::vector<std::pair<fs::path, std::size_t>> known;
        std::vector<std::string> unknown;
        for (const fs::path& path : entries->folders) {
            if (const auto label = classes.find(nameOf(path)))
                known.emplace_back(path, *label);
            else
                unknown.push_back(nameOf(path));
        }
        // "test/images" and "test/test" are no classes that training lacks.
        const auto isUnsorted = [&folder](const std::string& name) {
            return foldedName(name) == foldedName(nameOf(*folder)) ||
                   nameWithPart(name).rest.empty();
        };
        if (known.empty() && std::ranges::all_of(unknown, isUnsorted))
            return addUnsorted(*folder, part);
        if (!unknown.empty()) return unknownClass(unknown.front(), nameOf(*folder));
        for (const fs::path& at : std::set<fs::path>{*folder, *inside})
            if (auto done = lookIn(at); !done) return done;
        m_listing.part_folders[static_cast<std::size_t>(part)] = nameOf(*folder);
        Unused others;
        for (const auto& [path, label] : known) {
            const std::string& name = m_listing.class_names[label];
            if (decomposedName(name) != decomposedName(nameOf(path)))
                others.add(nameOf(path) + " = " + name);
            if (auto done = addClass(path, label, part); !done) return done;
        }
        note("data_class_case", others);
        return {};
    }

    /// No folder in it is called like a class: a table may name the classes of its pictures.
    Result<void> addUnsorted(const fs::path& folder, Part part) {
        const auto files = filesBelow(folder, m_options.stop);
        if (!files) return tl::unexpected(files.error());
        std::vector<fs::path> tables = m_tables;
        for (const fs::path& file : *files)
            if (isTableName(file)) tables.push_back(file);
        const auto labels = labelsFromTables(tables, part, m_used_tables, *files, m_options.stop);
        if (!labels) return tl::unexpected(labels.error());
        if (!labels->empty()) {
            m_listing.part_folders[static_cast<std::size_t>(part)] = nameOf(folder);
            addTablesOf(*files);
            return addLabelled(*labels, part);
        }
        m_listing.notes.push_back(
            {"data_part_unsorted", {{"folder", nameOf(folder)}, {"count", files->size()}}});
        return {};
    }

    static tl::unexpected<Reason> unknownClass(const std::string& name, const std::string& folder) {
        return fail("data_class_unknown", {{"class", name}, {"folder", folder}});
    }

    Result<void> addClass(const fs::path& folder, std::size_t label, Part part) {
        const auto files = filesBelow(folder, m_options.stop);
        if (!files) return tl::unexpected(files.error());
        for (const fs::path& path : *files)
            if (auto done = addImage(path, label, part); !done) return done;
        return {};
    }

    Result<void> addImage(const fs::path& path, std::size_t label, Part part) {
        if (m_options.stop.stop_requested()) return fail("cancelled_by_user");
        const fs::path relative = path.lexically_relative(m_root);
        if (!m_reader.recognises(path)) {
            m_no_images.add(pathText(relative.generic_u8string()));
            return {};
        }
        ListedImage image{path, pathText(relative), static_cast<int>(label), part, {}};
        if (!isText(relative)) {
            m_listing.skip(image, {"file_name_not_text"});
            return {};
        }
        image.source = pathText(relative.generic_u8string());
        const auto shape = shapeOf(path);
        if (!shape) {
            if (shape.error().code == "cancelled_by_user") return tl::unexpected(shape.error());
            m_listing.skip(image, shape.error());
            return {};
        }
        if (m_listing.images.size() == max_data_images) {
            return fail("data_too_many_images",
                        {{"folder", pathText(m_root)}, {"limit", max_data_images}});
        }
        image.shape = *shape;
        m_listing.images.push_back(std::move(image));
        return {};
    }

    void note(const char* code, const Unused& files) {
        if (files.count() > 0)
            m_listing.notes.push_back({code, {{"count", files.count()}, {"files", files.names()}}});
    }

    void tellFiles() {
        Unused outside;
        outside.add({m_outside.begin(), m_outside.end()}, m_root);
        note("data_files_outside", outside);
        note("data_files_no_images", m_no_images);
    }

    /// Returns the size of a picture. That a file is truncated its reader knows only at the end.
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

    const fs::path m_root;  ///< without a separator at its end
    const PictureReader& m_reader;
    const FolderOptions& m_options;
    FolderLayout m_layout;
    FolderListing m_listing;
    std::set<fs::path> m_outside;  ///< files in no class folder
    std::vector<fs::path> m_tables;
    std::set<fs::path> m_used_tables;
    Unused m_no_images;  ///< files in class folders that are no pictures
};

}  // namespace

void FolderListing::skip(const ListedImage& image, Reason why) {
    why.args["file"] = image.source;
    if (image.part == Part::Train) {
        ClassLosses& lost = losses[static_cast<std::size_t>(image.label)];
        if (lost.count++ == 0) lost.first = why;
    }
    ++skipped_count;
    if (skipped.size() < max_named_skips) skipped.push_back(std::move(why));
}

tl::unexpected<Reason> FolderListing::failEmpty(std::size_t label) const {
    const ClassLosses& lost = losses[label];
    if (!lost.first) return fail("data_class_empty", {{"class", class_names[label]}});
    return fail(
        "data_class_unreadable",
        {{"class", class_names[label]}, {"count", lost.count}, {kNextReason, toJson(*lost.first)}});
}

Result<FolderListing> listImageFolder(const fs::path& folder, const PictureReader& reader,
                                      const FolderOptions& options) {
    return Lister(folder, reader, options).list();
}

}  // namespace duelo
