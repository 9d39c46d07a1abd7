// SPDX-License-Identifier: Apache-2.0
#include "tensor/symbols/guarded.h"

#include <array>
#include <cstdint>
#include <string>
#ifndef _WIN32
#include <exception>
#include <typeinfo>
#endif

#include "tensor/error.h"

namespace duelo::symbols {

void throwAs(std::string_view class_name, const char* text, int code) {
    using Kind = TensorError::Kind;
    constexpr std::array kinds{std::pair{std::string_view("OutOfMemoryError"), Kind::OutOfMemory},
                               std::pair{std::string_view("AcceleratorError"), Kind::Accelerator},
                               std::pair{std::string_view("IndexError"), Kind::Index},
                               std::pair{std::string_view("DistBackendError"), Kind::Distributed}};
    Kind kind = Kind::Other;
    for (const auto& [name, its_kind] : kinds)
        if (class_name.find(name) != std::string_view::npos) kind = its_kind;
    throw TensorError(kind, text != nullptr ? text : "LibTorch failed without a word",
                      kind == Kind::Accelerator ? code : 0);
}

#ifndef _WIN32

void throwTranslated() {
    try {
        throw;
    } catch (const std::exception& error) {
        const std::string_view name = typeid(error).name();
        if (!name.starts_with("N3c10")) throw;
        // what() would name each function of the stack, which takes milliseconds. The next entry of
        // c10::Error's virtual table returns the text alone.
        using Text = const char*(const void*);
        constexpr std::size_t kWithoutBacktrace = 3;
        Text* const text = (*reinterpret_cast<Text* const* const*>(&error))[kWithoutBacktrace];
        // AcceleratorError has its code behind its base c10::Error, which has this size.
        constexpr std::size_t kErrorSize = 128;
        int code = 0;
        if (name.find("AcceleratorError") != std::string_view::npos)
            code = *reinterpret_cast<const std::int32_t*>(reinterpret_cast<const char*>(&error) +
                                                          kErrorSize);
        throwAs(name, text(&error), code);
    }
}

#endif

}  // namespace duelo::symbols
