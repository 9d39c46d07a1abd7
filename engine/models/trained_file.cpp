// SPDX-License-Identifier: Apache-2.0
#include "models/trained_file.h"

#include <string>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "models/weight_bytes.h"
#include "models/weight_format.h"
#include "networks/hidden_units.h"

namespace duelo {
namespace {

/// A perceptron of another width is chosen by its width, other networks by their name.
Reason otherThan(std::string_view model, const std::string& found) {
    const auto hidden = hiddenUnits(found);
    if (hidden && hiddenUnits(model)) return {"weights_other_width", {{"hidden", *hidden}}, {}};
    return {"weights_other_model", {{"model", found}}, {}};
}

}  // namespace

Result<std::shared_ptr<const UsableNetwork>> networkOfTable(std::string_view model,
                                                            const TensorTable& table) {
    auto known = usableNetwork(model);
    if (!known || !(*known)->isTrainable()) return known;
    std::vector<TensorSpec> tensors;
    for (const StoredTensor& stored : table.tensors) tensors.push_back({stored.name, stored.shape});
    // The tensors say it even where nothing else does.
    const std::string found = networkWithTensors(tensors);
    if (!found.empty() && found != model) return tl::unexpected(otherThan(model, found));
    return usableNetwork(model, table.metadata);
}

Result<std::shared_ptr<const UsableNetwork>> networkOfFile(std::string_view model,
                                                           const std::filesystem::path& path) {
    auto known = usableNetwork(model);
    if (!known || !(*known)->isTrainable()) return known;
    const auto read = [&]() -> Result<std::shared_ptr<const UsableNetwork>> {
        const auto file = WeightBytes::read(path);
        if (!file) return tl::unexpected(file.error());
        const auto table = readTensorTable((*file)->bytes());
        if (!table) return tl::unexpected(table.error());
        return networkOfTable(model, *table);
    };
    auto network = read();
    // The readers know bytes, not where they came from.
    if (!network) network.error().args["path"] = pathText(path);
    return network;
}

}  // namespace duelo
