// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/text.h"
#include "report/document.h"

namespace duelo {

/// Keeps as much of an annex's tables as `pages` A4 pages have room for, and says below each how
/// many of its rows are in the record file alone. Sheets of machines give way first, then the
/// longest table, so that what is short is told whole. Heights are estimates that leave some room;
/// 0 pages: all is told.
void fitAnnex(DocSection& annex, int pages, const Text& text);

}  // namespace duelo
