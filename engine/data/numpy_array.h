// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace duelo {

/// A file of NumPy's format NPY, versions 1 to 3.
class NumpyArray {
public:
    std::string type;  ///< as NumPy writes it: "|u1", "<i8"
    bool by_columns = false;
    std::vector<std::uint64_t> shape;
    std::string_view data;  ///< within the file's bytes

    /// The first `count` values of whole numbers; fewer where there are not so many, none of other
    /// types.
    [[nodiscard]] std::vector<int> integers(std::uint64_t count) const;
    /// The first `count` values as bytes; nothing unless all are whole numbers from 0 to 255.
    [[nodiscard]] std::optional<std::vector<std::uint8_t>> bytes(std::uint64_t count) const;

private:
    [[nodiscard]] std::int64_t integer(std::uint64_t at, std::uint64_t value_bytes) const;
    [[nodiscard]] std::uint64_t integerBytes() const;
};

/// Errors: numpy_damaged {path} where the bytes are no such array or are too few.
Result<NumpyArray> readNumpyArray(std::string_view file, const std::string& path);

}  // namespace duelo
