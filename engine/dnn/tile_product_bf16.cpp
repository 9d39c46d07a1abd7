// SPDX-License-Identifier: Apache-2.0
#include "dnn/tile_product_text.h"

namespace duelo {

const MultiplyTile kMultiplyTileBf16 = multiplyTileOfThisText;

}  // namespace duelo
