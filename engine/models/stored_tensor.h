// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace duelo {

/// Element types that weight files hold. Duelo computes with the floating-point ones; the others
/// are known by size, so that the files which hold them can be checked and refused with a reason.
enum class ElementType : std::uint8_t {
    F64,
    F32,
    F16,
    BF16,
    I64,
    I32,
    I16,
    I8,
    U64,
    U32,
    U16,
    U8,
    Bool,
    F8E4M3,
    F8E5M2,
    C64
};

[[nodiscard]] std::size_t byteSize(ElementType type);
/// The name of safetensors: "F32", "BF16", "BOOL".
[[nodiscard]] std::string_view elementName(ElementType type);
[[nodiscard]] std::optional<ElementType> elementFromName(std::string_view safetensorsName);
[[nodiscard]] bool isFloating(ElementType type);  ///< one that is converted to fp32
[[nodiscard]] bool isInteger(ElementType type);

/// Where one tensor lies in a file. Nothing of it has been read yet; that it lies inside the file
/// has been checked by the reader that made it.
struct StoredTensor {
    std::string name;
    std::string
        place{};  ///< the dictionary that it stands in, "optimizer.state.0"; empty: the file's
    ElementType type = ElementType::F32;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;  ///< in elements; as many as the shape has
    std::uint64_t offset = 0;           ///< of the first element, in bytes from the file's start
    std::uint64_t span_elements = 0;    ///< from the first to past the last element it may touch
    bool contiguous = true;             ///< row-major without gaps
};

/// Bytes of the file that have a CRC-32.
struct ArchivedBytes {
    std::string entry;
    std::uint64_t bytes = 0;
    std::uint32_t crc = 0;
};

/// The contents of a weight file as it tells them: the result of every reader.
struct TensorTable {
    std::string format;                             ///< "safetensors", "pth_zip", "pth_legacy"
    std::vector<StoredTensor> tensors;              ///< those of one place beside each other
    std::map<std::string, std::string> metadata{};  ///< of safetensors
    std::map<std::string, Reason> faults{};         ///< by place: one tensor there is not sound
    std::optional<Reason> instead{};  ///< a whole module or NumPy's arrays are in the file, too
    bool quantised = false;           ///< tensors of fewer bits are
    std::vector<std::vector<std::string>> class_names{};  ///< lists of them, by output
    std::map<std::uint64_t, ArchivedBytes> archived{};    ///< by their offset: where sums are known
};

/// No network in Duelo has more than five dimensions; a longer shape is a trap, not a tensor.
inline constexpr std::size_t kMaxDimensions = 8;
/// ResNet152 has 932; more entries than this only serve to make a reader work.
inline constexpr std::size_t kMaxTensors = 10'000;

/// Product of the sizes; nothing where one is negative or the product passes 2^62 bytes of any
/// element type.
[[nodiscard]] std::optional<std::uint64_t> elementCount(std::span<const std::int64_t> shape);
[[nodiscard]] std::vector<std::int64_t> rowMajorStrides(std::span<const std::int64_t> shape);

}  // namespace duelo
