// SPDX-License-Identifier: Apache-2.0
#include "dnn/row_loops_text.h"

namespace duelo {

const RowLoops kRowLoopsBase = kLoopsOfThisText;

}  // namespace duelo
