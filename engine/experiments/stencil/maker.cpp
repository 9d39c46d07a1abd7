// SPDX-License-Identifier: Apache-2.0
#include "experiments/stencil/maker.h"

#include "experiments/plain_failure.h"
#include "experiments/stencil/work.h"
#include "machine/process_memory.h"

namespace duelo {

Result<std::unique_ptr<Work>> StencilMaker::create(const Cell& cell) {
    return std::make_unique<StencilWork>(heatCase(cell.work), heatWay(cell.variant),
                                         static_cast<int>(cell.variant.integer("threads", 1)));
}

Result<Forecast> StencilMaker::forecast(const Cell& cell) {
    const HeatCase work = heatCase(cell.work);
    const HeatWay way = heatWay(cell.variant);
    return Forecast{.bytes = StencilWork::bytesOf(
                        work, way, static_cast<int>(cell.variant.integer("threads", 1))),
                    .free_bytes = freeMemoryBytes(),
                    .flop = kHeatFlop * work.inner() * work.steps,
                    .bytes_moved = work.bytesMoved(way)};
}

Failure StencilMaker::describe(const std::exception_ptr& error) {
    return plainFailure(error);
}

}  // namespace duelo
