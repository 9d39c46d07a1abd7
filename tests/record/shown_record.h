// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "record/record.h"

namespace duelo::examples {

/// The line of a record, or why there is none.
inline std::string shown(const Result<Record>& record) {
    return record ? encode(*record) : record.error().code + ' ' + record.error().message;
}

}  // namespace duelo::examples
