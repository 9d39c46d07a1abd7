// SPDX-License-Identifier: Apache-2.0
#include "experiments/load_balance/maker.h"

#include "experiments/load_balance/work.h"
#include "experiments/plain_failure.h"
#include "machine/process_memory.h"

namespace duelo {

Result<std::unique_ptr<Work>> LoadBalanceMaker::create(const Cell& cell) {
    return std::make_unique<LoadBalanceWork>(static_cast<int>(cell.work.integer("size_px")),
                                             balanceWay(cell.variant));
}

Result<Forecast> LoadBalanceMaker::forecast(const Cell& cell) {
    return Forecast{
        .bytes = LoadBalanceWork::bytesOf(static_cast<int>(cell.work.integer("size_px"))),
        .free_bytes = freeMemoryBytes()};
}

Failure LoadBalanceMaker::describe(const std::exception_ptr& error) {
    return plainFailure(error);
}

}  // namespace duelo
