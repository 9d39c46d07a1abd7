// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/weight_format.h"
#include "networks/tensor_spec.h"

/// Writers of weight files, right ones and hostile ones, byte by byte. Files are std::strings.
namespace duelo::test {

inline std::span<const std::byte> bytesOf(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

inline std::string little(std::uint64_t value, unsigned bytes) {
    std::string text;
    for (unsigned i = 0; i < bytes; ++i)
        text += static_cast<char>(i < 8 ? value >> (8 * i) & 0xFF : 0);
    return text;
}

/// The table of a file whose tensors all have their checksums.
inline Result<TensorTable> readWhole(std::string_view file) {
    auto table = readTensorTable(bytesOf(file));
    if (!table) return table;
    if (auto sums = checkSums(bytesOf(file), *table, table->tensors); !sums)
        return tl::unexpected(sums.error());
    return table;
}

inline void patch(std::string& file, std::size_t at, std::uint64_t value, unsigned bytes) {
    file.replace(at, bytes, little(value, bytes));
}

inline std::string readAll(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline void writeAll(const std::filesystem::path& path, std::string_view bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline std::filesystem::path fixture(std::string_view name) {
    return std::filesystem::path(DUELO_SOURCE_DIR) / "tests" / "models" / "data" / name;
}

/// The network of tests/parity/make_weight_fixtures.py, without batch norm's counter.
inline std::vector<TensorSpec> tinySpecs() {
    return {{"conv.weight", {4, 3, 3, 3}},
            {"bn.weight", {4}},
            {"bn.bias", {4}},
            {"bn.running_mean", {4}},
            {"bn.running_var", {4}},
            {"fc.weight", {5, 4}},
            {"fc.bias", {5}}};
}

/// Element i of tensor t of that network.
inline float tinyValue(std::int64_t t, std::int64_t i) {
    return static_cast<float>((5 * i + 3 * t) % 61 - 30) / 8.0f;
}

/// The header is written with single quotes for double ones, to be readable.
inline std::string safetensors(std::string header, std::string_view data = {}) {
    std::replace(header.begin(), header.end(), '\'', '"');
    return little(header.size(), 8) + header + std::string(data);
}

/// One entry of a zip archive and what may be wrong with it.
struct ZipPart {
    std::string name;
    std::string data;
    std::uint64_t method = 0;
    std::uint64_t flags = 0;
    std::string extra;  ///< of the directory
};

/// An archive and where its directory's fields lie, for those who want to spoil them.
struct Zip {
    std::string bytes;
    std::vector<std::size_t> local, central;
    std::size_t end = 0;
};

inline Zip zip(const std::vector<ZipPart>& parts) {
    Zip zip;
    for (const ZipPart& part : parts) {
        zip.local.push_back(zip.bytes.size());
        zip.bytes += "PK\x03\x04" + little(20, 2) + little(part.flags, 2) + little(part.method, 2) +
                     little(0, 8) + little(part.data.size(), 4) + little(part.data.size(), 4) +
                     little(part.name.size(), 2) + little(0, 2) + part.name + part.data;
    }
    const std::size_t directory = zip.bytes.size();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const ZipPart& part = parts[i];
        zip.central.push_back(zip.bytes.size());
        zip.bytes += "PK\x01\x02" + little(20, 2) + little(20, 2) + little(part.flags, 2) +
                     little(part.method, 2) + little(0, 8) + little(part.data.size(), 4) +
                     little(part.data.size(), 4) + little(part.name.size(), 2) +
                     little(part.extra.size(), 2) + little(0, 10) + little(zip.local[i], 4) +
                     part.name + part.extra;
    }
    zip.end = zip.bytes.size();
    zip.bytes += "PK\x05\x06" + little(0, 4) + little(parts.size(), 2) + little(parts.size(), 2) +
                 little(zip.end - directory, 4) + little(directory, 4) + little(0, 2);
    return zip;
}

}  // namespace duelo::test
