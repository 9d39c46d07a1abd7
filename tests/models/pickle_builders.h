// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weight_builders.h"

namespace duelo::test {

/// Pickle opcodes as text; the names are those of CPython's pickle.py.
namespace op {
inline std::string global(std::string_view module, std::string_view name) {
    return std::string("c").append(module).append("\n").append(name).append("\n");
}
inline std::string text(std::string_view text) {
    return std::string("X").append(little(text.size(), 4)).append(text);
}
inline std::string integer(std::int64_t value) {
    return "\x8a\x08" + little(static_cast<std::uint64_t>(value), 8);
}
inline std::string tuple(const std::vector<std::string>& items) {
    std::string all = "(";
    for (const std::string& item : items) all += item;
    return all + "t";
}
inline std::string integers(const std::vector<std::int64_t>& values) {
    std::vector<std::string> items;
    for (const std::int64_t value : values) items.push_back(integer(value));
    return tuple(items);
}
inline std::string pickle(std::string_view body) {
    return "\x80\x02" + std::string(body) + ".";
}
inline std::string orderedDict() {
    return global("collections", "OrderedDict") + ")R";
}
inline std::string storage(std::string_view type, std::string_view key, std::int64_t elements,
                           const std::string& view = {}) {
    std::vector<std::string> items{text("storage"), global("torch", type), text(key), text("cpu"),
                                   integer(elements)};
    if (!view.empty()) items.push_back(view);
    return tuple(items) + "Q";
}
inline std::string tensor(const std::string& storage, std::int64_t offset,
                          const std::vector<std::int64_t>& shape,
                          const std::vector<std::int64_t>& strides) {
    return global("torch._utils", "_rebuild_tensor_v2") +
           tuple({storage, integer(offset), integers(shape), integers(strides), "\x89",
                  orderedDict()}) +
           "R";
}
/// A state dict of (name, tensor) pairs.
inline std::string stateDict(const std::vector<std::pair<std::string, std::string>>& tensors) {
    std::string all = orderedDict() + "(";
    for (const auto& [name, value] : tensors) all += text(name) + value;
    return all + "u";
}
}  // namespace op

/// A zip-form state dict with one storage "0" of these bytes.
inline Zip pthZip(const std::string& pickled, const std::string& data,
                  const std::string& order = "little") {
    return zip({{.name = "a/data.pkl", .data = pickled, .extra = {}},
                {.name = "a/byteorder", .data = order, .extra = {}},
                {.name = "a/data/0", .data = data, .extra = {}},
                {.name = "a/version", .data = "3\n", .extra = {}}});
}

/// A legacy stream: `keys` is the pickle body of the key list, `storages` all that follows it.
inline std::string pthLegacy(const std::string& body, const std::string& keys,
                             const std::string& storages, char little_endian = '\x88') {
    return op::pickle("\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19") +
           op::pickle("M\xe9\x03") +
           op::pickle("}(" + op::text("little_endian") + std::string(1, little_endian) + "u") +
           op::pickle(body) + op::pickle(keys) + storages;
}

}  // namespace duelo::test
