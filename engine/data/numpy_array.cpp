// SPDX-License-Identifier: Apache-2.0
// The format: NumPy, numpy.lib.format.
#include "data/numpy_array.h"

#include <algorithm>
#include <charconv>

namespace duelo {
namespace {

constexpr std::size_t most_sizes = 8;

/// The value behind 'key': in the dictionary of the header, which NumPy writes in one form only.
std::string_view valueOf(std::string_view header, std::string_view key) {
    const std::size_t at = header.find("'" + std::string(key) + "':");
    if (at == std::string_view::npos) return {};
    header.remove_prefix(at + key.size() + 3);
    header.remove_prefix(std::min(header.find_first_not_of(' '), header.size()));
    return header;
}

bool readShape(std::string_view text, std::vector<std::uint64_t>& shape) {
    if (!text.starts_with('(')) return false;
    text = text.substr(1, text.find(')') - 1);
    while (!text.empty()) {
        const std::size_t first = text.find_first_of("0123456789");
        if (first == std::string_view::npos) return true;
        text.remove_prefix(first);
        std::uint64_t size = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
        if (error != std::errc{} || shape.size() == most_sizes) return false;
        shape.push_back(size);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
    return true;
}

/// "<i8" is 8 bytes; 0 for what has no such size.
std::uint64_t valueBytes(const std::string& type) {
    std::uint64_t bytes = 0;
    const char* end = type.data() + type.size();
    if (type.size() < 3) return 0;
    const auto [at, error] = std::from_chars(type.data() + 2, end, bytes);
    return error == std::errc{} && at == end && bytes <= 16 ? bytes : 0;
}

/// Tells whether so many bytes are there; a product of hostile sizes may wrap around.
bool holds(const NumpyArray& array) {
    std::uint64_t left = array.data.size();
    const std::uint64_t bytes = valueBytes(array.type);
    if (bytes == 0) return true;  // of no number: whoever asks for one is refused by the type
    left /= bytes;
    for (const std::uint64_t size : array.shape) {
        if (size == 0) return true;
        left /= size;
    }
    return left > 0;
}

}  // namespace

/// 0 where the type is none of whole numbers.
std::uint64_t NumpyArray::integerBytes() const {
    const bool whole = type.size() > 1 && (type[1] == 'i' || type[1] == 'u');
    const std::uint64_t value_bytes = valueBytes(type);
    return whole && value_bytes <= 8 ? value_bytes : 0;
}

std::int64_t NumpyArray::integer(std::uint64_t at, std::uint64_t value_bytes) const {
    const bool big = type[0] == '>';
    const std::string_view value = data.substr(at * value_bytes, value_bytes);
    const auto highest = static_cast<unsigned char>(value[big ? 0 : value_bytes - 1]);
    std::uint64_t number = type[1] == 'i' && highest >= 0x80 ? ~std::uint64_t{0} : 0;
    for (std::uint64_t b = 0; b < value_bytes; ++b)
        number = number << 8 | static_cast<unsigned char>(value[big ? b : value_bytes - 1 - b]);
    return static_cast<std::int64_t>(number);
}

std::vector<int> NumpyArray::integers(std::uint64_t count) const {
    const std::uint64_t value_bytes = integerBytes();
    if (value_bytes == 0) return {};
    std::vector<int> values;
    for (std::uint64_t i = 0; i < std::min(count, data.size() / value_bytes); ++i)
        values.push_back(static_cast<int>(integer(i, value_bytes)));
    return values;
}

std::optional<std::vector<std::uint8_t>> NumpyArray::bytes(std::uint64_t count) const {
    const std::uint64_t value_bytes = integerBytes();
    if (value_bytes == 0 || count > data.size() / value_bytes) return std::nullopt;
    const std::string_view used = data.substr(0, count);
    if (type == "|u1") return std::vector<std::uint8_t>(used.begin(), used.end());
    std::vector<std::uint8_t> values;
    values.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::int64_t value = integer(i, value_bytes);
        if (value < 0 || value > 255) return std::nullopt;
        values.push_back(static_cast<std::uint8_t>(value));
    }
    return values;
}

Result<NumpyArray> readNumpyArray(std::string_view file, const std::string& path) {
    const auto damaged = fail("numpy_damaged", {{"path", path}});
    const auto byte = [&file](std::size_t at) {
        return static_cast<std::size_t>(static_cast<unsigned char>(file[at]));
    };
    if (file.size() < 12 || !file.starts_with("\x93NUMPY")) return damaged;
    const std::size_t version = byte(6);
    if (version < 1 || version > 3) return damaged;
    const std::size_t begin = version == 1 ? 10 : 12;
    std::size_t length = byte(8) | byte(9) << 8;
    if (version > 1) length |= byte(10) << 16 | byte(11) << 24;
    if (length > file.size() - begin) return damaged;
    const std::string_view header = file.substr(begin, length);
    const std::string_view type = valueOf(header, "descr");
    if (!type.starts_with('\'')) return damaged;  // a table of several columns has a list here
    NumpyArray array;
    array.type = type.substr(1, type.find('\'', 1) - 1);
    array.by_columns = valueOf(header, "fortran_order").starts_with("True");
    array.data = file.substr(begin + length);
    if (!readShape(valueOf(header, "shape"), array.shape) || !holds(array)) return damaged;
    return array;
}

}  // namespace duelo
