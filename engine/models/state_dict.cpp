// SPDX-License-Identifier: Apache-2.0
#include "models/state_dict.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/printable.h"
#include "models/pickle_names.h"

namespace duelo {

namespace {

using Kind = PickleNode::Kind;

constexpr std::uint64_t kMaxStorageElements = std::uint64_t{1} << 40;

/// The part of a storage that a persistent id means: ("storage", class, key, location, elements)
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
    const auto isParameter = [](const PickleNode& node) {
        return node.text == kRebuildParameterName || node.text == kRebuildParameterWithStateName;
    };
    const PickleNode* call = &value;
    if (call->kind == Kind::Call && isParameter(*call)) {
        if (call->items.empty()) return nullptr;
        call = &pickle[call->items[0]];
    }
    const bool tensor = call->kind == Kind::Call && !isParameter(*call);
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
    if (storage.fault != nullptr) return badStorage(storage.fault, name);
    if (*span > 0 && !storage.located) return badStorage("storage_missing", name);
    tensor.offset =
        storage.offset + view->first * byteSize(view->type) + *first * byteSize(tensor.type);
    tensor.span_elements = *span;
    tensor.contiguous = isContiguous(tensor);
    return tensor;
}

/// Paths in a file are words that people type; what is nested further is not weights.
constexpr std::size_t kMostPlace = 256;
constexpr std::size_t kMostPlaces = 20'000;
constexpr std::size_t kMostName = 1024;
/// An optimiser has three for each of the network's, and an average one.
constexpr std::size_t kMostTensorsOfAll = 4 * kMaxTensors;

bool isDict(const PickleNode& node) {
    return node.kind == Kind::Dict || (node.kind == Kind::Foreign && !node.items.empty());
}

constexpr std::size_t kMostClassLists = 16;

bool isOfClasses(const PickleNode& key) {
    if (key.kind != Kind::Text || key.text.size() > kMostPlace) return false;
    std::string low(key.text);
    std::ranges::transform(low, low.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return low.find("class") != low.npos || low.find("label") != low.npos ||
           low.find("categor") != low.npos;
}

/// ["a", "b"], {"a": 0, "b": 1} or {0: "a", 1: "b"}; empty: something else.
std::vector<std::string> classNames(const Pickle& pickle, const PickleNode& node) {
    std::vector<std::string> names;
    const bool dict = isDict(node);
    if (!dict && node.kind != Kind::List && node.kind != Kind::Tuple) return names;
    const std::size_t count = node.items.size() / (dict ? 2 : 1);
    if (count < 2 || count > kMaxTensors) return names;
    names.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const PickleNode* number = dict ? &pickle[node.items[2 * i]] : nullptr;
        const PickleNode* name = &pickle[node.items[dict ? 2 * i + 1 : i]];
        if (dict && number->kind == Kind::Text) std::swap(number, name);
        std::size_t at = i;
        if (dict && (number->kind != Kind::Integer || number->integer < 0)) return {};
        if (dict) at = static_cast<std::size_t>(number->integer);
        if (name->kind != Kind::Text || name->text.empty() || at >= count || !names[at].empty())
            return {};
        names[at] = printable(name->text);
    }
    return names;
}

/// Goes through the dictionaries and sequences of a pickle, the outer ones first, each once.
class DictWalk {
public:
    DictWalk(const Pickle& pickle, const Storages& storages, TensorTable& table)
        : m_pickle(pickle), m_storages(storages), m_table(table), m_seen(pickle.nodes.size()) {}

    void run() {
        queue(m_pickle.root, {}, {});
        for (std::size_t i = 0; i < m_queue.size(); ++i) {
            const auto [id, place] = m_queue[i];
            const PickleNode& node = m_pickle[id];
            if (isDict(node)) {
                readTensors(node, place);
                readClasses(node);
            }
            const std::size_t step = isDict(node) ? 2 : 1;
            for (std::size_t k = step - 1; k < node.items.size(); k += step)
                queue(node.items[k], place,
                      step == 1 ? std::to_string(k) : keyText(m_pickle[node.items[k - 1]]));
        }
    }

private:
    static std::string keyText(const PickleNode& key) {
        return key.kind == Kind::Integer ? std::to_string(key.integer) : printable(key.text);
    }

