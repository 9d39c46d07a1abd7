// SPDX-License-Identifier: Apache-2.0
#include "dnn/winograd_loops_text.h"

namespace duelo {

const WinogradLoops kWinogradLoopsAvx512 = kWinogradOfThisText;

}  // namespace duelo
