// SPDX-License-Identifier: GPL-3.0-or-later
// The list of experiments of a Duelo that has the toy too.
#include "experiments/inference/spec.h"
#include "experiments/specs.h"
#include "experiments/topics.h"
#include "experiments/toy/toy.h"
#include "experiments/training/spec.h"

namespace duelo {

std::vector<Spec> registeredSpecs() {
    return {inferenceSpec(), trainingSpec(), lrFinderSpec(), toySpec()};
}

std::vector<TopicOf> registeredTopics() {
    return {
        {"inference", Topic::Networks}, {"training", Topic::Networks}, {"toy", Topic::Measuring}};
}

}  // namespace duelo
