// SPDX-License-Identifier: Apache-2.0
#include "report/labels.h"
#include "report/long_table.h"

namespace duelo {
namespace {

/// A sheet deeper or longer than any real one is a hostile file.
constexpr int kMaxDepth = 8;
constexpr std::size_t kMaxLines = 2000;

std::string lastName(const std::string& path) {
    return path.substr(path.rfind('.') + 1);
}

/// An element of a list on one line: "level 1, data, 32 KiB, count 2". Only bare numbers need to be
/// told what they count.
std::string inOneLine(const Json& object, const Text& text, int depth) {
    if (depth > kMaxDepth) return "...";
    if (!object.is_object()) return text.value({}, object);
    std::string out;
    for (const auto& [key, value] : object.items()) {
        const std::string told = value.is_object() ? "(" + inOneLine(value, text, depth + 1) + ")"
                                                   : text.value(key, value);
        const bool bare = value.is_boolean() || (value.is_number() && !key.ends_with("_bytes"));
        out += (out.empty() ? "" : ", ") +
               (bare || value.is_object() ? text.word("machine", visibleText(key)) + " " : "") +
               told;
    }
    return out;
}

void flatten(const Json& json, const std::string& path, std::size_t source, const Text& text,
             int depth, std::vector<SheetLine>& lines) {
    if (lines.size() >= kMaxLines || depth > kMaxDepth || json.is_null()) return;
    const auto add = [&](const std::string& value) {
        if (!value.empty()) lines.push_back({source, visibleText(path), value});
    };
    if (json.is_object()) {
        for (const auto& [key, value] : json.items())
            flatten(value, path.empty() ? key : path + "." + key, source, text, depth + 1, lines);
    } else if (json.is_array() && !json.empty() && json.front().is_object()) {
        for (const Json& item : json) add(inOneLine(item, text, depth + 1));
    } else {
        add(text.value(lastName(path), json));
    }
}

/// The engine's sheet with the reasons of its GPU as the sentences they stand for.
Json engineSheet(const Header& header, const Text& text) {
    Json sheet = toJson(header.engine);
    if (const auto& reason = header.engine.gpu_reason) sheet["gpu_reason"] = text.reason(*reason);
    if (const auto& reason = header.engine.gpu.networks_reason)
        sheet["gpu"]["networks_reason"] = text.reason(*reason);
    return sheet;
}

}  // namespace

std::vector<SheetLine> machineSheet(const Comparison& comparison, const Text& text) {
    std::vector<SheetLine> lines;
    for (std::size_t i = 0; i < comparison.sources.size(); ++i) {
        const Header& header = comparison.sources[i].header;
        std::vector<SheetLine> own;
        const auto add = [&](const char* path, const Json& json) {
            flatten(json, path, i, text, 0, own);
        };
        add("file", comparison.sources[i].file_name);
        add("app", header.app);
        add("started", header.started);
        add("run", header.run);
        add("label", shownLabel(comparison.sources[i]));
        add("", toJson(header.machine));
        add("state", toJson(header.state));
        add("engine", engineSheet(header, text));
        add("plan_hash", header.plan_hash);
        lines.insert(lines.end(), own.begin(), own.end());
    }
    return lines;
}

}  // namespace duelo