    void queue(PickleId id, const std::string& within, const std::string& key) {
        const PickleNode& node = m_pickle[id];
        const bool holds = isDict(node) || node.kind == Kind::List || node.kind == Kind::Tuple;
        if (!holds || m_seen[id] || m_queue.size() == kMostPlaces) return;
        std::string place = within.empty() ? key : within + "." + key;
        if (place.size() > kMostPlace) return;
        m_seen[id] = true;
        m_queue.emplace_back(id, std::move(place));
    }

    /// Lists of texts, and what numbers texts, where a key calls them classes or labels.
    void readClasses(const PickleNode& dict) {
        for (std::size_t i = 0; i + 1 < dict.items.size(); i += 2) {
            if (m_table.class_names.size() == kMostClassLists) return;
            if (!isOfClasses(m_pickle[dict.items[i]])) continue;
            auto names = classNames(m_pickle, m_pickle[dict.items[i + 1]]);
            if (!names.empty()) m_table.class_names.push_back(std::move(names));
        }
    }

    void readTensors(const PickleNode& dict, const std::string& place) {
        const std::size_t before = m_table.tensors.size();
        std::set<std::string_view> names;
        const auto fault = [&](tl::unexpected<Reason> reason) {
            m_table.faults.emplace(place, std::move(reason.value()));
        };
        for (std::size_t i = 0; i + 1 < dict.items.size(); i += 2) {
            const PickleNode& key = m_pickle[dict.items[i]];
            const PickleNode& value = m_pickle[dict.items[i + 1]];
            if (key.kind != Kind::Text || tensorCall(m_pickle, value) == nullptr) continue;
            if (names.empty() && !m_places.insert(place).second) return;  // named twice
            const bool full = m_table.tensors.size() == kMostTensorsOfAll ||
                              m_table.tensors.size() - before == kMaxTensors;
            if (full) return fault(badStorage("too_many_tensors", ""));
            if (key.text.size() > kMostName) return fault(badStorage("name_length", key.text));
            if (!names.insert(key.text).second) {
                fault(badStorage("duplicate_name", key.text));
                continue;
            }
            auto tensor = tensorOf(m_pickle, key.text, value, m_storages);
            if (tensor) {
                tensor->place = place;
                m_table.tensors.push_back(*std::move(tensor));
            } else {
                fault(tl::unexpected(std::move(tensor.error())));
            }
        }
    }

    const Pickle& m_pickle;
    const Storages& m_storages;
    TensorTable& m_table;
    std::vector<bool> m_seen;
    std::vector<std::pair<PickleId, std::string>> m_queue;
    std::set<std::string> m_places;
};

}  // namespace

tl::unexpected<Reason> badStorage(const char* rule, std::string_view tensor) {
    return fail("weights_storage", {{"rule", rule}, {"tensor", printable(tensor)}});
}

std::optional<Reason> savedWithoutTensors(const Pickle& pickle) {
    const PickleNode& top = pickle.top();
    if (top.kind == Kind::Foreign) return savedAlone(top.text);
    return savedInstead(pickle.foreign);
}

Result<Storages> storagesOf(const Pickle& pickle, bool all) {
    Storages storages;
    for (const PickleNode& node : pickle.nodes) {
        if (node.kind != Kind::Persistent) continue;
        const auto view = viewOf(pickle, node);
        if (!view && all) return badStorage("storage_id", "");
        if (!view) continue;
        const auto [entry, added] = storages.try_emplace(
            view->key, Storage{.type = view->type, .elements = view->root_elements});
        if (!added &&
            (entry->second.type != view->type || entry->second.elements != view->root_elements))
            return badStorage("storage_described_twice", view->key);
    }
    return storages;
}

Result<TensorTable> tensorsOf(const char* format, const Pickle& pickle, const Storages& storages) {
    TensorTable table{.format = format, .tensors = {}};
    table.instead = savedInstead(pickle.foreign);
    table.quantised = std::ranges::any_of(pickle.foreign, isQuantisedName);
    DictWalk(pickle, storages, table).run();
    const bool sound = std::ranges::any_of(table.tensors, [&](const StoredTensor& tensor) {
        return !table.faults.contains(tensor.place);
    });
    if (sound) return table;
    if (!table.faults.empty()) return tl::unexpected(table.faults.begin()->second);
    if (auto why = savedWithoutTensors(pickle)) return tl::unexpected(*std::move(why));
    const PickleNode& top = pickle.top();
    std::string found;
    if (top.kind == Kind::Dict && !top.items.empty()) found = printable(pickle[top.items[0]].text);
    return fail("weights_not_state_dict", {{"found", std::move(found)}});
}

}  // namespace duelo
