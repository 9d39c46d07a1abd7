// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "report/document.h"

namespace duelo {

/// Adds a block of one comparison's annex to those of others, without telling anything twice: a
/// machine has one sheet, known by what it says of `machine_id`, and the files of all stand in one
/// table.
void addMethodBlock(std::vector<DocBlock>& method, const DocBlock& block,
                    std::string_view machine_id);

}  // namespace duelo
