// SPDX-License-Identifier: Apache-2.0
// The layouts: A. Krizhevsky, "The CIFAR-10 dataset" (cs.toronto.edu/~kriz/cifar.html).
#include "data/cifar.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <system_error>
#include <utility>

#include "base/same_name.h"
#include "base/utf8.h"
#include "base/whole_file.h"
#include "data/python_batch.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t picture_bytes = 3072;
constexpr std::uint64_t most_file_bytes = std::uint64_t{512} << 20;
constexpr SampleShape cifar_shape{3, 32, 32};

struct Batch {
    fs::path path;
    PixelPart part;
    bool fine = false;  ///< it is CIFAR-100's
};

/// CIFAR-10 and CIFAR-100 are two sets, also in one folder.
struct SetKey {
    fs::path folder;
    bool fine = false;
    auto operator<=>(const SetKey&) const = default;
};

struct Found {
    std::vector<Batch> batches;
    std::vector<std::string> names;
    std::vector<fs::path> used;

    void add(Batch batch) {
        used.push_back(batch.path);
        batches.push_back(std::move(batch));
    }
};
using BatchSets = std::map<SetKey, Found>;

Part partOf(const fs::path& path) {
    return preparedName(path, {}).part.value_or(Part::Train);
}

/// Records of one label (of ten) or of a coarse (of twenty) and a fine one (of a hundred), and a
/// picture. Nothing where the bytes are not that.
std::optional<Batch> binaryBatch(const fs::path& path, const std::string& bytes) {
    for (const std::size_t labels : {std::size_t{1}, std::size_t{2}}) {
        const std::size_t record = labels + picture_bytes;
        if (bytes.size() % record != 0) continue;
        Batch batch{
            path, {partOf(path), pathText(path.filename()), cifar_shape, {}, {}}, labels == 2};
        bool valid = true;
        for (std::size_t at = 0; at < bytes.size() && valid; at += record) {
            const auto first = static_cast<unsigned char>(bytes[at]);
            const auto last = static_cast<unsigned char>(bytes[at + labels - 1]);
            valid = labels == 1 ? first < 10 : first < 20 && last < 100;
            batch.part.labels.push_back(last);
            const char* pixels = bytes.data() + at + labels;
            batch.part.pixels.insert(batch.part.pixels.end(), pixels, pixels + picture_bytes);
        }
        if (valid) return batch;
    }
    return std::nullopt;
}

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        if (line.ends_with('\r')) line.pop_back();
        if (!line.empty()) lines.push_back(line);
    }
    return lines;
}

/// The kind of file that a name may mean: a batch or the names of the classes.
enum class Meant { Nothing, Binary, Python, Names };

Meant meantBy(const fs::path& path) {
    const std::string name = foldedName(pathText(path.filename()));
    if (name == "batches.meta.txt" || name == "fine_label_names.txt") return Meant::Names;
    if (name.ends_with(".bin")) return Meant::Binary;
    const bool batch = name.starts_with("data_batch_") || name.starts_with("test_batch");
    const bool plain =
        name == "train" || name == "test" || name == "meta" || name == "batches.meta";
    return batch || plain ? Meant::Python : Meant::Nothing;
}

Result<void> addFile(const fs::path& path, BatchSets& sets) {
    const Meant meant = meantBy(path);
    std::error_code error;
    const std::uint64_t size = fs::file_size(path, error);
    if (meant == Meant::Nothing || error || size == 0 || size > most_file_bytes) return {};
    const auto bytes = readWhole(path);
    if (!bytes) return tl::unexpected(bytes.error());
    const fs::path folder = path.parent_path();
    if (meant == Meant::Names) {
        const bool fine = foldedName(pathText(path.filename())).starts_with("fine");
        Found& found = sets[{folder, fine}];
        found.names = linesOf(*bytes);
        found.used.push_back(path);
    } else if (meant == Meant::Binary) {
        if (auto batch = binaryBatch(path, *bytes))
            sets[{folder, batch->fine}].add(std::move(*batch));
    } else if (bytes->starts_with('\x80')) {
        const auto python = readPythonBatch(*bytes);
        const bool pictures =
            python && python->columns == picture_bytes && python->labels.size() == python->rows;
        if (!python || (!pictures && python->names.empty()))
            return fail("python_batch_damaged", {{"path", pathText(path)}});
        Found& found = sets[{folder, python->fine}];
        if (!python->names.empty()) found.names = python->names;
        if (!pictures) {
            found.used.push_back(path);
            return {};
        }
        Batch batch{path,
                    {partOf(path), pathText(path.filename()), cifar_shape, {}, python->labels},
                    python->fine};
        batch.part.pixels.assign(python->data.begin(), python->data.end());
        found.add(std::move(batch));
    }
    return {};
}

}  // namespace

Result<std::optional<DataSet>> readCifarSet(const PreparedFiles& prepared, const DataLimits& limits,
                                            const std::stop_token& stop) {
    if (!mayUse(prepared, meantBy(prepared.chosen) != Meant::Nothing)) return std::nullopt;
    BatchSets sets;
    for (const fs::path& path : prepared.files) {
        if (stop.stop_requested()) return fail("cancelled_by_user");
        if (auto done = addFile(path, sets); !done) return tl::unexpected(done.error());
    }
    std::erase_if(sets, [&](const auto& set) {
        const Found& found = set.second;
        const bool holds = std::ranges::find(found.used, prepared.chosen) != found.used.end();
        return found.batches.empty() || !mayUse(prepared, holds);
    });
    if (sets.empty()) return std::nullopt;
    if (sets.size() > 1) {
        std::vector<std::string> names;
        for (const auto& [key, found] : sets)
            names.push_back(pathText(key.folder.filename()) +
                            (key.fine ? " (CIFAR-100)" : " (CIFAR-10)"));
        return failSeveralSets(prepared, names, sets.begin()->second.batches.front().path);
    }
    const bool fine = sets.begin()->first.fine;
    Found& found = sets.begin()->second;
    std::vector<PixelPart> parts;
    bool trains = false;
    for (Batch& batch : found.batches) {
        trains = trains || batch.part.part == Part::Train;
        parts.push_back(std::move(batch.part));
    }
    if (!trains)
        return fail("prepared_train_missing", {{"path", pathText(found.batches.front().path)}});
    auto set = joinParts(std::move(parts), found.names, limits, stop);
    if (!set) return tl::unexpected(set.error());
    if (fine) set->notes.push_back({"data_cifar_fine"});
    tellUnused(*set, prepared, found.used);
    return std::optional(std::move(*set));
}

}  // namespace duelo
