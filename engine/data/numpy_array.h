// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace duelo {

/// A file of NumPy's format NPY, versions 1 to 3.
struct NumpyArray {
    std::string type;  ///< as NumPy writes it: "|u1", "<i8"
    bool by_columns = false;
    std::vector<std::uint64_t> shape;
    std::string_view data;  ///< within the file's bytes

    /// The values of whole numbers, one for each of the first size; nothing of other types.
    [[nodiscard]] std::vector<int> integers() const;
};

/// Errors: numpy_damaged {path} where the bytes are no such array or are too few.
Result<NumpyArray> readNumpyArray(std::string_view file, const std::string& path);

}  // namespace duelo
