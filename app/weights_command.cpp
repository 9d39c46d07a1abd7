// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>

#include "base/places.h"
#include "commands.h"
#include "models/fetch_weights.h"
#include "models/weight_store.h"
#include "networks/registry.h"
#include "terminal.h"

namespace duelo {

namespace {

int listWeights(const EngineContext& context) {
    const Text& text = context.text();
    for (const ModelInfo& model : models()) {
        const auto file = officialWeightsFile(model.name);
        std::cout << model.name << ": "
                  << (file ? text("cli.weights_here", {{"path", utf8(*file)}})
                           : text("cli.weights_absent", {{"name", std::string(model.name)}}))
                  << '\n';
    }
    return kAllDone;
}

int fetchOne(const EngineContext& context, const std::string& name,
             const std::filesystem::path& folder) {
    const bool redraw = isTerminal();
    const auto fetched =
        fetchOfficialWeights(name, folder, [&](std::uint64_t done, std::uint64_t total) {
            if (redraw && total > 0)
                std::cout << '\r' << name << ": " << 100 * done / total << " %   " << std::flush;
            return true;
        });
    if (redraw) std::cout << '\r';
    if (!fetched) return refuse(context, fetched.error());
    std::cout << context.text()("cli.weights_fetched", {{"path", utf8(*fetched)}}) << '\n';
    return kAllDone;
}

}  // namespace

int weightsCommand(EngineContext& context, const std::vector<std::string>& names,
                   const std::filesystem::path& folder) {
    if (names.empty()) return listWeights(context);
    int worst = kAllDone;
    for (const std::string& name : names)
        worst = std::max(worst,
                         fetchOne(context, name, folder.empty() ? downloadedWeightsDir() : folder));
    return worst;
}

}  // namespace duelo
