// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/self_check.h"

namespace duelo {

/// Every network in every mode against the CPU's plain one, and two shipped photographs, of which
/// it is known what is on them.
void checkInference(Maker& maker, const CheckSetup& setup, const TellCheck& tell);

}  // namespace duelo
