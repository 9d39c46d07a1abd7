// SPDX-License-Identifier: Apache-2.0
#include "experiments/known_maker.h"
#include "experiments/training/maker.h"
#include "experiments/training/questions.h"
#include "experiments/training/ranks_launch.h"
#include "experiments/training/self_check.h"

namespace duelo {

namespace {

std::unique_ptr<Maker> make(const MakerSetup& setup) {
    return std::make_unique<TrainingMaker>(setup);
}

}  // namespace

KnownMaker trainingMaker() {
    return {.id = "training",
            .make = make,
            .check = checkTraining,
            .offer = offerTraining,
            .together = ranksStartedTogether};
}

KnownMaker lrFinderMaker() {
    return {.id = "lr_finder", .make = make, .offer = offerTraining};
}

}  // namespace duelo
