// SPDX-License-Identifier: Apache-2.0
#include "base/json_text.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <simdjson.h>

#include "base/number_lists.h"

template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace duelo {

namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

/// A parser keeps the room of its largest text; those of this size are not worth keeping it.
constexpr std::size_t kLongText = std::size_t{1} << 20;

struct TooManyMembers {};

/// Equal keys are of one kind, of 64; most that differ are not.
unsigned kindOf(std::string_view key) {
    if (key.empty()) return 0;
    const auto code = [](char c) { return unsigned{static_cast<unsigned char>(c)}; };
    return (code(key.front()) * 7 + code(key[key.size() / 2]) * 3 + code(key.back()) +
            static_cast<unsigned>(key.size()) * 11) %
           64;
}

Json treeOf(element value) {
    switch (value.type()) {
        case element_type::OBJECT: {
            const auto members = simdjson::dom::object(value);
            if (members.size() > std::size_t{kMaxJsonMembers}) throw TooManyMembers{};
            Json tree = Json::object();
            auto& object = tree.get_ref<Json::object_t&>();
            object.reserve(members.size());
            // A key of a kind that was not there before needs no search for an equal one.
            std::uint64_t kinds = 0;
            for (const auto& [key, member] : members) {
                const std::uint64_t kind = std::uint64_t{1} << kindOf(key);
                if (kinds & kind)
                    object[std::string(key)] = treeOf(member);
                else
                    object.Container::emplace_back(std::string(key), treeOf(member));
                kinds |= kind;
            }
            return tree;
        }
        case element_type::ARRAY: {
            const auto items = simdjson::dom::array(value);
            Json tree = Json::array();
            auto& array = tree.get_ref<Json::array_t&>();
            array.reserve(items.size());
            for (const element item : items) array.push_back(treeOf(item));
            return tree;
        }
        case element_type::INT64: {
            // Unsigned where it can be, as nlohmann-json reads it.
            const auto number = std::int64_t(value);
            return number < 0 ? Json(number) : Json(static_cast<std::uint64_t>(number));
        }
        case element_type::UINT64:
            return std::uint64_t(value);
        case element_type::DOUBLE:
            return double(value);
        case element_type::STRING:
            return std::string(std::string_view(value));
        case element_type::BOOL:
            return bool(value);
        case element_type::NULL_VALUE:
            break;
    }
    return nullptr;
}

/// Why a text is no JSON, and where: the fast parser does not know that.
std::string complaintAbout(std::string_view text, simdjson::error_code error) {
    if (error == simdjson::DEPTH_ERROR)
        return "nested deeper than " + std::to_string(kMaxJsonDepth);
    try {
        [[maybe_unused]] const Json tree = Json::parse(text);
    } catch (const Json::exception& complaint) {
        return complaint.what();
    }
    return "a whole number beyond 64 bits";  // which nlohmann-json makes a double of
}

simdjson::error_code parse(simdjson::dom::parser& parser, std::string_view text, element& root) {
    if (parser.max_depth() != kMaxJsonDepth + 1)
        if (const auto error = parser.allocate(std::min(text.size(), kLongText), kMaxJsonDepth + 1))
            return error;
    return parser.parse(text.data(), text.size()).get(root);
}

Result<Json> parsedBy(simdjson::dom::parser& parser, std::string_view text) {
    element root;
    if (const auto error = parse(parser, text, root))
        return fail("json_invalid", Json::object(), complaintAbout(text, error));
    try {
        return treeOf(root);
    } catch (const TooManyMembers&) {
        return fail("json_invalid", Json::object(),
                    "an object with more than " + std::to_string(kMaxJsonMembers) + " fields");
    }
}

/// However the JSON is written.
bool readListsOfTree(std::string_view text, const NumberListsReader& reader) {
    thread_local simdjson::dom::parser parser;
    thread_local std::vector<double> values;
    element root;
    if (parse(parser, text, root) || !root.is_object()) return false;
    for (const auto& [key, member] : simdjson::dom::object(root)) {
        if (member.is_string()) {
            if (!reader.text(key, std::string_view(member))) return false;
            continue;
        }
        if (!member.is_array()) return false;
        values.clear();
        bool whole = true;
        for (const element item : simdjson::dom::array(member)) {
            double number = std::numeric_limits<double>::quiet_NaN();
            if (!item.is_null() && item.get_double().get(number)) return false;
            whole = whole && item.is_int64();
            values.push_back(number);
        }
        if (!reader.list(key, values, whole)) return false;
    }
    return true;
}

}  // namespace

bool readNumberLists(std::string_view text, const NumberListsReader& reader) {
    if (text.size() > kLongText) return false;
    thread_local NumberLists lists;
    if (!lists.read(text)) return readListsOfTree(text, reader);
    return std::ranges::all_of(lists.members(), [&](const NumberLists::Member& one) {
        return one.is_list ? reader.list(one.name, lists.values(one), one.whole)
                           : reader.text(one.name, one.text);
    });
}

Result<Json> parseJson(std::string_view text) {
    if (text.size() > kLongText) {
        simdjson::dom::parser once;
        return parsedBy(once, text);
    }
    thread_local simdjson::dom::parser parser;
    return parsedBy(parser, text);
}

std::string jsonText(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace duelo
