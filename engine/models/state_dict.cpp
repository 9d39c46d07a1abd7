// SPDX-License-Identifier: Apache-2.0
#include "models/state_dict.h"

#include <optional>
#include <set>
#include <string>

#include "base/printable.h"
#include "models/pickle_names.h"

namespace duelo {

namespace {

using Kind = PickleNode::Kind;

constexpr std::uint64_t kMaxStorageElements = std::uint64_t{1} << 40;

/// Which part of which storage a persistent id means: ("storage", class, key, location, elements)
/// and, in the older form, a sixth item that is None or (view key, first element, elements).
struct StorageView {
    std::string_view key;
    ElementType type = ElementType::F32;
    std::uint64_t root_elements = 0;
    std::uint64_t first = 0;
    std::uint64_t elements = 0;
};

std::optional<std::uint64_t> count(const PickleNode& node) {
    if (node.kind != Kind::Integer || node.integer < 0) return std::nullopt;
    const auto value = static_cast<std::uint64_t>(node.integer);
    if (value > kMaxStorageElements) return std::nullopt;
    return value;
}

std::optional<StorageView> viewOf(const Pickle& pickle, const PickleNode& persistent) {
    if (persistent.kind != Kind::Persistent) return std::nullopt;
    const PickleNode& id = pickle[persistent.items[0]];
    if (id.kind != Kind::Tuple || id.items.size() < 5 || id.items.size() > 6) return std::nullopt;
    const PickleNode& word = pickle[id.items[0]];
    const PickleNode& type = pickle[id.items[1]];
    const PickleNode& key = pickle[id.items[2]];
    const auto element = elementOfPickleName(type.kind == Kind::Global ? type.text : "");
    const auto elements = count(pickle[id.items[4]]);
    if (word.kind != Kind::Text || word.text != "storage" || key.kind != Kind::Text || !element ||
        !elements)
        return std::nullopt;
    StorageView view{key.text, *element, *elements, 0, *elements};
    if (id.items.size() == 5 || pickle[id.items[5]].kind == Kind::None) return view;

    const PickleNode& part = pickle[id.items[5]];
    if (part.kind != Kind::Tuple || part.items.size() != 3) return std::nullopt;
    const auto first = count(pickle[part.items[1]]);
    const auto part_elements = count(pickle[part.items[2]]);
    if (!first || !part_elements || *first + *part_elements > view.root_elements)
        return std::nullopt;
    view.first = *first;
    view.elements = *part_elements;
    return view;
}

std::optional<std::vector<std::int64_t>> sizes(const PickleNode& tuple, const Pickle& pickle) {
    if (tuple.kind != Kind::Tuple || tuple.items.size() > kMaxDimensions) return std::nullopt;
    std::vector<std::int64_t> values;
    for (const PickleId id : tuple.items) {
        if (!count(pickle[id])) return std::nullopt;
        values.push_back(pickle[id].integer);
    }
    return values;
}

/// Elements from the first to past the last that shape and strides reach; nothing on overflow.
std::optional<std::uint64_t> spanOf(const StoredTensor& tensor) {
    const auto elements = elementCount(tensor.shape);
    if (!elements || *elements == 0) return elements;
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
        const auto steps = static_cast<std::uint64_t>(tensor.shape[i] - 1);
        const auto stride = static_cast<std::uint64_t>(tensor.strides[i]);
        // Both are at most 2^40, and so must their product be.
        if (steps != 0 && stride > kMaxStorageElements / steps) return std::nullopt;
        last += steps * stride;
    }
    return last + 1;
}

bool isContiguous(const StoredTensor& tensor) {
    const std::vector<std::int64_t> dense = rowMajorStrides(tensor.shape);
    for (std::size_t i = 0; i < dense.size(); ++i)
        if (tensor.shape[i] != 1 && tensor.strides[i] != dense[i]) return false;
    return true;
}

/// The call that makes the tensor; a parameter is a tensor with one more call around it.
const PickleNode* tensorCall(const Pickle& pickle, const PickleNode& value) {
    const PickleNode* call = &value;
    if (call->kind == Kind::Call && call->text == kRebuildParameterName) {
        if (call->items.empty()) return nullptr;
        call = &pickle[call->items[0]];
    }
    const bool tensor = call->kind == Kind::Call && call->text != kRebuildParameterName;
    return tensor && call->items.size() >= 4 && call->items.size() <= 8 ? call : nullptr;
}

Result<StoredTensor> tensorOf(const Pickle& pickle, std::string_view name, const PickleNode& value,
                              const Storages& storages) {
    const PickleNode* call = tensorCall(pickle, value);
    if (call == nullptr) return fail("weights_not_state_dict", {{"found", printable(name)}});
    const auto view = viewOf(pickle, pickle[call->items[0]]);
    const auto first = count(pickle[call->items[1]]);
    auto shape = sizes(pickle[call->items[2]], pickle);
    auto strides = sizes(pickle[call->items[3]], pickle);
    if (!view) return badStorage("storage_id", name);
    if (!first) return badStorage("storage_offset", name);
    if (!shape || !strides || shape->size() != strides->size())
        return badStorage("shape_and_strides", name);

    StoredTensor tensor{.name = std::string(name),
                        .type = view->type,
                        .shape = std::move(*shape),
                        .strides = std::move(*strides)};
    std::uint64_t available = view->elements;
    if (call->text == kRebuildTensorV3Name) {
        // An untyped storage counts bytes; the element type is an argument of the call.
        const PickleNode* dtype = call->items.size() >= 7 ? &pickle[call->items[6]] : nullptr;
        const auto type =
            elementOfPickleName(dtype != nullptr && dtype->kind == Kind::Global ? dtype->text : "");
        if (!type || view->type != ElementType::U8) return badStorage("tensor_type", name);
        tensor.type = *type;
        available /= byteSize(*type);
    }
    const auto span = spanOf(tensor);
    if (!span) return badStorage("size_overflow", name);
    if (*first > available || *span > available - *first) return badStorage("past_storage", name);
    const Storage& storage = storages.at(view->key);
    if (*span > 0 && !storage.located) return badStorage("storage_missing", name);
    tensor.offset =
        storage.offset + view->first * byteSize(view->type) + *first * byteSize(tensor.type);
    tensor.span_elements = *span;
    tensor.contiguous = isContiguous(tensor);
    return tensor;
}

/// The dict of tensors: the pickle's own value or, as in training checkpoints, its "state_dict".
const PickleNode* stateDict(const Pickle& pickle) {
    const PickleNode& top = pickle.top();
    if (top.kind != Kind::Dict) return nullptr;
    for (std::size_t i = 0; i + 1 < top.items.size(); i += 2) {
        const PickleNode& key = pickle[top.items[i]];
        const PickleNode& value = pickle[top.items[i + 1]];
        if (key.kind == Kind::Text && key.text == "state_dict" && value.kind == Kind::Dict)
            return &value;
    }
    return &top;
}

}  // namespace

