// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <QtGlobal>

#include "report/document.h"
#include "stats/statistics.h"

/// Helpers that find the parts of a document and recompute its figures.
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

/// The median of the ratios of the rounds that both have.
inline double ratioOfRounds(const Samples& base, const Samples& other) {
    const auto rounds = [](const Samples& samples) {
        std::map<int, std::vector<double>> of;
        for (std::size_t i = 0; i < samples.wall_ms.size(); ++i)
            if (samples.counts(i)) of[samples.round[i]].push_back(samples.wall_ms[i]);
        return of;
    };
    std::vector<double> ratios;
    const auto others = rounds(other);
    for (const auto& [round, of] : rounds(base))
        if (const auto same = others.find(round); same != others.end())
            ratios.push_back(median(of) / median(same->second));
    return median(ratios);
}

}  // namespace duelo::examples
