// SPDX-License-Identifier: Apache-2.0
#include "experiments/known_maker.h"

#include "experiments/effects/maker.h"

namespace duelo {

namespace {

std::unique_ptr<Maker> make(const MakerSetup&) {
    return std::make_unique<EffectsMaker>();
}

}  // namespace

KnownMaker effectsMaker() {
    return {.id = "effects", .make = make};
}

}  // namespace duelo
