// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "tensor/error.h"

namespace duelo::test {

/// Returns what kind of TensorError `work` throws; nothing where it throws none.
template <typename Work>
[[nodiscard]] std::optional<TensorError::Kind> thrownKind(const Work& work) {
    try {
        work();
    } catch (const TensorError& error) {
        return error.kind();
    }
    return std::nullopt;
}

}  // namespace duelo::test
