// SPDX-License-Identifier: Apache-2.0
#include "models/weight_check.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include "base/printable.h"
#include "models/weight_place.h"

namespace duelo {

namespace {

using ByName = std::unordered_map<std::string_view, const StoredTensor*>;

/// The tensors of a place without its prefix.
ByName tensorsIn(const WeightPlace& place) {
    ByName all;
    for (const StoredTensor& tensor : place.tensors)
        if (tensor.name.starts_with(place.prefix))
            all.emplace(std::string_view(tensor.name).substr(place.prefix.size()), &tensor);
    return all;
}

/// GPTQ's, bitsandbytes' and PyTorch's own names of tensors that hold weights in fewer bits.
bool isQuantised(const WeightPlace& place) {
    constexpr std::array<std::string_view, 8> kEndings{
        ".qweight",   ".qzeros",        ".SCB",        ".absmax",
        ".quant_map", "_packed_params", ".zero_point", ".weight_scale"};
    return std::ranges::any_of(place.tensors, [&](const StoredTensor& tensor) {
        return std::ranges::any_of(kEndings, [&](std::string_view ending) {
            return std::string_view(tensor.name).ends_with(ending);
        });
    });
}

/// Returns the common beginning of all names but those of the file's counters, up to a dot.
std::string commonPrefix(const WeightPlace& place) {
    std::string_view common = place.tensors.front().name;
    for (const StoredTensor& tensor : place.tensors) {
        if (tensor.name.find('.') == std::string::npos) continue;  // "n_averaged"
        const auto end = std::ranges::mismatch(common, tensor.name).in1;
        common = common.substr(0, static_cast<std::size_t>(end - common.begin()));
    }
    return std::string(common.substr(0, common.rfind('.') + 1));
}

std::string otherModel(const WeightPlace& place, const OtherModel& other) {
    if (!other) return {};
    for (const std::string& prefix : {std::string(), commonPrefix(place)}) {
        std::vector<TensorSpec> specs;
        for (const StoredTensor& tensor : place.tensors)
            if (tensor.name.starts_with(prefix) && !isCounter(tensor.name))
                specs.push_back({tensor.name.substr(prefix.size()), tensor.shape});
        if (std::string model = other(specs); !model.empty()) return model;
    }
    return {};
}

struct Differences {
    std::vector<const TensorSpec*> missing;
    std::vector<const StoredTensor*> unknown;
    std::vector<std::pair<const TensorSpec*, const StoredTensor*>> misshapen;
};

Differences compare(const WantedTensors& wanted, const WeightPlace& place) {
    Differences differences;
    const ByName found = tensorsIn(place);
    const std::vector<TensorSpec>& names = namesIn(wanted, place);
    std::unordered_map<std::string_view, bool> expected;
    for (std::size_t i = 0; i < names.size(); ++i) {
        expected.emplace(names[i].name, true);
        const auto stored = found.find(names[i].name);
        if (stored == found.end()) {
            if (!isCounter(names[i].name)) differences.missing.push_back(&names[i]);
        } else if (!isOfShape(wanted, place, i, *stored->second)) {
            differences.misshapen.emplace_back(&names[i], stored->second);
        }
    }
    for (const StoredTensor& tensor : place.tensors) {
        const auto named =
            found.find(std::string_view(tensor.name)
                           .substr(std::min(place.prefix.size(), tensor.name.size())));
        if (named != found.end() && named->second == &tensor && !expected.contains(named->first) &&
            !isCounter(named->first))
            differences.unknown.push_back(&tensor);
    }
    return differences;
}

tl::unexpected<Reason> explain(const Differences& differences) {
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
    const auto& [spec, tensor] = differences.misshapen.front();
    return fail("weights_shape", {{"tensor", spec->name},
                                  {"expected", shapeText(spec->shape)},
                                  {"found", shapeText(tensor->shape)},
                                  {"count", differences.misshapen.size()}});
}

tl::unexpected<Reason> whyNot(const TensorTable& table, const WantedTensors& wanted,
                              const WeightPlace& nearest, const OtherModel& other) {
    const auto fault = table.faults.find(std::string(nearest.dictionary()));
    if (fault != table.faults.end()) return tl::unexpected(fault->second);
    if (const std::string model = otherModel(nearest, other); !model.empty())
        return fail("weights_other_model", {{"model", model}});
    if (table.quantised || isQuantised(nearest)) return fail("weights_quantised");
    if (nearest.found == 0 && table.instead) return tl::unexpected(*table.instead);
    return explain(compare(wanted, nearest));
}

Result<WeightPlace> onlyPlace(const TensorTable& table, const WantedTensors& wanted,
                              const OtherModel& other) {
    std::vector<WeightPlace> places = placesOf(table, wanted);
    if (places.empty()) {
        WantedTensors anywhere = wanted;
        anywhere.key.clear();
        Json accepted = Json::array();
        for (const WeightPlace& place : placesOf(table, anywhere))
            if (place.fits) accepted.push_back(place.path().empty() ? "." : place.path());
        return fail("weights_key_unknown",
                    {{"key", printable(wanted.key)}, {"accepted", std::move(accepted)}});
    }
    if (places.size() > 1) {
        Json keys = Json::array();
        for (const WeightPlace& place : places)
            keys.push_back(place.path().empty() ? "." : place.path());
        return fail("weights_several", {{"keys", std::move(keys)}});
    }
    const bool sound = !table.faults.contains(std::string(places.front().dictionary()));
    if (!places.front().fits || !sound) return whyNot(table, wanted, places.front(), other);
    return std::move(places.front());
}

}  // namespace

Result<CheckedTensors> checkTensors(const TensorTable& table, const WantedTensors& wanted,
                                    const OtherModel& other) {
    const auto place = onlyPlace(table, wanted, other);
    if (!place) return tl::unexpected(place.error());
    CheckedTensors checked{
        .tensors = {}, .converted = {}, .taken_from = place->path(), .elsewhere = place->elsewhere};
    const ByName found = tensorsIn(*place);
    for (const auto& [name, stored] : found)
        if (isCounter(name) ? !isInteger(stored->type) : !isFloating(stored->type))
            return fail("weights_type", {{"tensor", printable(stored->name)},
                                         {"found", elementName(stored->type)}});
    const std::vector<TensorSpec>& names = namesIn(wanted, *place);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto stored = found.find(names[i].name);
        if (stored == found.end()) continue;
        StoredTensor tensor = *stored->second;
        tensor.name = wanted.specs[i].name;
        if (tensor.shape == names[i].shape && tensor.shape != wanted.specs[i].shape) {
            tensor.shape = wanted.specs[i].shape;
            tensor.strides = rowMajorStrides(tensor.shape);
        }
        if (!isCounter(names[i].name) && tensor.type != ElementType::F32)
            ++checked.converted[tensor.type];
        checked.tensors.push_back(std::move(tensor));
    }
    return checked;
}

