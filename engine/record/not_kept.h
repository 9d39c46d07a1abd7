// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

namespace duelo {

/// The field in Reason::args of a notice that a file which was asked for could not be kept: the run
/// has not done all that it was to do.
inline constexpr const char* kNotKept = "not_kept";

[[nodiscard]] inline bool tellsNotKept(const Reason& reason) {
    const auto said = reason.args.find(kNotKept);
    return said != reason.args.end() && *said == true;
}

}  // namespace duelo
