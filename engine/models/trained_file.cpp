// SPDX-License-Identifier: Apache-2.0
#include "models/trained_file.h"

#include <algorithm>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "base/utf8.h"
#include "base/whole_file.h"
#include "models/weight_bytes.h"
#include "models/weight_check.h"
#include "models/weight_format.h"
#include "networks/hidden_units.h"
#include "plan/attachment.h"

namespace duelo {
namespace {

/// A perceptron of another width is chosen by its width, other networks by their name.
Reason otherThan(std::string_view model, const std::string& found) {
    const auto hidden = hiddenUnits(found);
    if (hidden && hiddenUnits(model)) return {"weights_other_width", {{"hidden", *hidden}}, {}};
    return {"weights_other_model", {{"model", found}}, {}};
}

namespace fs = std::filesystem;

constexpr std::size_t kMostText = std::size_t{4} << 20;

/// The lines of a text file that are not blank; nothing where it cannot be read or is no text.
std::optional<std::vector<std::string>> linesOf(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return std::nullopt;
    auto file = openToRead(path);
    if (!file) return std::nullopt;
    std::string text(kMostText, '\0');
    file->read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file->gcount()));
    if (!isReadableText(text)) return std::nullopt;
    std::string_view rest = text;
    if (rest.starts_with("\xef\xbb\xbf")) rest.remove_prefix(3);
    std::vector<std::string> lines;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first == line.npos) continue;
        lines.push_back(printable(line.substr(first, line.find_last_not_of(" \t\r") - first + 1)));
    }
    return lines;
}

/// The names of `count` classes from a text file beside the weights, and that file.
std::optional<std::pair<std::vector<std::string>, fs::path>> classesBeside(const fs::path& weights,
                                                                           std::size_t count) {
    fs::path own = weights;
    own.replace_extension(".classes.txt");
    const fs::path folder = weights.parent_path();
    for (const fs::path& file :
         {own, folder / "classes.txt", folder / "class_names.txt", folder / "labels.txt"})
        if (auto lines = linesOf(file); lines && lines->size() == count)
            return std::pair(*std::move(lines), file);
    return std::nullopt;
}

std::shared_ptr<const UsableNetwork> withFoundClasses(const ModelInfo& info, std::size_t count,
                                                      const TensorTable& table,
                                                      const fs::path& path) {
    const auto note = [&](const char* code, const fs::path& file) {
        return Reason{code, {{"path", pathText(file)}, {"count", count}}, {}};
    };
    for (const std::vector<std::string>& names : table.class_names)
        if (names.size() == count)
            return withClasses(info, names, note("weights_classes_told", path));
    if (auto beside = classesBeside(path, count))
        return withClasses(info, std::move(beside->first),
                           note("weights_classes_beside", beside->second));
    std::vector<std::string> numbers;
    for (std::size_t i = 0; i < count; ++i) numbers.push_back(std::to_string(i));
    return withClasses(info, std::move(numbers), note("weights_classes_numbers", path));
}

Result<std::shared_ptr<const UsableNetwork>> publishedOf(
    const std::shared_ptr<const UsableNetwork>& usual, const TensorTable& table,
    const TrainedFile& file) {
    const ModelInfo& info = usual->info;
    const auto outputs = classesIn(table, wantedBy(info.name, info.network, file.key));
    if (!outputs) return tl::unexpected(outputs.error());
    if (!*outputs) return usual;
    const auto count = static_cast<std::size_t>(**outputs);
    if (!file.classes.empty()) {
        auto lines = linesOf(file.classes);
        if (!lines) return fail("weights_classes_unread", {{"classes", pathText(file.classes)}});
        if (lines->size() != count)
            return fail("weights_classes_count", {{"classes", pathText(file.classes)},
                                                  {"found", lines->size()},
                                                  {"outputs", count}});
        return withClasses(
            info, *std::move(lines),
            {"weights_classes_beside", {{"path", pathText(file.classes)}, {"count", count}}, {}});
    }
    if (count == static_cast<std::size_t>(info.classes)) return usual;
    return withFoundClasses(info, count, table, file.path);
}

}  // namespace

Result<std::shared_ptr<const UsableNetwork>> networkOfTable(std::string_view model,
                                                            const TensorTable& table,
                                                            const TrainedFile& file) {
    auto known = usableNetwork(model);
    if (!known) return known;
    if (!(*known)->isTrainable()) return publishedOf(*known, table, file);
    std::vector<TensorSpec> tensors;
    for (const StoredTensor& stored : table.tensors) tensors.push_back({stored.name, stored.shape});
    // The tensors say it even where nothing else does.
    const std::string found = networkWithTensors(tensors);
    if (!found.empty() && found != model) return tl::unexpected(otherThan(model, found));
    return usableNetwork(model, table.metadata);
}

Result<std::shared_ptr<const UsableNetwork>> networkOfFile(std::string_view model,
                                                           const TrainedFile& file) {
    auto known = usableNetwork(model);
    if (!known) return known;
    bool looked = false;
    const auto read = [&]() -> Result<std::shared_ptr<const UsableNetwork>> {
        const auto bytes = WeightBytes::read(file.path);
        if (!bytes) return tl::unexpected(bytes.error());
        const auto table = readTensorTable((*bytes)->bytes());
        if (!table) return tl::unexpected(table.error());
        looked = true;
        return networkOfTable(model, *table, file);
    };
    auto network = read();
    // What is no file of weights is told by who reads the weights, with better words.
    if (!network && !looked && !(*known)->isTrainable()) return known;
    // The readers know bytes, not where they came from.
    if (!network) network.error().args["path"] = pathText(file.path);
    return network;
}

}  // namespace duelo
