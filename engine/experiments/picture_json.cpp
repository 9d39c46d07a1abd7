// SPDX-License-Identifier: Apache-2.0
#include "experiments/picture_json.h"

#include "base/base64.h"

namespace duelo {

Json pictureJson(const Picture& picture) {
    return {{"width_px", picture.shape.width_px},
            {"height_px", picture.shape.height_px},
            {"channels", picture.shape.channels},
            {"pixels", base64(interleaved(picture))}};
}

}  // namespace duelo
