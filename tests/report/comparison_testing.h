// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <QtGlobal>

#include "experiments/common_axes.h"
#include "experiments/compare.h"
#include "report_examples.h"

/// Helpers for the tests of comparisons.
namespace duelo::test {

inline Comparison compared(const std::vector<RecordLog>& logs,
                           const ComparisonOptions& options = {}) {
    auto out = compare(logs, options);
    if (!out) qFatal("%s", out.error().code.c_str());
    return std::move(*out);
}

inline std::size_t columnOf(const Comparison& c, Device device, Mode mode = Mode::Eager,
                            std::size_t file = 0) {
    for (std::size_t i = 0; i < c.columns.size(); ++i)
        if (const Variant variant = variantOf(c.columns[i].variant);
            variant.device == device && variant.mode == mode && c.columns[i].file == file)
            return i;
    qFatal("no such column");
}

inline bool warns(const Comparison& c, const char* code) {
    return std::any_of(c.warnings.begin(), c.warnings.end(),
                       [&](const Reason& r) { return r.code == code; });
}

inline Answer tick(const Ledger& ledger, const char* code) {
    for (const auto& t : ledger.ticks)
        if (t.code == code) return t.answer;
    qFatal("no tick");
}

}  // namespace duelo::test
