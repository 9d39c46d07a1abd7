// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/view.h"

namespace duelo {

/// Times of an element, a table for each effect, and why the machine takes so long.
[[nodiscard]] const View& effectsView();

}  // namespace duelo
