// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/document.h"

namespace duelo {

/// The tables of a report for a terminal: columns aligned with spaces, notes below. The annex
/// stays in the files.
[[nodiscard]] std::string terminalTables(const Document& document);

}  // namespace duelo
