// SPDX-License-Identifier: Apache-2.0
#include "experiments/specs.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "report/labels.h"

namespace duelo {

std::span<const Spec> specs() {
    static const std::vector<Spec> all = registeredSpecs();
    return all;
}

Result<const Spec*> knownSpec(std::string_view id) {
    if (const Spec* spec = findSpec(id)) return spec;
    Json accepted = Json::array();
    for (const Spec& spec : specs()) accepted.push_back(spec.id);
    return fail(
        "unknown_value",
        {{"field", "experiment"}, {"value", std::string(id)}, {"accepted", std::move(accepted)}});
}

Result<Plan> validated(Plan plan, const Facts& facts) {
    const auto spec = knownSpec(plan.experiment);
    if (!spec) return tl::unexpected(spec.error());
    return validated(std::move(plan), **spec, facts);
}

std::vector<Cell> expand(const Plan& plan, const Facts& facts) {
    const Spec* spec = findSpec(plan.experiment);
    return spec ? expand(plan, *spec, facts) : std::vector<Cell>();
}

Result<std::string> programOf(const Plan& plan, const Text& text, ProgramKind kind) {
    const auto spec = knownSpec(plan.experiment);
    if (!spec) return tl::unexpected(spec.error());
    const Programs& programs = (*spec)->programs;
    if (programs.empty()) return fail("script_not_offered", {{"experiment", plan.experiment}});
    if (!programs.contains(kind)) {
        Json list = Json::array();
        for (const auto& [each, write] : programs)
            list.push_back(text.word("program_kind", word(each)));
        return fail("script_not_in", {{"experiment", plan.experiment},
                                      {"program_kind", word(kind)},
                                      {"list", std::move(list)}});
    }
    if (plan.cases.empty()) return fail("list_empty", {{"field", "cases"}});
    if (plan.variants.empty()) return fail("list_empty", {{"field", "variants"}});
    // A program has one list of variants.
    if (plan.variants.size() > 1) return fail("script_blocks_differ", {{"field", "variants[1]"}});
    return programs.at(kind)(plan, text);
}

std::string_view suffixOf(ProgramKind kind) {
    constexpr std::array<std::string_view, wordsOf<ProgramKind>.size()> kSuffixes{
        ".py", ".numpy.py", ".c", ".cu"};
    return kSuffixes[static_cast<std::size_t>(kind)];
}

Result<ProgramKind> programKindOf(std::string_view file_name) {
    // That of NumPy ends with PyTorch's.
    Json list = Json::array();
    for (const ProgramKind kind :
         {ProgramKind::NumPy, ProgramKind::PyTorch, ProgramKind::C, ProgramKind::Cuda}) {
        if (file_name.ends_with(suffixOf(kind))) return kind;
        list.push_back(suffixOf(kind));
    }
    return fail("script_suffix", {{"path", std::string(file_name)}, {"list", std::move(list)}});
}

std::string workName(const Json& work, const Text& text) {
    if (!work.is_object()) return text("report.unknown");
    const auto part = [&](const char* name) {
        Params params;
        const auto found = work.find(name);
        if (found != work.end() && found->is_object())
            for (const auto& [axis, value] : found->items()) params.set(axis, value);
        return params;
    };
    const auto id = work.find("experiment");
    if (id == work.end() || !id->is_string()) return text("report.unknown");
    return shortName(findSpec(id->get<std::string>()), part("case"), part("variant"), text);
}

const Spec* findSpec(std::string_view id) {
    const auto found = std::ranges::find(specs(), id, &Spec::id);
    return found == specs().end() ? nullptr : &*found;
}

}  // namespace duelo
