// SPDX-License-Identifier: Apache-2.0
#include "dnn/winograd_loops_text.h"

namespace duelo {

const WinogradLoops kWinogradLoopsBase = kWinogradOfThisText;

}  // namespace duelo
