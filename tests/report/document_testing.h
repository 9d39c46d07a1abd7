// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <QtGlobal>

#include "report/document.h"

/// What tests look for in a document.
namespace duelo::examples {

/// All of one kind, in order.
template <typename Block>
std::vector<Block> blocks(const Document& document) {
    std::vector<Block> out;
    for (const DocSection& section : document.sections)
        for (const DocBlock& block : section.blocks)
            if (const auto* found = std::get_if<Block>(&block)) out.push_back(*found);
    return out;
}

inline std::optional<DocTable> findTable(const Document& document, const std::string& id) {
    for (const DocTable& table : blocks<DocTable>(document))
        if (table.id == id) return table;
    return std::nullopt;
}

/// Ends the test where there is none.
inline DocTable tableOf(const Document& document, const std::string& id) {
    if (auto table = findTable(document, id)) return *std::move(table);
    qFatal("no table %s", id.c_str());
}

}  // namespace duelo::examples
