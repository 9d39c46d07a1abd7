// SPDX-License-Identifier: Apache-2.0
#include "experiments/known_maker.h"
#ifdef DUELO_TORCH
#include "experiments/pi/work_torch.h"
#else
#include "experiments/pi/maker.h"
#endif

namespace duelo {

namespace {

std::unique_ptr<Maker> make([[maybe_unused]] const MakerSetup& setup) {
#ifdef DUELO_TORCH
    return std::make_unique<TorchPiMaker>(*setup.gpu);
#else
    return std::make_unique<PiMaker>();
#endif
}

}  // namespace

KnownMaker piMaker() {
    return {.id = "pi", .make = make};
}

}  // namespace duelo
