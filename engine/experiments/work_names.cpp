// SPDX-License-Identifier: Apache-2.0
#include "experiments/work_names.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "networks/hidden_units.h"
#include "networks/trainable.h"
#include "report/comparison.h"

namespace duelo {

namespace {

/// Returns the whole numbers that a block has of an axis. Files can hold anything: other values are
/// passed over.
std::vector<int> integersIn(const Block& block, std::string_view axis) {
    std::vector<int> out;
    for (const Json& value : valuesIn(block, axis)) {
        if (!value.is_number_integer()) continue;
        const auto number = value.get<double>();
        if (number >= std::numeric_limits<int>::min() && number <= std::numeric_limits<int>::max())
            out.push_back(value.get<int>());
    }
    return out;
}

std::vector<std::string> networksIn(const Block& block) {
    std::vector<std::string> out;
    for (const Json& model : valuesIn(block, "model")) {
        if (model == kMlp)
            for (const int hidden : integersIn(block, "hidden")) out.push_back(mlpName(hidden));
        else if (model.is_string())
            out.push_back(model.get<std::string>());
    }
    return out;
}

}  // namespace

std::string modelName(const Params& work) {
    const std::string model = work.text("model");
    return model == kMlp ? mlpName(static_cast<int>(work.integer("hidden", kUsualHidden))) : model;
}

std::string networkName(std::string_view model, const Text& text) {
    const auto hidden = hiddenUnits(model);
    return text.word("model", hidden ? std::string(kMlp) + "-" + std::to_string(*hidden) : model);
}

std::string networkName(const Params& work, const Text& text) {
    return networkName(modelName(work), text);
}

std::string inputOf(const Params& work) {
    std::vector<std::string> inputs = inputsOf(work);
    return inputs.empty() ? std::string() : std::move(inputs.front());
}

std::vector<std::string> inputsOf(const Params& work) {
    const Json& input = work.at(work.has("data") ? "data" : "input");
    std::vector<std::string> inputs;
    for (const Json& one : input.is_array() ? input : Json::array({input}))
        if (one.is_string()) inputs.push_back(one.get<std::string>());
    return inputs;
}

std::string inputName(const Params& work, const Text& text) {
    std::vector<std::string> inputs = inputsOf(work);
    if (inputs.empty()) return {};
    // The batch has room for the first of them alone: the others are not looked at.
    const auto places =
        static_cast<std::size_t>(std::max<std::int64_t>(1, work.integer("batch", 1)));
    if (places < inputs.size()) inputs.resize(places);
    const std::string first = inputName(inputs.front(), text);
    if (inputs.size() == 1) return first;
    return text("report.input_together", {{"first", first}, {"more", inputs.size() - 1}});
}

std::string inputName(const std::string& input, const Text& text) {
    if (input == kRandomInput) return text("report.input_random");
    const auto size = std::min(input.find(':'), input.size());  // "synthetic:10x500"
    const std::string set = "data." + input.substr(0, size);
    if (!text.has(set)) return visibleText(baseName(input));
    return text(set) + (size < input.size() ? ' ' + visibleText(input.substr(size + 1)) : "");
}

std::string classOfSet(const std::string& set, const std::string& name, const Text& text) {
    const std::string key = "class_name." + set + "_" + name;
    return text.has(key) ? text(key) : visibleText(name);
}

std::string batchName(const Params& work, const Text& text) {
    return text("cli.batch", {{"batch", work.integer("batch", 1)}});
}

Json nameArgs(const Params& work, const Text& text) {
    return {{"model_name", networkName(work, text)},
            {"input_name", inputName(work, text)},
            {"size_px", work.integer("size_px")},
            {"batch", work.integer("batch", 1)}};
}

std::string networksTitle(const Plan& plan, const Text& text) {
    std::set<std::string> models;
    std::set<int> sizes;
    for (const Block& block : plan.cases) {
        const std::vector<std::string> networks = networksIn(block);
        models.insert(networks.begin(), networks.end());
        for (const int size : integersIn(block, "size_px")) sizes.insert(size);
        if (block.contains("size_px")) continue;
        // A network that is trained takes images of one size.
        for (const std::string& network : networks)
            if (const auto model = trainableModel(network, 1)) sizes.insert(model->size_px);
    }
    if (models.empty()) return {};
    std::string modelsText, sizesText;
    for (const std::string& model : models)
        modelsText += (modelsText.empty() ? "" : ", ") + networkName(model, text);
    for (const int size : sizes)
        sizesText += (sizesText.empty() ? "" : ", ") + std::to_string(size);
    return text("told.recent_title", {{"models_text", modelsText}, {"sizes_text", sizesText}});
}

}  // namespace duelo
