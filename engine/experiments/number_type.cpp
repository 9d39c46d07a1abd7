// SPDX-License-Identifier: Apache-2.0
#include "experiments/number_type.h"

#include <algorithm>
#include <array>

namespace duelo {

namespace {

constexpr int kMostAliases = 8;

struct NamedType {
    std::string_view name;
    NumberType type;
};
using Kind = NumberType::Kind;
constexpr auto kTypes = std::to_array<NamedType>({
    {"float", {}},
    {"double", {Kind::Real, 8, 1}},
    {"int", {Kind::Signed, 4, 1}},
    {"signed int", {Kind::Signed, 4, 1}},
    {"int32_t", {Kind::Signed, 4, 1}},
    {"unsigned", {Kind::Unsigned, 4, 1}},
    {"unsigned int", {Kind::Unsigned, 4, 1}},
    {"uint", {Kind::Unsigned, 4, 1}},
    {"uint32_t", {Kind::Unsigned, 4, 1}},
    {"char", {Kind::Signed, 1, 1}},
    {"signed char", {Kind::Signed, 1, 1}},
    {"int8_t", {Kind::Signed, 1, 1}},
    {"bool", {Kind::Unsigned, 1, 1}},
    {"unsigned char", {Kind::Unsigned, 1, 1}},
    {"uint8_t", {Kind::Unsigned, 1, 1}},
    {"short", {Kind::Signed, 2, 1}},
    {"int16_t", {Kind::Signed, 2, 1}},
    {"unsigned short", {Kind::Unsigned, 2, 1}},
    {"uint16_t", {Kind::Unsigned, 2, 1}},
    {"long long", {Kind::Signed, 8, 1}},
    {"long long int", {Kind::Signed, 8, 1}},
    {"int64_t", {Kind::Signed, 8, 1}},
    {"unsigned long long", {Kind::Unsigned, 8, 1}},
    {"unsigned long long int", {Kind::Unsigned, 8, 1}},
    {"uint64_t", {Kind::Unsigned, 8, 1}},
    {"size_t", {Kind::Unsigned, 8, 1}},
    {"long", {Kind::Signed, sizeof(long), 1}},
    {"unsigned long", {Kind::Unsigned, sizeof(long), 1}},
    {"float2", {Kind::Real, 4, 2}},
    {"float4", {Kind::Real, 4, 4}},
    {"double2", {Kind::Real, 8, 2}},
    {"int2", {Kind::Signed, 4, 2}},
    {"int4", {Kind::Signed, 4, 4}},
    {"uchar4", {Kind::Unsigned, 1, 4}},
});

/// Returns what "typedef float real;", "using real = float;", "#define real float" or an argument
/// of the template makes of a name; empty: nothing does.
std::string aliasOf(const CudaFile& file, const CudaFunction& kernel,
                    std::string_view template_arguments, std::string_view name) {
    const auto& all = file.tokens();
    for (std::size_t at = 0; at + 3 < all.size(); ++at) {
        if (all[at].is("using") && all[at + 1].text == name && all[at + 2].is("="))
            return std::string(all[at + 3].text);
        if (all[at].is("typedef")) {
            std::size_t to = at + 1;
            while (to < all.size() && !all[to].is(";")) ++to;
            if (to < at + 3 || all[to - 1].text != name) continue;
            std::string words;
            for (std::size_t each = at + 1; each + 1 < to; ++each)
                words += (words.empty() ? "" : " ") + std::string(all[each].text);
            return words;
        }
        if (all[at].kind == CudaToken::Kind::Directive) {
            const auto words = cudaTokens(all[at].text.substr(1));
            if (words.size() == 3 && words[0].is("define") && words[1].text == name)
                return std::string(words[2].text);
        }
    }
    const auto& names = kernel.template_names;
    const auto found = std::ranges::find(names, name);
    if (found == names.end() || template_arguments.size() < 2) return {};
    std::string_view given = template_arguments.substr(1, template_arguments.size() - 2);
    for (auto skip = found - names.begin(); skip > 0; --skip)
        given.remove_prefix(std::min(given.find(','), given.size() - 1) + 1);
    return std::string(given.substr(0, given.find(',')));
}

}  // namespace

std::string plainTypeName(const CudaFile& file, const CudaFunction& kernel,
                          std::string_view template_arguments, std::string name) {
    for (int deep = 0; deep < kMostAliases && !name.empty(); ++deep) {
        if (std::ranges::find(kTypes, name, &NamedType::name) != kTypes.end()) return name;
        name = aliasOf(file, kernel, template_arguments, name);
    }
    return {};
}

std::optional<NumberType> numberType(const CudaFile& file, const CudaFunction& kernel,
                                     std::string_view template_arguments, std::string name) {
    const std::string plain = plainTypeName(file, kernel, template_arguments, std::move(name));
    const auto* found = std::ranges::find(kTypes, plain, &NamedType::name);
    return found == kTypes.end() ? std::nullopt : std::optional(found->type);
}

}  // namespace duelo
