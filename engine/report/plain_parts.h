// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/document.h"

/// What plainView() makes of an experiment, for a view that adds to it.
namespace duelo {

/// The answer of its middle row.
[[nodiscard]] std::vector<std::string> plainAnswers(const Comparison& comparison,
                                                    const ReportOptions& options,
                                                    std::string_view experiment);
/// Its table of times and its charts, in two sections.
[[nodiscard]] std::vector<DocSection> plainSections(const Comparison& comparison,
                                                    const ReportOptions& options,
                                                    std::string_view experiment);

}  // namespace duelo
