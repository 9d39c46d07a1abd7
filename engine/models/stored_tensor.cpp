// SPDX-License-Identifier: Apache-2.0
#include "models/stored_tensor.h"

#include <algorithm>
#include <array>

namespace duelo {

namespace {

struct Element {
    std::string_view name;
    std::size_t bytes;
};

/// In the order of ElementType.
constexpr std::array<Element, 16> kElements{{{"F64", 8},
                                             {"F32", 4},
                                             {"F16", 2},
                                             {"BF16", 2},
                                             {"I64", 8},
                                             {"I32", 4},
                                             {"I16", 2},
                                             {"I8", 1},
                                             {"U64", 8},
                                             {"U32", 4},
                                             {"U16", 2},
                                             {"U8", 1},
                                             {"BOOL", 1},
                                             {"F8_E4M3", 1},
                                             {"F8_E5M2", 1},
                                             {"C64", 8}}};

constexpr std::uint64_t kMaxElements = std::uint64_t{1} << 59;

}  // namespace

std::size_t byteSize(ElementType type) {
    return kElements[static_cast<std::size_t>(type)].bytes;
}

std::string_view elementName(ElementType type) {
    return kElements[static_cast<std::size_t>(type)].name;
}

std::optional<ElementType> elementFromName(std::string_view safetensorsName) {
    for (std::size_t i = 0; i < kElements.size(); ++i)
        if (kElements[i].name == safetensorsName) return static_cast<ElementType>(i);
    return std::nullopt;
}

bool isFloating(ElementType type) {
    return type <= ElementType::BF16;
}

bool isInteger(ElementType type) {
    return type >= ElementType::I64 && type <= ElementType::U8;
}

std::optional<std::uint64_t> elementCount(std::span<const std::int64_t> shape) {
    // A zero anywhere makes the product zero, but only after the other sizes proved sane.
    std::uint64_t count = 1;
    bool empty = false;
    for (const std::int64_t size : shape) {
        if (size < 0) return std::nullopt;
        if (size == 0) {
            empty = true;
            continue;
        }
        if (static_cast<std::uint64_t>(size) > kMaxElements / count) return std::nullopt;
        count *= static_cast<std::uint64_t>(size);
    }
    return empty ? 0 : count;
}

std::vector<std::int64_t> rowMajorStrides(std::span<const std::int64_t> shape) {
    std::vector<std::int64_t> strides(shape.size());
    std::int64_t stride = 1;
    for (std::size_t i = shape.size(); i-- > 0;) {
        strides[i] = stride;
        stride *= std::max<std::int64_t>(shape[i], 1);
    }
    return strides;
}

}  // namespace duelo
