// SPDX-License-Identifier: Apache-2.0
// Plans from words of the command line.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/places.h"
#include "base/utf8.h"
#include "base/whole_file.h"
#include "plan/spec.h"

namespace duelo {

namespace {

template <typename Number>
Result<Json> numberFrom(const std::string& text, const std::string& option, const char* reason) {
    Number value{};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end)
        return fail(reason, {{"option", option}, {"value", text}});
    return Json(value);
}

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    if (first == text.npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

/// Returns the bytes of a unit: "k", "KiB" or "MB" as powers of 1024; nothing for other words.
std::optional<double> bytesOfUnit(std::string_view unit) {
    std::string low;
    for (const char letter : unit)
        low += static_cast<char>(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
    if (low == "b") return 1;
    const auto power = std::string_view("kmgt").find(low.empty() ? ' ' : low.front());
    const std::string_view rest = std::string_view(low).substr(low.empty() ? 0 : 1);
    if (power == std::string_view::npos || !(rest.empty() || rest == "b" || rest == "ib"))
        return std::nullopt;
    return std::pow(1024, 1 + static_cast<double>(power));
}

/// Returns the absolute path; the text as it is where the system makes nothing of it: whoever opens
/// it says why.
std::string absolutePath(const std::string& text) {
    std::error_code error;
    const auto path = std::filesystem::absolute(fromUtf8(text), error);
    return error || text.empty() ? text : utf8(path);
}

Result<Json> valueFrom(const Axis& axis, const std::string& text) {
    switch (axis.kind) {
        case AxisKind::Integer:
            // A seed has 64 bits and no sign.
            if (auto large = numberFrom<std::uint64_t>(withoutUnit(axis, text), axis.option, ""))
                return large;
            if (auto whole = numberFrom<std::int64_t>(withoutUnit(axis, text), axis.option, ""))
                return whole;
            return fail("not_a_whole_number", {{"option", axis.option}, {"value", text}});
        case AxisKind::Real: {
            auto number = numberFrom<double>(withoutUnit(axis, text), axis.option, "not_a_number");
            if (!number) return number;
            if (!std::isfinite(number->get<double>()))
                return fail("not_a_number", {{"option", axis.option}, {"value", text}});
            // 70 / 100 is the number that 0.7 is read as; 70 * 0.01 is its neighbour.
            return Json(number->get<double>() / (1 / axis.per_typed));
        }
        case AxisKind::Word:
            if (std::ranges::find(axis.words, text) == axis.words.end())
                return fail("unknown_value",
                            {{"field", axis.option}, {"value", text}, {"accepted", axis.words}});
            return Json(text);
        case AxisKind::Device:
            if (!axis.accepts(text))
                return fail("unknown_value",
                            {{"field", axis.option}, {"value", text}, {"accepted", axis.apis()}});
            return Json(text);
        case AxisKind::Flag:
            return Json(!(axis.usual.is_boolean() && axis.usual.get<bool>()));
        case AxisKind::Path:
            return Json(axis.names(text) ? text : absolutePath(text));
        case AxisKind::Text:
        case AxisKind::Source:
        case AxisKind::Command:
        case AxisKind::Work:
            break;
    }
    return Json(text);
}

}  // namespace

std::string withoutUnit(const Axis& axis, std::string_view typed) {
    const std::string text = trimmed(typed);
    const auto end = text.find_last_of("0123456789.");
    if (axis.unit.empty() || end == text.npos || end + 1 == text.size()) return text;
    const std::string number = text.substr(0, end + 1), unit = trimmed(text.substr(end + 1));
    if (axis.unit != kByteUnit) return unit == axis.unit ? number : text;
    const auto factor = bytesOfUnit(unit);
    double value = 0;
    const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (!factor || error != std::errc() || stop != number.data() + number.size()) return text;
    // "1.3 KiB" is the nearest number of bytes; a part of a byte is refused as it was typed.
    const double bytes = *factor > 1 ? std::round(value * *factor) : value;
    if (bytes != std::floor(bytes) || bytes > 9e15) return text;
    return std::to_string(static_cast<std::int64_t>(bytes));
}

namespace {

bool isTyped(const TypedWords& words, const Axis& axis) {
    const auto typed = words.find(axis.id);
    return typed != words.end() && !typed->second.empty();
}

/// "a.png,b.png" are two files. A comma may also be part of a name: of what is there the longest is
/// meant, and where nothing of it is there, one file.
std::vector<std::string> filesIn(const Axis& axis, const std::string& typed) {
    if (axis.kind != AxisKind::Path || !axis.many || typed.find(',') == typed.npos) return {typed};
    const auto isThere = [&axis](const std::string& name) {
        std::error_code error;
        return std::filesystem::exists(fromUtf8(name), error) ||
               (name.find(',') == name.npos &&
                std::ranges::any_of(axis.words,
                                    [&](const auto& word) { return name.starts_with(word); }));
    };
    bool any = false;
    std::vector<std::string> files;
    for (std::size_t begin = 0; begin <= typed.size();) {
        const std::size_t first = std::min(typed.find(',', begin), typed.size());
        std::size_t end = typed.size();
        while (end > first && !isThere(typed.substr(begin, end - begin)))
            end = typed.rfind(',', end - 1);
        const std::string name = typed.substr(begin, end - begin);
        files.push_back(isThere(name) ? name : trimmed(name));
        any = any || isThere(files.back());
        begin = end + 1;
    }
    return any ? files : std::vector<std::string>{typed};
}

/// Returns the one value of an axis in all blocks together; nothing where there are several.
std::optional<Json> onlyValueOf(const std::string& axis, const std::vector<Block>& blocks) {
    std::optional<Json> only;
    for (const Block& block : blocks)
        for (const Json& value : valuesIn(block, axis)) {
            if (only && *only != value) return std::nullopt;
            only = value;
        }
    return only;
}

/// Tells whether a word with "=" is the name of a file (Lightning writes "epoch=1.ckpt"), and not a
/// value of the other axis with its file.
bool isWholeName(const Axis& axis, const std::string& typed, const std::vector<Block>& blocks) {
    const std::string before = typed.substr(0, typed.find('='));
    const auto isFile = [](const std::string& name) {
        std::error_code error;
        return std::filesystem::is_regular_file(fromUtf8(name), error);
    };
    const bool owner = std::ranges::any_of(blocks, [&](const Block& block) {
        const std::vector<Json>& owners = valuesIn(block, axis.per);
        return std::ranges::find(owners, Json(before)) != owners.end();
    });
    if (axis.kind != AxisKind::Path) return false;
    if (owner) return isFile(typed) && !isFile(typed.substr(before.size() + 1));
    return before.find_first_of("/\\") != std::string::npos || isFile(typed);
}

/// Gives the value of another axis that a file belongs to a block of its own, with the file.
Result<void> addFile(const Axis& axis, const std::string& typed, std::vector<Block>& blocks) {
    std::size_t equals = typed.find('=');
    if (equals != std::string::npos && isWholeName(axis, typed, blocks)) equals = std::string::npos;
    const auto only = equals == std::string::npos ? onlyValueOf(axis.per, blocks) : std::nullopt;
    if (!only && (equals == std::string::npos || equals == 0 || equals + 1 == typed.size()))
        return fail("value_without_axis",
                    {{"option", axis.option}, {"value", typed}, {"axis", axis.per}});
    const Json owner = only ? *only : Json(typed.substr(0, equals));
    const auto file = valueFrom(axis, only ? typed : typed.substr(equals + 1));
    if (!file) return tl::unexpected(file.error());
    Json accepted = Json::array();
    std::vector<Block> made;
    bool found = false;
    const auto add = [&](const Block& like, std::vector<Json> owners) {
        if (owners.empty()) return;
        made.push_back(like);
        made.back()[axis.per] = std::move(owners);
    };
    for (const Block& block : blocks) {
        const std::vector<Json>& owners = valuesIn(block, axis.per);
        for (const Json& value : owners) accepted.push_back(value);
        const auto at = std::ranges::find(owners, owner);
        // What stood before and after it stays there.
        add(block, {owners.begin(), at});
        if (at == owners.end()) continue;
        found = true;
        add(block, {owner});
        made.back()[axis.id] = {*file};
        add(block, {at + 1, owners.end()});
    }
    blocks = std::move(made);
    if (found) return {};
    return fail("unknown_value",
                {{"field", axis.option}, {"value", owner}, {"accepted", std::move(accepted)}});
}

}  // namespace

/// A program is started by a command, so a file that holds no text is one.
Result<Json> attachTyped(const Axis& axis, const std::string& typed, Attachments& attachments) {
    std::string name = typed, text = typed;
    const std::filesystem::path path = fromUtf8(typed);
    std::error_code error;
    if (axis.kind == AxisKind::Source || std::filesystem::is_regular_file(path, error)) {
        auto file = openToRead(path);
        if (!file) return tl::unexpected(file.error());
        std::string content(kMaxAttachedBytes + 1, '\0');  // one more is too many
        file->read(content.data(), static_cast<std::streamsize>(content.size()));
        content.resize(static_cast<std::size_t>(file->gcount()));
        if (axis.kind == AxisKind::Source || isReadableText(content)) {
            name = pathText(path.filename());
            text = std::move(content);
        }
    }
    const Attachment attachment(std::move(text));
    const auto [named, fresh] = attachments.emplace(name, attachment);
    if (!fresh && !(named->second == attachment))
        return fail("attachment_named_twice", {{"name", name}});
    return referenceTo(name, attachment);
}

std::vector<Json> doubled(const Axis& axis, std::string_view typed) {
    constexpr std::string_view kTo = "..";
    const std::size_t to = typed.find(kTo);
    if (axis.kind != AxisKind::Integer || !axis.many || to == std::string_view::npos) return {};
    const auto bound = [&axis](std::string_view text) {
        const auto number = numberFrom<std::int64_t>(withoutUnit(axis, text), "", "");
        return number ? number->get<std::int64_t>() : 0;
    };
    const std::int64_t first = bound(typed.substr(0, to));
    const std::int64_t last = bound(typed.substr(to + kTo.size()));
    std::vector<Json> values;
    if (first < 1) return values;
    for (std::int64_t value = first; value <= last; value *= 2) {
        values.emplace_back(value);
        if (value > last / 2) break;
    }
    return values;
}

Result<Plan> planFromWords(const Spec& spec, const TypedWords& words, const Facts& facts) {
    Plan plan = usualPlan(spec, facts);
    Attachments attached;
    for (const Axis& axis : spec.axes) {
        if (!isTyped(words, axis) || !axis.per.empty()) continue;
        std::vector<Json> values;
        std::vector<std::string> texts;
        for (const std::string& typed : words.find(axis.id)->second)
            std::ranges::move(filesIn(axis, typed), std::back_inserter(texts));
        for (const std::string& text : texts) {
            if (auto range = doubled(axis, text); !range.empty()) {
                std::ranges::move(range, std::back_inserter(values));
                continue;
            }
            auto value =
                isAttached(axis.kind) ? attachTyped(axis, text, attached) : valueFrom(axis, text);
            if (!value) return tl::unexpected(value.error());
            values.push_back(std::move(*value));
        }
        if (axis.role == AxisRole::Run)
            plan.run.set(axis.id, values.front());
        else
            for (Block& block : axis.role == AxisRole::Case ? plan.cases : plan.variants)
                block[axis.id] = values;
    }
    for (const Axis& axis : spec.axes) {
        if (!isTyped(words, axis) || axis.per.empty()) continue;
        for (const std::string& typed : words.find(axis.id)->second)
            if (auto added = addFile(axis, typed, plan.cases); !added)
                return tl::unexpected(added.error());
    }
    attached.merge(plan.attachments);  // a usual one of that name is no longer meant
    plan.attachments = std::move(attached);
    return plan;
}

}  // namespace duelo
