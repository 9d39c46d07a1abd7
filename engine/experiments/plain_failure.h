// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>

#include "measure/maker.h"

namespace duelo {

/// Maker::describe() of work that uses the C++ library alone.
[[nodiscard]] Failure plainFailure(const std::exception_ptr& error);

}  // namespace duelo
