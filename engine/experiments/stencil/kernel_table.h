// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/stencil/kernels.h"

/// Included by one source for each kind of instructions.
namespace duelo {

namespace {

constexpr HeatKernels heatTable() {
    return {
        .columns = columnsHeat, .rows = rowsHeat, .blocked = blockedHeat, .temporal = temporalHeat};
}

}  // namespace

}  // namespace duelo
