// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include <QtGlobal>

#include "experiments/compare.h"
#include "lab_report/compose_lab_report.h"
#include "report_examples.h"

/// Helpers for the tests of a student's report.
namespace duelo::test {

inline Comparison compared(const std::vector<RecordLog>& logs) {
    auto out = compare(logs);
    if (!out) qFatal("%s", out.error().code.c_str());
    return std::move(*out);
}

inline EvidenceBook bookOf(const std::vector<RecordLog>& logs,
                           Language language = Language::English) {
    const Comparison comparison = compared(logs);
    return {&comparison, {.language = language}};
}

/// The first of a kind; ends the test where there is none.
inline const Evidence& firstOf(const EvidenceBook& book, EvidenceKind kind) {
    for (const auto* list : {&book.figures(), &book.boxes()})
        for (const Evidence& one : *list)
            if (one.citation.kind == kind) return one;
    qFatal("no evidence of that kind");
}

inline const ReportForm& formOf(const char* id) {
    const ReportForm* form = findForm(id);
    if (form == nullptr) qFatal("no form %s", id);
    return *form;
}

}  // namespace duelo::test
