// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "lab_report/lab_report.h"
#include "lab_report/report_form.h"

namespace duelo {

/// Returns the entries of a report's references, in their order: the sources of the changes that it
/// cites, the works that notes of its tables name, the entries that the student wrote, and what the
/// text names without an entry. `document`: its sections.
[[nodiscard]] std::vector<std::string> referencesOf(const LabReport& report, const ReportForm& form,
                                                    const Document& document, const Text& text);

}  // namespace duelo
