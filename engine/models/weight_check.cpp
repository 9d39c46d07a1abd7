// SPDX-License-Identifier: Apache-2.0
#include "models/weight_check.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "base/printable.h"

namespace duelo {

namespace {

constexpr std::string_view kParallelPrefix = "module.";
/// Batch norm's counter of training steps: inference never looks at it, and files from before
/// PyTorch 0.4.1 have none.
constexpr std::string_view kCounterSuffix = "num_batches_tracked";

bool isCounter(std::string_view name) {
    return name == kCounterSuffix || name.ends_with(".num_batches_tracked");
}

/// DataParallel puts every parameter one module deeper.
void stripParallelPrefix(std::vector<StoredTensor>& tensors) {
    const auto prefixed = [](const StoredTensor& tensor) {
        return tensor.name.starts_with(kParallelPrefix) &&
               tensor.name.size() > kParallelPrefix.size();
    };
    if (!std::all_of(tensors.begin(), tensors.end(), prefixed)) return;
    for (StoredTensor& tensor : tensors) tensor.name.erase(0, kParallelPrefix.size());
}

using Expected = std::unordered_map<std::string_view, const TensorSpec*>;

struct Differences {
    std::vector<const TensorSpec*> missing;
    std::vector<const StoredTensor*> unknown;
    std::vector<const StoredTensor*> misshapen;

    [[nodiscard]] bool any() const {
        return !missing.empty() || !unknown.empty() || !misshapen.empty();
    }
};

Differences compare(const std::vector<StoredTensor>& found, std::span<const TensorSpec> expected,
                    const Expected& by_name) {
    Differences differences;
    std::unordered_map<std::string_view, bool> present;
    for (const StoredTensor& tensor : found) {
        present.emplace(tensor.name, true);
        const auto spec = by_name.find(tensor.name);
        if (spec == by_name.end()) {
            if (!isCounter(tensor.name)) differences.unknown.push_back(&tensor);
        } else if (spec->second->shape != tensor.shape) {
            differences.misshapen.push_back(&tensor);
        }
    }
    for (const TensorSpec& spec : expected)
        if (!present.contains(spec.name) && !isCounter(spec.name))
            differences.missing.push_back(&spec);
    return differences;
}

std::string otherModel(const std::vector<StoredTensor>& found, const OtherModel& other) {
    if (!other) return {};
    std::vector<TensorSpec> specs;
    for (const StoredTensor& tensor : found)
        if (!isCounter(tensor.name)) specs.push_back({tensor.name, tensor.shape});
    return other(specs);
}

tl::unexpected<Reason> explain(const Differences& differences, const Expected& by_name) {
    if (!differences.missing.empty()) {
        const TensorSpec& spec = *differences.missing.front();
        return fail("weights_tensor_missing", {{"tensor", spec.name},
                                               {"expected", shapeText(spec.shape)},
                                               {"count", differences.missing.size()}});
    }
    if (!differences.unknown.empty()) {
        const StoredTensor& tensor = *differences.unknown.front();
        return fail("weights_tensor_unknown", {{"tensor", printable(tensor.name)},
                                               {"found", shapeText(tensor.shape)},
                                               {"count", differences.unknown.size()}});
    }
    const StoredTensor& tensor = *differences.misshapen.front();
    return fail("weights_shape", {{"tensor", tensor.name},
                                  {"expected", shapeText(by_name.at(tensor.name)->shape)},
                                  {"found", shapeText(tensor.shape)},
                                  {"count", differences.misshapen.size()}});
}

}  // namespace

Result<CheckedTensors> checkTensors(std::vector<StoredTensor> found,
                                    std::span<const TensorSpec> expected, const OtherModel& other) {
    stripParallelPrefix(found);
    Expected by_name;
    for (const TensorSpec& spec : expected) by_name.emplace(spec.name, &spec);

    const Differences differences = compare(found, expected, by_name);
    if (differences.any()) {
        if (const std::string model = otherModel(found, other); !model.empty())
            return fail("weights_other_model", {{"model", model}});
        return explain(differences, by_name);
    }

    CheckedTensors checked;
    for (StoredTensor& tensor : found) {
        const bool counter = isCounter(tensor.name);
        if (counter ? !isInteger(tensor.type) : !isFloating(tensor.type))
            return fail("weights_type",
                        {{"tensor", printable(tensor.name)}, {"found", elementName(tensor.type)}});
        if (!by_name.contains(tensor.name)) continue;
        if (!counter && tensor.type != ElementType::F32) ++checked.converted[tensor.type];
        checked.tensors.push_back(std::move(tensor));
    }
    return checked;
}

}  // namespace duelo
