// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/self_check.h"

namespace duelo {

/// The first epoch of each network in every mode against the CPU's plain one.
void checkTraining(Maker& maker, const CheckSetup& setup, const TellCheck& tell);

}  // namespace duelo
