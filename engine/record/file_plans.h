// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "record/record_file.h"

namespace duelo {

/// The field in Header::extra of the first header of a file that says what else is to be measured
/// into it, in this order, as [{"plan": {…}, "cells": how many it has}, …].
inline constexpr const char* kLaterPlans = "later_plans";
/// The field in Header::extra of every plan of a file but its first that says what the ids of its
/// cells begin with.
inline constexpr const char* kCellPrefix = "cell_prefix";

/// One of the plans of a file. Most files have one; that of `self-test --bench` has several.
struct FilePlan {
    Json plan{};
    std::string hash{};     ///< planHash()
    int cells = 0;          ///< how many it has, by its latest header
    std::size_t place = 0;  ///< of its first header among those of the file, from 1; 0: none yet
};

/// Returns the plans in the order in which they are measured.
[[nodiscard]] std::vector<FilePlan> plansOf(const RecordLog& log);
/// Returns where the first header of a plan stands; 0: there is none.
[[nodiscard]] std::size_t placeOfPlan(const RecordLog& log, const std::string& hash);

/// Returns the prefix that tells the cells of a plan whose first header stands at `place` from
/// those of other plans: "p3-". Empty for the first plan of a file.
[[nodiscard]] std::string cellPrefix(std::size_t place);
/// Returns the prefix of a cell, by its id.
[[nodiscard]] std::string_view prefixOf(std::string_view cell);

/// Cells of all its plans, also of those that have not begun, that have no final result.
[[nodiscard]] int openCells(const RecordLog& log);

}  // namespace duelo
