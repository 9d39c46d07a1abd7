// SPDX-License-Identifier: Apache-2.0
#include "experiments/faces/spec.h"
#include "experiments/inference/spec.h"
#include "experiments/matrix_product/spec.h"
#include "experiments/max_pool/spec.h"
#include "experiments/pi/spec.h"
#include "experiments/program/spec.h"
#include "experiments/roofs/spec.h"
#include "experiments/specs.h"
#include "experiments/stopwatch/spec.h"
#include "experiments/training/spec.h"
#include "experiments/transfer/spec.h"

namespace duelo {

std::vector<Spec> registeredSpecs() {
    return {inferenceSpec(), trainingSpec(), lrFinderSpec(), maxPoolSpec(), matrixProductSpec(),
            roofsSpec(),     transferSpec(), facesSpec(),    piSpec(),      stopwatchSpec(),
            programSpec()};
}

}  // namespace duelo
