// SPDX-License-Identifier: Apache-2.0
#include "lab_report/block_identity.h"

#include "base/json_text.h"

namespace duelo {

std::string identityOf(const DocBlock& block, const std::string& of) {
    if (const auto* table = std::get_if<DocTable>(&block))
        return table->id + '\n' + table->title + '\n' + of;
    if (const auto* chart = std::get_if<ChartValue>(&block))
        return '\n' + titleOf(*chart) + '\n' + descriptionOf(*chart) + '\n' + of;
    return {};
}

std::string identityOf(const PlacedBlock& placed) {
    return identityOf(placed.block, placed.of);
}

std::string subjectOf(const Evidence& shown, const Citation& citation) {
    const Citation& has = shown.citation;
    if (!isComposed(has.kind)) return has.sha256;
    return jsonText({has.sha256, has.of.run, has.of.cell, has.base.run, has.base.cell, has.item,
                     citation.source});
}

}  // namespace duelo
