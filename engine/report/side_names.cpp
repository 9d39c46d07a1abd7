// SPDX-License-Identifier: Apache-2.0
#include "report/side_names.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/brief_text.h"
#include "machine/engine_sheet.h"
#include "report/comparison_steps.h"
#include "report/device_name.h"
#include "report/imported.h"
#include "report/value_name.h"

namespace duelo {

namespace {

constexpr std::size_t kFewestSideBySide = 3;

/// Returns the device's own name; empty: its file does not tell.
std::string ownName(const Comparison& c, const Column& column) {
    const Header& header = c.sourceOf(column).header;
    return briefText(
        shortDeviceName(deviceNameOf(header.machine, header.engine, deviceWord(column.variant))));
}

std::string groupOf(const Source& source) {
    return briefText(textIn(source.header.label, "group"));
}

/// Returns the name of a file without its ending; of times that were brought who brought them.
std::string fileOf(const Source& source) {
    if (const auto brought = provenanceOf(source.header); brought && !brought->source.empty())
        return briefText(brought->source);
    const std::size_t end = source.file_name.rfind('.');
    return end == 0 ? source.file_name : source.file_name.substr(0, end);
}

/// Adds to the names of columns that are called alike what tells them apart. The own file needs no
/// more than its device.
void tellApart(const Comparison& c, const std::vector<std::size_t>& alike,
               std::vector<std::string>& names, const Text& text) {
    const auto deviceOfFile = [&](std::size_t column) {
        const Column& of = c.columns[column];
        return fileOf(c.sourceOf(of)) + ", " + briefText(deviceWord(of.variant));
    };
    const auto group = [&](std::size_t column) { return groupOf(c.sourceOf(c.columns[column])); };
    const auto file = [&](std::size_t column) { return fileOf(c.sourceOf(c.columns[column])); };
    const auto differ = [&](const auto& of) {
        std::set<std::string> told;
        for (const std::size_t column : alike) told.insert(of(column));
        return told.size() == alike.size() && !told.contains({});
    };
    const bool by_group = differ(group), by_file = differ(file);
    for (const std::size_t column : alike) {
        const bool own = c.columns[column].file == c.sources.front().file;
        if (own && (by_group || by_file)) continue;
        names[column] = text("report.column_of_file", {{"variant_name", names[column]},
                                                       {"file", by_group  ? group(column)
                                                                : by_file ? file(column)
                                                                          : deviceOfFile(column)}});
    }
}

/// Finds the axes in which the columns of one device of one file differ.
class OfDevices {
public:
    explicit OfDevices(const Comparison& c) {
        for (const Column& column : c.columns)
            for (const auto& [axis, value] : column.variant) {
                const auto [known, isNew] = m_first.try_emplace({keyOf(column), axis}, &value);
                if (*known->second != value) m_differ.insert({keyOf(column), axis});
            }
    }

    [[nodiscard]] bool differ(const Column& column, const std::string& axis) const {
        return m_differ.contains({keyOf(column), axis});
    }

private:
    using Key = std::pair<std::size_t, std::string>;
    static Key keyOf(const Column& column) { return {column.file, deviceWord(column.variant)}; }

    std::map<std::pair<Key, std::string>, const Json*> m_first;
    std::set<std::pair<Key, std::string>> m_differ;
};

}  // namespace

bool standSideBySide(const Comparison& comparison) {
    std::set<std::string> pcs;
    for (const Column& column : comparison.columns) {
        const std::string& id = comparison.sourceOf(column).header.machine.id;
        pcs.insert(id.empty() ? std::to_string(column.file) : id);
    }
    return pcs.size() >= kFewestSideBySide;
}

bool bringsItsCpu(const Comparison& comparison) {
    const auto brings = [&](bool gpu) {
        return std::ranges::any_of(comparison.columns, [&](const Column& column) {
            return column.file != comparison.sources.front().file &&
                   deviceOf(column.variant).isGpu() == gpu &&
                   !isSimulated(comparison.sourceOf(column));
        });
    };
    return brings(true) && brings(false);
}

std::vector<std::string> sideNamesOf(const Comparison& comparison,
                                     const std::vector<std::string>& axes, const Text& text) {
    const OfDevices devices(comparison);
    std::vector<std::string> names;
    for (const Column& column : comparison.columns) {
        const Source& source = comparison.sourceOf(column);
        std::string name = ownName(comparison, column);
        if (name.empty() && provenanceOf(source.header)) name = fileOf(source);
        if (name.empty()) name = text.word(kDeviceAxis, deviceWord(column.variant));
        for (const std::string& axis : axes)
            if (column.variant.has(axis) && devices.differ(column, axis))
                name += " " + valueName(axis, column.variant.at(axis), false, text);
        if (provenanceOf(source.header))
            name =
                text("report.column_marked",
                     {{"title", name},
                      {"mark_text", text.word("provenance_brief", provenanceWord(source.header))}});
        names.push_back(std::move(name));
    }
    std::map<std::string, std::vector<std::size_t>> byName;
    for (std::size_t i = 0; i < names.size(); ++i) byName[names[i]].push_back(i);
    for (const auto& [name, alike] : byName)
        if (alike.size() > 1) tellApart(comparison, alike, names, text);
    return names;
}

std::string telltaleOf(const Comparison& comparison, std::size_t column) {
    const Column& of = comparison.columns[column];
    const bool cpu = deviceOf(of.variant).isCpu();
    const auto alone = [&](const std::string& told, const auto& tellOf) {
        return !told.empty() && std::ranges::none_of(comparison.columns, [&](const Column& other) {
            return other.file != of.file && deviceOf(other.variant).isCpu() == cpu &&
                   tellOf(other) == told;
        });
    };
    const auto device = [&](const Column& one) { return ownName(comparison, one); };
    const auto group = [&](const Column& one) { return groupOf(comparison.sourceOf(one)); };
    if (std::string name = device(of); alone(name, device)) return name;
    if (std::string name = group(of); alone(name, group)) return name;
    return comparison.sourceOf(of).file_name;
}

}  // namespace duelo
