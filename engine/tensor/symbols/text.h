// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Text in the bytes of the C++ library that LibTorch was built with.
namespace duelo::symbols {

#ifdef _WIN32

/// Microsoft's std::string_view. That of libstdc++ has its members in the other order.
struct TextView {
    explicit TextView(std::string_view text) : data(text.data()), size(text.size()) {}
    const char* data;
    std::size_t size;
};

/// Microsoft's std::string, for reading alone.
struct MicrosoftText {
    union {
        char inside[16];
        const char* outside;
    };
    std::size_t size, capacity;
};
using LibraryText = MicrosoftText;

[[nodiscard]] inline std::string_view viewOf(const LibraryText& text) {
    constexpr std::size_t kInside = sizeof text.inside - 1;
    return {text.capacity > kInside ? text.outside : text.inside, text.size};
}

#else

using TextView = std::string_view;
using LibraryText = std::string;

[[nodiscard]] inline std::string_view viewOf(const LibraryText& text) {
    return text;
}

#endif

}  // namespace duelo::symbols
