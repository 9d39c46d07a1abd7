// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "plan/spec.h"

/// Widgets of the single experiments, found by the names in their Specs. An experiment that
/// registers nothing has a complete page all the same.
namespace duelo::ui {

class Field;
class ResultTab;
struct FieldContext;
struct TabContext;

/// A FieldMaker (ui/form/field.h): what is registered for Axis::widget.
[[nodiscard]] Field* makeRegisteredField(const FieldContext& context);

/// The tabs of an experiment's page beside those of its View.
[[nodiscard]] std::vector<ResultTab*> makeTabs(const Spec& spec, const TabContext& context);

}  // namespace duelo::ui
