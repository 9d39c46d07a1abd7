// SPDX-License-Identifier: Apache-2.0
#include "experiments/known_maker.h"
#ifdef DUELO_TORCH
#include "experiments/roofs/work_torch.h"
#else
#include "experiments/roofs/maker.h"
#endif

namespace duelo {

namespace {

/// Copies are limits too, and their experiment makes that work.
std::unique_ptr<Maker> make(const MakerSetup& setup) {
    auto copies = makerOf("transfer", setup);
#ifdef DUELO_TORCH
    return std::make_unique<TorchRoofsMaker>(std::move(copies), *setup.gpu, setup.child);
#else
    return std::make_unique<RoofsMaker>(std::move(copies), setup.child);
#endif
}

}  // namespace

KnownMaker roofsMaker() {
    return {.id = "roofs", .make = make};
}

}  // namespace duelo
