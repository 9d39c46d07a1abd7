// SPDX-License-Identifier: Apache-2.0
#include "dnn/tile_product_text.h"

namespace duelo {

const MultiplyTile kMultiplyTileAvx512 = multiplyTileOfThisText;

}  // namespace duelo
