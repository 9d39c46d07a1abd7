// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/axis.h"
#include "plan/params.h"

namespace duelo {

/// The values of each axis; what is measured is their product. An axis without an entry has its
/// usual value.
using Block = std::map<std::string, std::vector<Json>, std::less<>>;

/// What was chosen of an experiment's axes. Several blocks, because ResNet18 at 1024 px and a
/// photograph at 224 px do not need each other's sizes.
struct Selection {
    std::string experiment{};
    std::vector<Block> cases{}, variants{};
    Params run{};

    bool operator==(const Selection&) const = default;
};

/// What an experiment may ask of this machine while a choice is checked.
struct Facts {
    int physical_cores = 1;
    int max_threads = 1024;
};

/// What is wrong with a choice, and at which value: the reason has its {field}, such as
/// "cases[0].size_px[2]".
struct Problem {
    std::string axis{};
    std::size_t block = 0, index = 0;
    Reason reason{};
};

struct MetricSpec {
    std::string id, unit;
    bool more_is_better = true;
};

/// A part of a call's time; those inside it make up the wall time together with what is
/// unexplained.
struct PartSpec {
    std::string id;
    bool inside = true;
};

/// What an experiment tells while it works: the columns of one kind of event.
struct EventSpec {
    std::string kind;
    std::vector<std::string> columns;
};

/// Everything that the rest of Duelo knows of an experiment before it is measured.
struct Spec {
    std::string id;
    int version = 1;  ///< raised when the same parameters mean other work; ratios need equal ones
    std::string command{};  ///< on the command line; empty: it has none of its own
    std::string help{};
    std::vector<Axis> axes{};
    std::vector<MetricSpec> metrics{};
    std::vector<PartSpec> parts{};
    std::vector<EventSpec> events{};
    /// What axes alone cannot say: sizes that a network cannot take. Called when every value by
    /// itself is right; may be empty.
    std::function<std::vector<Problem>(const Selection&, const Facts&)> validate{};

    [[nodiscard]] const Axis* find(std::string_view axis) const;
};

inline constexpr int kMaxCombinations = 10000;

/// The values of an axis in a block; those that are usual where it has no entry for it.
[[nodiscard]] std::vector<Json> valuesOf(const Axis& axis, const Block& block);

/// The usual choice: one block of cases and one of variants.
[[nodiscard]] Selection usualSelection(const Spec& spec);

/// Everything that is wrong, in the order of the axes; nothing where the selection can be expanded.
/// Reasons: "list_empty" {field}, "unknown_value" {field, value, accepted}, "field_unknown" {field,
/// accepted}, the axis's range_reason {field, value, min, max}, "field_not_integer",
/// "field_not_number", "field_not_text", "field_not_boolean", "field_not_object" {field, value},
/// "path_not_usable" {field, value}, "setting_repeated" {field} where an axis that is no sweep has
/// several values, "field_missing" {field}, "too_many_cells" {count, max}, and those of
/// Spec::validate.
[[nodiscard]] std::vector<Problem> problemsOf(const Selection& selection, const Spec& spec,
                                              const Facts& facts);

/// One cell of a product.
struct Combination {
    int ordinal = 0;  ///< from 1; the same on every machine, whatever is dropped there
    Params work{}, variant{};

    bool operator==(const Combination&) const = default;
};

/// The product of all blocks: cases in their order, the variants of a case next to each other, the
/// last axis fastest. Axes that do not apply (`when`) are dropped, then values that do not, then
/// what repeats an earlier combination; each keeps its ordinal, so a file resumed on a PC with
/// another number of cores finds its own cells again. For a selection without problems.
[[nodiscard]] std::vector<Combination> combinationsOf(const Selection& selection, const Spec& spec,
                                                      const Facts& facts);

/// {"experiment", "cases", "variants", "run"}; a single value stands without its list.
[[nodiscard]] Json toJson(const Selection& selection);
/// Of any experiment; what the values mean is for problemsOf(). Reasons: "field_missing",
/// "field_unknown", "field_not_list", "field_not_object", "field_not_text" {field}.
[[nodiscard]] Result<Selection> selectionFromJson(const Json& json);

/// What was typed for each axis, by its id.
using TypedWords = std::map<std::string, std::vector<std::string>, std::less<>>;

/// The usual selection with what was typed. A flag that was typed has the opposite of its usual
/// value. Reasons name the option: "not_a_whole_number" and "not_a_number" {option, value},
/// "unknown_value" {field, value, accepted}.
[[nodiscard]] Result<Selection> selectionFromWords(const Spec& spec, const TypedWords& words);

}  // namespace duelo
