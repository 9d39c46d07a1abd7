// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/training_data.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/places.h"
#include "base/sha256.h"
#include "data/builtin.h"
#include "data/pixel_parts.h"
#include "experiments/training/picture_reader.h"
#include "machine/clock.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

constexpr double ns_per_ms = 1e6;
constexpr std::string_view synthetic_name = "synthetic";
constexpr std::size_t synthetic_classes = 10;
constexpr std::size_t synthetic_pictures = 500;  // of each class: as many as there are digits
constexpr int synthetic_side_px = 28;

/// A source as it is, before parts are made and checked.
struct Source {
    DataSet set;
    std::optional<FolderListing> listing;
    PictureReader reader;
};

Result<Source> withoutFiles(Result<DataSet> set) {
    if (!set) return tl::unexpected(std::move(set.error()));
    return Source{std::move(*set), {}, {}};
}

bool takeNumber(std::string_view& text, std::size_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

Result<DataSet> makeSynthetic(const std::string& input, const TrainingDataOptions& options) {
    std::size_t classes = synthetic_classes, pictures = synthetic_pictures;
    std::string_view rest = std::string_view(input).substr(synthetic_name.size());
    if (!rest.empty()) {
        const auto take = [&rest](char wanted) {
            const bool found = rest.starts_with(wanted);
            if (found) rest.remove_prefix(1);
            return found;
        };
        const bool valid = take(':') && takeNumber(rest, classes) && take('x') &&
                           takeNumber(rest, pictures) && rest.empty() && pictures > 0;
        if (!valid) return fail("synthetic_spec_invalid", {{"input", input}});
    }
    const int side_px = options.size_px > 0 ? options.size_px : synthetic_side_px;
    const SampleShape shape{options.channels > 0 ? options.channels : 1, side_px, side_px};
    // Saturates: a product that wraps around would pass the limits.
    const std::size_t most = options.limits.set_bytes / std::max<std::size_t>(1, classes);
    const std::size_t count = pictures > most ? options.limits.set_bytes + 1 : classes * pictures;
    return syntheticSet(options.seed, shape, classes, count, options.limits, options.stop);
}

Result<Source> readFolder(const fs::path& folder, const TrainingDataOptions& options) {
    std::error_code error;
    if (auto there = checkIsFolder(folder); !there && !fs::is_regular_file(folder, error))
        return tl::unexpected(there.error());
    auto prepared = readPreparedSet(folder, options.limits, options.stop);
    if (!prepared) return tl::unexpected(std::move(prepared.error()));
    if (*prepared) return withoutFiles(*std::move(*prepared));
    auto reader = photographReader();
    if (!reader) return tl::unexpected(reader.error());
    FolderOptions how;
    how.reduced_px = options.size_px;
    how.limits = options.limits;
    how.progress = options.progress;
    how.stop = options.stop;
    auto read = readImageFolder(folder, *reader, how);
    if (!read) return tl::unexpected(std::move(read.error()));
    return Source{std::move(read->set), std::move(read->listing), std::move(*reader)};
}

Result<Source> readSource(const std::string& input, const TrainingDataOptions& options) {
    if (input == "digits" || input == "textures") {
        const auto folder = shippedFile("data");
        if (!folder) return fail("builtin_data_missing", {{"path", "share/duelo/data"}});
        return withoutFiles(input == "digits" ? readDigits(*folder, options.stop)
                                              : readTextures(*folder, options.stop));
    }
    if (input == synthetic_name || input.starts_with(std::string(synthetic_name) + ":"))
        return withoutFiles(makeSynthetic(input, options));
    return readFolder(fromUtf8(input), options);
}

/// Numbers as 8 bytes, the lowest first, so that the digest is the same on every machine.
void addNumber(Sha256& digest, std::uint64_t value) {
    std::array<std::byte, 8> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(value >> (8 * i));
    digest.add(bytes);
}

void addSplit(Sha256& digest, const Split& split) {
    for (const auto* part : {&split.train, &split.validation, &split.test}) {
        addNumber(digest, part->size());
        for (const std::size_t index : *part) addNumber(digest, index);
    }
}

/// Returns the digest of the data; nothing when cancelled.
std::optional<std::string> digestOf(const LabelledSet& samples, const Split& split,
                                    const std::stop_token& stop) {
    Sha256 digest;
    const SampleShape& shape = samples.shape();
    for (const int side : {shape.channels, shape.height_px, shape.width_px})
        addNumber(digest, static_cast<std::uint64_t>(side));
    for (const std::string& name : samples.classNames()) {
        addNumber(digest, name.size());
        digest.add(name);
    }
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (stop.stop_requested()) return std::nullopt;
        digest.add(std::as_bytes(samples.pixels(i)));
        addNumber(digest, static_cast<std::uint64_t>(samples.label(i)));
    }
    addSplit(digest, split);
    return digest.hex();
}

/// The parts that are missing are made; the others are the source's own.
Result<Split> completeSplit(const DataSet& set, const TrainingDataOptions& options) {
    auto split = splitStratified(set.samples, set.split, options.shares, options.seed);
    if (split && options.train_share < 1)
        split->train = shareOfPart(set.samples, split->train, options.train_share, options.seed);
    return split;
}

bool sameData(const TrainingDataOptions& a, const TrainingDataOptions& b) {
    return a.seed == b.seed && a.shares == b.shares && a.train_share == b.train_share &&
           a.channels == b.channels && a.size_px == b.size_px && a.limits == b.limits;
}

}  // namespace

Result<TrainingData> loadTrainingData(const std::string& input,
                                      const TrainingDataOptions& options) {
    const std::int64_t start_ns = nowNs();
    auto source = readSource(input, options);
    if (!source) return tl::unexpected(std::move(source.error()));
    TrainingData data;
    data.decode_ms = static_cast<double>(nowNs() - start_ns) / ns_per_ms;

    auto split = completeSplit(source->set, options);
    if (!split) return tl::unexpected(std::move(split.error()));
    auto leaks = findLeaks(source->set.samples, *split, options.stop);
    auto digest = leaks ? digestOf(source->set.samples, *split, options.stop) : std::nullopt;
    if (!digest) return fail("cancelled_by_user");

    data.samples = std::move(source->set.samples);
    data.split = std::move(*split);
    data.leaks = std::move(*leaks);
    data.notes = std::move(source->set.notes);
    for (Reason& skipped : source->set.skipped) data.notes.push_back(std::move(skipped));
    data.skipped_count = source->set.skipped_count;
    data.sha256 = std::move(*digest);
    data.listing = std::move(source->listing);
    data.reader = std::move(source->reader);
    return data;
}

std::shared_ptr<const TrainingData> TrainingDataStore::known(
    const std::string& input, const TrainingDataOptions& options) const {
    const std::optional<Latest>& latest = *m_latest;
    const bool same = latest && latest->input == input && sameData(latest->options, options);
    return same ? latest->data : nullptr;
}

Result<std::shared_ptr<const TrainingData>> TrainingDataStore::load(
    const std::string& input, const TrainingDataOptions& options) {
    if (auto data = known(input, options)) return data;
    std::optional<Latest>& latest = *m_latest;
    latest.reset();  // before loading: two sets at once may be more than there is memory for
    auto data = loadTrainingData(input, options);
    if (!data) return tl::unexpected(std::move(data.error()));
    auto shared = std::make_shared<const TrainingData>(std::move(*data));
    latest = {input, options, shared};
    latest->options.progress = {};
    latest->options.stop = {};
    return shared;
}

}  // namespace duelo
