// SPDX-License-Identifier: Apache-2.0
#include "data/python_batch.h"

#include <array>
#include <span>
#include <utility>

#include "base/pickle.h"

namespace duelo {
namespace {

using Kind = PickleNode::Kind;

/// NumPy 2 calls `core` `_core`.
constexpr std::array<std::string_view, 5> callables{
    "numpy.dtype", "numpy.core.multiarray._reconstruct", "numpy._core.multiarray._reconstruct",
    "numpy.core.numeric._frombuffer", "numpy._core.numeric._frombuffer"};
/// Three lists, with an opcode or two for each of 170,000 pictures, which fill the largest file.
constexpr PickleVocabulary vocabulary{callables, {}, /*most_opcodes=*/4'000'000};

/// dtype("u1", ...)
bool isBytes(const Pickle& pickle, const PickleNode& type) {
    return type.kind == Kind::Call && type.text == "numpy.dtype" && !type.items.empty() &&
           pickle[type.items[0]].text == "u1";
}

bool takeArray(const Pickle& pickle, PickleId shape_id, PickleId type, PickleId bytes,
               PythonBatch& batch) {
    const PickleNode& shape = pickle[shape_id];
    batch.data = pickle[bytes].text;
    if (shape.items.size() != 2 || !isBytes(pickle, pickle[type])) return false;
    const std::int64_t rows = pickle[shape.items[0]].integer;
    const std::int64_t columns = pickle[shape.items[1]].integer;
    if (rows < 1 || columns < 1 || columns > 1'000'000 || rows > 1'000'000) return false;
    batch.rows = static_cast<std::size_t>(rows);
    batch.columns = static_cast<std::size_t>(columns);
    return batch.rows * batch.columns == batch.data.size();
}

/// NumPy's two ways to write an array: _reconstruct(...) with the state (version, shape, type,
/// by columns, bytes), and _frombuffer(bytes, type, shape, order).
bool readArray(const Pickle& pickle, const PickleNode& call, PythonBatch& batch) {
    if (call.kind != Kind::Call) return false;
    if (call.text.ends_with("._reconstruct") && call.state != kNoPickleId) {
        const auto& state = pickle[call.state].items;
        if (state.size() != 5) return false;
        const PickleNode& by_columns = pickle[state[3]];
        return by_columns.kind == Kind::Bool && by_columns.integer == 0 &&
               takeArray(pickle, state[1], state[2], state[4], batch);
    }
    return call.text.ends_with("._frombuffer") && call.items.size() == 4 &&
           pickle[call.items[3]].text == "C" &&
           takeArray(pickle, call.items[2], call.items[1], call.items[0], batch);
}

std::vector<int> integersOf(const Pickle& pickle, const PickleNode& list) {
    std::vector<int> all;
    for (const PickleId id : list.items) {
        if (pickle[id].kind != Kind::Integer || !std::in_range<int>(pickle[id].integer)) return {};
        all.push_back(static_cast<int>(pickle[id].integer));
    }
    return all;
}

std::vector<std::string> textsOf(const Pickle& pickle, const PickleNode& list) {
    std::vector<std::string> all;
    for (const PickleId id : list.items) {
        if (pickle[id].kind != Kind::Text) return {};
        all.emplace_back(pickle[id].text);
    }
    return all;
}

}  // namespace

std::optional<PythonBatch> readPythonBatch(std::string_view file) {
    const auto pickle = readPickle(std::as_bytes(std::span(file)), vocabulary);
    if (!pickle || pickle->top().kind != Kind::Dict) return std::nullopt;
    const auto& items = pickle->top().items;
    PythonBatch batch;
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
        const std::string_view key = (*pickle)[items[i]].text;
        const PickleNode& value = (*pickle)[items[i + 1]];
        const bool fine = key == "fine_labels";
        if (key == "data" && !readArray(*pickle, value, batch)) return std::nullopt;
        if (key == "labels" || fine) {
            batch.labels = integersOf(*pickle, value);
            batch.fine = batch.fine || fine;
        }
        const bool fine_names = key == "fine_label_names";
        batch.fine = batch.fine || fine_names;
        if (key == "label_names" || fine_names) batch.names = textsOf(*pickle, value);
    }
    return batch;
}

}  // namespace duelo
