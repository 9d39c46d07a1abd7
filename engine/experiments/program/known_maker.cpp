// SPDX-License-Identifier: Apache-2.0
#include "experiments/known_maker.h"
#include "experiments/program/maker.h"

namespace duelo {

KnownMaker programMaker() {
    return {.id = "program", .make = [](const MakerSetup& setup) -> std::unique_ptr<Maker> {
                return std::make_unique<ProgramMaker>(setup.run);
            }};
}

}  // namespace duelo
