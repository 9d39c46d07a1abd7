// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "document_testing.h"
#include "experiments/compare.h"
#include "report/document.h"
#include "report_examples.h"
#include "training_examples.h"

namespace duelo::examples {

inline ReportOptions in(Language language) {
    ReportOptions options;
    options.language = language;
    return options;
}

inline Comparison compared(RecordLog log) {
    return *compare(std::vector<RecordLog>{std::move(log)});
}

inline Document composed(RecordLog log, Language language = Language::English) {
    return compose(compared(std::move(log)), in(language));
}

/// The charts of a document; all of them are lines.
inline std::vector<LinesValue> chartsOf(const Document& document) {
    std::vector<LinesValue> out;
    for (const ChartValue& chart : blocks<ChartValue>(document))
        if (const auto* lines = std::get_if<LinesValue>(&chart)) out.push_back(*lines);
    return out;
}

inline bool holds(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

}  // namespace duelo::examples
