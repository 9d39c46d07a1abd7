// SPDX-License-Identifier: Apache-2.0
#include "experiments/template_arguments.h"

#include <algorithm>
#include <array>

#include "experiments/number_type.h"

namespace duelo {

namespace {

constexpr auto kQualifiers = std::to_array<std::string_view>(
    {"const", "constexpr", "static", "extern", "volatile", "register", "__restrict__", "__restrict",
     "__device__", "__managed__"});

bool isQualifier(const CudaToken& token) {
    return std::ranges::find(kQualifiers, token.text) != kQualifiers.end();
}

/// A type by the name that the compiler has for it, and whether it is that of what is pointed to.
struct Declared {
    std::string type{};
    bool pointer = false;

    bool operator==(const Declared&) const = default;
};

/// The tokens that lead to a name in a declaration.
struct Lead {
    std::size_t type = 0;        ///< the first of the type
    std::size_t declarator = 0;  ///< the first behind the comma before the name; the type: none
};

/// Returns them where the name may be declared: nothing but a list stands between.
std::optional<Lead> leadTo(const std::vector<CudaToken>& all, std::size_t name) {
    std::size_t first = name, comma = name;
    for (; first > 0; --first) {
        const CudaToken& before = all[first - 1];
        if (before.is(";") || before.is("{") || before.is("}") || before.is("(") ||
            before.kind == CudaToken::Kind::Directive)
            break;
        if (before.is(")")) return std::nullopt;
        if (before.is(",") && comma == name) comma = first - 1;
    }
    if (comma == name) return Lead{first, first};
    // Each parameter of a function has a type of its own.
    if (first > 0 && all[first - 1].is("(")) return Lead{comma + 1, comma + 1};
    return Lead{first, comma + 1};
}

/// Reads "float *a, *name" and "const float* name" from behind; nothing where that declares no
/// number.
std::optional<Declared> declaredAt(const CudaFile& file, const CudaFunction& kernel,
                                   std::size_t name) {
    const auto& all = file.tokens();
    const auto lead = leadTo(all, name);
    if (!lead) return std::nullopt;
    std::vector<std::string> words;
    std::size_t at = lead->type;
    for (; at < name && all[at].isWord(); ++at)
        if (!isQualifier(all[at])) words.emplace_back(all[at].text);
    const bool listed = lead->declarator != lead->type;
    // "float h[3], *name": h is no part of the type.
    if (listed && !words.empty() && !all[at].is("*")) words.pop_back();
    std::string type;
    for (const std::string& word : words) type += (type.empty() ? "" : " ") + word;
    Declared declared{.type = plainTypeName(file, kernel, {}, type),
                      .pointer = name + 1 < all.size() && all[name + 1].is("[")};
    for (at = listed ? lead->declarator : at; at < name; ++at) {
        if (!all[at].is("*") && !isQualifier(all[at])) return std::nullopt;
        declared.pointer = declared.pointer || all[at].is("*");
    }
    if (declared.type.empty()) return std::nullopt;
    return declared;
}

/// Returns what the program declares a name as before its launch; nothing where it does not, or in
/// two ways.
std::optional<Declared> declaredIn(const CudaFile& file, const CudaFunction& kernel,
                                   const CudaToken& name, std::size_t launch) {
    std::optional<Declared> found;
    const auto isOfAGpu = [&](std::size_t at) {
        return std::ranges::any_of(file.functions(), [at](const CudaFunction& function) {
            return (function.kernel || function.device) && function.begin <= at &&
                   at < function.end;
        });
    };
    for (std::size_t at = 0; at < launch; ++at) {
        if (!file.tokens()[at].isWord() || !file.tokens()[at].is(name.text) || isOfAGpu(at))
            continue;
        const auto one = declaredAt(file, kernel, at);
        if (!one) continue;
        if (found && *found != *one) return std::nullopt;
        found = one;
    }
    return found;
}

}  // namespace

std::string deducedArguments(const CudaFile& file, const CudaFunction& kernel,
                             const HostLaunch& launch) {
    std::vector<std::string> types(kernel.template_names.size());
    for (std::size_t i = 0; i < std::min(kernel.parameters.size(), launch.arguments.size()); ++i) {
        std::string wanted = kernel.parameters[i].bareType();
        const bool pointer = wanted.ends_with('*');
        if (pointer) wanted.pop_back();
        const auto named = std::ranges::find(kernel.template_names, wanted);
        const HostValues::Tokens given = launch.arguments[i];
        if (named == kernel.template_names.end() || given.size() != 1 || !given[0].isWord())
            continue;
        const auto declared = declaredIn(file, kernel, given[0], launch.place);
        if (!declared || declared->pointer != pointer) return {};
        std::string& type = types[static_cast<std::size_t>(named - kernel.template_names.begin())];
        if (!type.empty() && type != declared->type) return {};
        type = declared->type;
    }
    std::string all;
    for (const std::string& type : types) {
        if (type.empty()) return {};
        all += (all.empty() ? "<" : ", ") + type;
    }
    return all.empty() ? all : all + ">";
}

}  // namespace duelo
