// SPDX-License-Identifier: Apache-2.0
// Text chunks: PNG specification, third edition (W3C), 11.3.3. XMP: ISO 16684-1, tiff:Orientation
// as an attribute or an element.
#include "vision/png_orientation.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <zlib.h>

#include "vision/ifd.h"

namespace duelo {
namespace {

constexpr std::size_t most_text_bytes = std::size_t{256} << 10;

std::string_view asText(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Returns the beginning of a compressed text; empty where it is none.
std::string inflated(std::string_view packed) {
    std::string text(most_text_bytes, '\0');
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) return {};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(text.size());
    inflate(&stream, Z_SYNC_FLUSH);
    text.resize(stream.total_out);
    inflateEnd(&stream);
    return text;
}

/// Takes what stands before the next zero byte, and that byte.
std::string_view takeUntilZero(std::string_view& text) {
    const std::string_view taken = text.substr(0, text.find('\0'));
    text.remove_prefix(std::min(taken.size() + 1, text.size()));
    return taken;
}

/// tiff:Orientation="6", or <tiff:Orientation>6</tiff:Orientation>.
std::optional<int> xmpOrientation(std::string_view xmp) {
    constexpr std::string_view name = "tiff:Orientation";
    const std::size_t found = xmp.find(name);
    if (found == xmp.npos) return std::nullopt;
    const std::size_t at = xmp.find_first_not_of(" \t\r\n=\"'>", found + name.size());
    if (at == xmp.npos || xmp[at] < '1' || xmp[at] > '8') return std::nullopt;
    return xmp[at] - '0';
}

int digitOf(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// "\nexif\n    1234\n" and then hexadecimal digits in lines.
std::vector<std::uint8_t> profileOf(std::string_view text) {
    for (int line = 0; line < 3; ++line) {
        const std::size_t end = text.find('\n');
        if (end == text.npos) return {};
        text.remove_prefix(end + 1);
    }
    std::vector<std::uint8_t> bytes;
    int high = -1;
    for (const char c : text) {
        const int digit = digitOf(c);
        if (digit < 0) continue;
        if (high >= 0) bytes.push_back(static_cast<std::uint8_t>(high << 4 | digit));
        high = high >= 0 ? -1 : digit;
    }
    return bytes;
}

}  // namespace

void PngOrientation::read(Bytes type, Bytes data) {
    const std::string_view name = asText(type);
    if (name == "eXIf" && !m_exif) m_exif = exifOrientation(data);
    if (name == "tEXt" || name == "zTXt" || name == "iTXt") readText(name, asText(data));
}

void PngOrientation::readText(std::string_view type, std::string_view data) {
    const std::string_view keyword = takeUntilZero(data);
    const bool profile = keyword == "Raw profile type exif" || keyword == "Raw profile type APP1";
    const bool xmp = keyword == "XML:com.adobe.xmp";
    // The first of each: unpacking a million of them would take hours.
    if (!(profile && !std::exchange(m_has_profile, true)) &&
        !(xmp && !std::exchange(m_has_xmp, true)))
        return;
    if (data.size() < 2) return;
    const bool packed = type == "zTXt" || (type == "iTXt" && data[0] != 0);
    if (type != "tEXt") data.remove_prefix(type == "zTXt" ? 1 : 2);  // flag, method
    if (type == "iTXt") {
        takeUntilZero(data);  // language
        takeUntilZero(data);  // keyword in that language
    }
    const std::string unpacked = packed ? inflated(data) : std::string();
    const std::string_view text = packed ? unpacked : data.substr(0, most_text_bytes);
    if (xmp) m_xmp = xmpOrientation(text);
    if (profile) m_profile = exifOrientation(profileOf(text));
}

int PngOrientation::value() const {
    for (const auto& told : {m_exif, m_profile, m_xmp})
        if (told) return *told;
    return 1;
}

}  // namespace duelo
