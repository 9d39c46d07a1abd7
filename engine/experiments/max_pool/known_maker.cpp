// SPDX-License-Identifier: Apache-2.0
#include "experiments/known_maker.h"
#include "experiments/max_pool/emulated.h"
#ifdef DUELO_TORCH
#include "experiments/max_pool/maker_torch.h"
#else
#include "experiments/max_pool/maker.h"
#endif

namespace duelo {

namespace {

std::unique_ptr<Maker> make([[maybe_unused]] const MakerSetup& setup) {
#ifdef DUELO_TORCH
    return std::make_unique<TorchPoolMaker>(*setup.gpu);
#else
    return std::make_unique<PoolMaker>();
#endif
}

}  // namespace

KnownMaker maxPoolMaker() {
    return {.id = "max_pool", .make = make, .apart = kPoolApart};
}

}  // namespace duelo
