// SPDX-License-Identifier: Apache-2.0
#include "experiments/known_maker.h"
#include "experiments/faces/maker.h"

namespace duelo {

KnownMaker facesMaker() {
    return {.id = "faces", .make = [](const MakerSetup&) -> std::unique_ptr<Maker> {
                return std::make_unique<FacesMaker>();
            }};
}

}  // namespace duelo
