// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plan/spec.h"

namespace duelo {

/// Makes the list itself anew; CMake writes it from the folders of the experiments
/// (experiment.cmake).
[[nodiscard]] std::vector<Spec> registeredSpecs();

/// Every experiment that this Duelo knows, in the order of the window. Forms, options, charts and
/// files follow from here.
[[nodiscard]] std::span<const Spec> specs();

/// Returns the experiment of that id; null where there is none.
[[nodiscard]] const Spec* findSpec(std::string_view id);

/// Reason: "unknown_value" {field, value, accepted} of an experiment that this Duelo does not know.
[[nodiscard]] Result<const Spec*> knownSpec(std::string_view id);

/// The completed plan of whichever experiment it names. Reasons: those of problemsOf() and
/// knownSpec().
[[nodiscard]] Result<Plan> validated(Plan plan, const Facts& facts);
/// Returns the cells of a validated plan; none where this Duelo does not know its experiment.
[[nodiscard]] std::vector<Cell> expand(const Plan& plan, const Facts& facts);
/// The work of a completed plan as a program (Spec::programs). Reasons: those of knownSpec() and of
/// the experiment, "script_not_offered" {experiment} where there is none of it, "script_not_in"
/// {experiment, program_kind, list} where there is none of that kind, "list_empty" {field} for a
/// plan without work, "script_blocks_differ" {field} for one with several blocks of variants.
[[nodiscard]] Result<std::string> programOf(const Plan& plan, const Text& text,
                                            ProgramKind kind = ProgramKind::PyTorch);
/// Returns the end of the name of such a program's file: ".py", ".numpy.py", ".c" or ".cu".
[[nodiscard]] std::string_view suffixOf(ProgramKind kind);
/// Returns the kind by that end of a name. Reason: "script_suffix" {path, list}.
[[nodiscard]] Result<ProgramKind> programKindOf(std::string_view file_name);
/// Returns the name of a value of kind Work: "ResNet-18 · 224 px · CPU".
[[nodiscard]] std::string workName(const Json& work, const Text& text);

}  // namespace duelo
