// SPDX-License-Identifier: Apache-2.0
#include "experiments/transfer/maker.h"

#include "experiments/plain_failure.h"
#include "experiments/transfer/work.h"
#include "machine/process_memory.h"

namespace duelo {

Result<void> TransferMaker::check(const Cell& cell) {
    if (deviceOf(cell.variant).isGpu()) return fail("transfer_needs_torch");
    return {};
}

Result<std::unique_ptr<Work>> TransferMaker::create(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    return std::make_unique<HostCopy>(bytesCopied(cell.work), transferWay(cell.variant));
}

Result<Forecast> TransferMaker::forecast(const Cell& cell) {
    return Forecast{.bytes = 2 * bytesCopied(cell.work), .free_bytes = freeMemoryBytes()};
}

Failure TransferMaker::describe(const std::exception_ptr& error) {
    return plainFailure(error);
}

}  // namespace duelo