tl::unexpected<Reason> badStorage(const char* rule, std::string_view tensor) {
    return fail("weights_storage", {{"rule", rule}, {"tensor", printable(tensor)}});
}

Result<Storages> storagesOf(const Pickle& pickle) {
    Storages storages;
    for (const PickleNode& node : pickle.nodes) {
        if (node.kind != Kind::Persistent) continue;
        const auto view = viewOf(pickle, node);
        if (!view) return badStorage("storage_id", "");
        const auto [entry, added] = storages.try_emplace(
            view->key, Storage{.type = view->type, .elements = view->root_elements});
        if (!added &&
            (entry->second.type != view->type || entry->second.elements != view->root_elements))
            return badStorage("storage_described_twice", view->key);
    }
    return storages;
}

Result<std::vector<StoredTensor>> tensorsOf(const Pickle& pickle, const Storages& storages) {
    const PickleNode* dict = stateDict(pickle);
    if (dict == nullptr) return fail("weights_not_state_dict", {{"found", ""}});
    if (dict->items.empty()) return fail("weights_not_state_dict", {{"found", ""}}, "no tensors");
    if (dict->items.size() / 2 > kMaxTensors) return badStorage("too_many_tensors", "");
    std::vector<StoredTensor> tensors;
    std::set<std::string_view> names;
    for (std::size_t i = 0; i + 1 < dict->items.size(); i += 2) {
        const PickleNode& key = pickle[dict->items[i]];
        if (key.kind != Kind::Text) return fail("weights_not_state_dict", {{"found", ""}});
        if (!names.insert(key.text).second) return badStorage("duplicate_name", key.text);
        auto tensor = tensorOf(pickle, key.text, pickle[dict->items[i + 1]], storages);
        if (!tensor) return tl::unexpected(std::move(tensor.error()));
        tensors.push_back(std::move(*tensor));
    }
    return tensors;
}

}  // namespace duelo
