// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>

#include "measure/maker.h"

namespace duelo {

/// Maker::describe() of works that use no library but the standard one: "out_of_host_memory"
/// {asked}, "library_error" {library}.
[[nodiscard]] Failure describePlainFailure(const std::exception_ptr& error);

}  // namespace duelo
