// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/result.h"

namespace duelo::test {

/// The tiny files of tests/parity/make_image_fixtures.py.
inline std::filesystem::path fixture(const std::string& name) {
    return std::filesystem::path(DUELO_SOURCE_DIR) / "tests/corpus/images" / name;
}

inline std::filesystem::path sample(const std::string& name) {
    return std::filesystem::path(DUELO_SOURCE_DIR) / "resources/samples" / name;
}

inline std::vector<std::uint8_t> readBytes(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

inline void writeBytes(const std::filesystem::path& path, const std::vector<std::uint8_t>& bytes) {
    std::ofstream stream(path, std::ios::binary);
    stream.write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
}

inline std::vector<std::uint8_t> bytesOf(const std::string& text) {
    return {text.begin(), text.end()};
}

/// "truncated converted_grey": the codes in their order.
inline std::string codesOf(const std::vector<Reason>& notes) {
    std::string codes;
    for (const Reason& note : notes) {
        if (!codes.empty()) codes += ' ';
        codes += note.code;
    }
    return codes;
}

}  // namespace duelo::test