Result<std::optional<std::int64_t>> classesIn(const TensorTable& table,
                                              const WantedTensors& wanted) {
    WantedTensors any = wanted;
    any.any_classes = true;
    const auto place = onlyPlace(table, any, {});
    if (!place) {
        const std::string& code = place.error().code;
        if (code == "weights_several" || code == "weights_key_unknown")
            return tl::unexpected(place.error());
        return std::nullopt;
    }
    const ByName found = tensorsIn(*place);
    const auto outputs = [&](const TensorSpec& spec) { return found.at(spec.name)->shape.front(); };
    // Weight and bias of the last layer.
    const std::vector<TensorSpec>& names = namesIn(any, *place);
    const std::int64_t classes = outputs(names.back());
    if (outputs(names[names.size() - 2]) != classes) return std::nullopt;
    return std::optional(classes);
}

std::vector<Reason> notesOf(const CheckedTensors& checked, const WantedTensors& wanted,
                            const std::string& path) {
    std::vector<Reason> notes;
    if (!checked.taken_from.empty())
        notes.push_back(
            {"weights_taken_from", {{"path", path}, {"key", printable(checked.taken_from)}}, {}});
    if (checked.elsewhere) notes.push_back({wanted.elsewhere_note, {{"path", path}}, {}});
    for (const auto& [type, count] : checked.converted)
        notes.push_back({"weights_converted",
                         {{"path", path}, {"from", elementName(type)}, {"count", count}},
                         {}});
    return notes;
}

}  // namespace duelo
