// SPDX-License-Identifier: Apache-2.0
#include "experiments/known_maker.h"
#include "experiments/stopwatch/maker.h"

namespace duelo {

KnownMaker stopwatchMaker() {
    return {.id = "stopwatch", .make = [](const MakerSetup& setup) -> std::unique_ptr<Maker> {
                return std::make_unique<StopwatchMaker>(setup, makerOf);
            }};
}

}  // namespace duelo
