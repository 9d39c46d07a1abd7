// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <QTemporaryDir>

#include "data/labelled_set.h"
#include "data/picture.h"

namespace duelo::test {

using Bytes = std::vector<std::uint8_t>;

inline void writeBytes(const std::filesystem::path& path, const Bytes& bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
}

/// A test with an empty folder of its own for every function: its init() calls renewFolder().
class FolderFixture {
protected:
    std::filesystem::path m_root;

    void renewFolder() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_root = m_folder->path().toStdString();
    }
    void put(const std::string& path, const Bytes& bytes) const {
        std::filesystem::create_directories((m_root / path).parent_path());
        writeBytes(m_root / path, bytes);
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

inline void appendBigEndian(Bytes& bytes, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes.push_back(static_cast<std::uint8_t>(value >> shift));
}

/// An IDX file of unsigned bytes.
inline Bytes idxBytes(const std::vector<std::uint32_t>& sizes, const Bytes& content) {
    Bytes bytes = {0, 0, 8, static_cast<std::uint8_t>(sizes.size())};
    for (const std::uint32_t size : sizes) appendBigEndian(bytes, size);
    bytes.insert(bytes.end(), content.begin(), content.end());
    return bytes;
}

/// A file of the tests' own picture format: PIC, the three sizes as bytes, the pixels.
inline Bytes pictureBytes(SampleShape shape, const Bytes& pixels) {
    Bytes bytes = {'P',
                   'I',
                   'C',
                   static_cast<std::uint8_t>(shape.channels),
                   static_cast<std::uint8_t>(shape.height_px),
                   static_cast<std::uint8_t>(shape.width_px)};
    bytes.insert(bytes.end(), pixels.begin(), pixels.end());
    return bytes;
}

inline Bytes pictureBytes(SampleShape shape, std::uint8_t value) {
    return pictureBytes(shape, Bytes(shape.bytes(), value));
}

inline Result<SampleShape> pictureShape(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < 6 || bytes[0] != 'P') return fail("image_header_damaged");
    return SampleShape{bytes[3], bytes[4], bytes[5]};
}

inline PictureReader pictureReader() {
    PictureReader reader;
    reader.recognises = [](const std::filesystem::path& path) {
        return path.extension() == ".pic";
    };
    reader.shape = [](const std::filesystem::path& path) -> Result<SampleShape> {
        std::ifstream file(path, std::ios::binary);
        Bytes head(6);
        file.read(reinterpret_cast<char*>(head.data()), 6);
        head.resize(static_cast<std::size_t>(file.gcount()));
        return pictureShape(head);
    };
    reader.decode = [](std::span<const std::uint8_t> bytes) -> Result<Picture> {
        const auto shape = pictureShape(bytes);
        if (!shape) return tl::unexpected(shape.error());
        if (bytes.size() != 6 + shape->bytes()) return fail("image_truncated");
        return Picture{*shape, {bytes.begin() + 6, bytes.end()}};
    };
    return reader;
}

/// A set of 1 x 1 pictures with these labels; the classes are named a, b, c, ...
inline LabelledSet labelledSet(const std::vector<int>& labels, std::size_t classes) {
    std::vector<std::string> names;
    for (std::size_t c = 0; c < classes; ++c) names.emplace_back(1, static_cast<char>('a' + c));
    auto set = LabelledSet::create({1, 1, 1}, names, labels.size()).value();
    for (std::size_t i = 0; i < labels.size(); ++i)
        set.add(Bytes{static_cast<std::uint8_t>(i)}, labels[i], std::to_string(i));
    return set;
}

inline std::vector<std::size_t> firstIndices(std::size_t count, std::size_t first = 0) {
    std::vector<std::size_t> indices(count);
    for (std::size_t i = 0; i < count; ++i) indices[i] = first + i;
    return indices;
}

inline std::filesystem::path shippedData() {
    return std::filesystem::path(DUELO_SOURCE_DIR) / "resources" / "data";
}

}  // namespace duelo::test
