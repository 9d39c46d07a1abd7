// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/document.h"

/// The document for a word processor: real headings, named styles, a table of contents, numbered
/// captions, repeated header rows, header and footer. No program has to be installed to write it.
namespace duelo {

/// Additions that a writer for word processors cannot make by itself.
struct OfficeExtras {
    /// A chart as a PNG, for programs that read no SVG; its title stands in the caption.
    std::function<Result<std::string>(const ChartValue&)> png;
    /// The page on which each section begins, until the program has laid the text out itself.
    std::vector<int> pages;
};

/// OpenDocument text (ODF 1.2). Reasons: those of zipBytes() (base/zip_file.h) and of
/// OfficeExtras::png.
[[nodiscard]] Result<std::string> writeOdt(const Document& document, const OfficeExtras& extras);

/// Office Open XML (ECMA-376, transitional). Reasons: as those of writeOdt().
[[nodiscard]] Result<std::string> writeDocx(const Document& document, const OfficeExtras& extras);

}  // namespace duelo
