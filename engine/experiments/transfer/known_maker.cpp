// SPDX-License-Identifier: Apache-2.0
#include "experiments/known_maker.h"
#ifdef DUELO_TORCH
#include "experiments/transfer/work_torch.h"
#else
#include "experiments/transfer/maker.h"
#endif

namespace duelo {

namespace {

std::unique_ptr<Maker> make([[maybe_unused]] const MakerSetup& setup) {
#ifdef DUELO_TORCH
    return std::make_unique<TorchTransferMaker>(*setup.gpu);
#else
    return std::make_unique<TransferMaker>();
#endif
}

}  // namespace

KnownMaker transferMaker() {
    return {.id = "transfer", .make = make};
}

}  // namespace duelo
