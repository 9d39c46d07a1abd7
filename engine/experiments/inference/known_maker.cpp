// SPDX-License-Identifier: Apache-2.0
#include "experiments/known_maker.h"
#include "experiments/inference/maker.h"
#include "experiments/inference/questions.h"
#include "experiments/inference/self_check.h"

namespace duelo {

namespace {

std::unique_ptr<Maker> make(const MakerSetup& setup) {
    return std::make_unique<InferenceMaker>(*setup.gpu, setup.run.text("maps"));
}

}  // namespace

KnownMaker inferenceMaker() {
    return {.id = "inference",
            .make = make,
            .check = checkInference,
            .offer = offerInference,
            .anytime = kInferenceAnytime,
            .apart = kInferenceApart};
}

}  // namespace duelo
