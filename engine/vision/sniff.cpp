// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>

#include "vision/byte_reader.h"
#include "vision/image_header.h"

namespace duelo {
namespace {

using namespace std::string_view_literals;

struct Signature {
    std::size_t at;
    std::string_view bytes;
    std::string_view name;
};

// Pictures that need another program first.
constexpr std::array pictures = {
    Signature{0, "GIF8"sv, "GIF"},
    Signature{4, "ftypheic"sv, "HEIC"},
    Signature{4, "ftypheix"sv, "HEIC"},
    Signature{4, "ftyphevc"sv, "HEIC"},
    Signature{4, "ftypmif1"sv, "HEIF"},
    Signature{4, "ftypmsf1"sv, "HEIF"},
    Signature{4, "ftypavif"sv, "AVIF"},
    Signature{4, "ftypavis"sv, "AVIF"},
    Signature{4, "ftypcrx "sv, "Canon CR3"},
    Signature{0, "\0\0\0\x0cjP  "sv, "JPEG 2000"},
    Signature{0, "\xff\x4f\xff\x51"sv, "JPEG 2000"},
    Signature{0, "\0\0\0\x0cJXL "sv, "JPEG XL"},
    Signature{0, "\xff\x0a"sv, "JPEG XL"},
    Signature{0, "8BPS"sv, "Photoshop PSD"},
    Signature{0, "gimp xcf"sv, "GIMP XCF"},
    Signature{0, "\x76\x2f\x31\x01"sv, "OpenEXR"},
    Signature{0, "#?RADIANCE"sv, "Radiance HDR"},
    Signature{0, "\0\0\x01\0"sv, "Windows ICO"},
    Signature{0, "DDS "sv, "DDS"},
    Signature{0, "II\x2b\0"sv, "BigTIFF"},
    Signature{0, "MM\0\x2b"sv, "BigTIFF"},
    Signature{0, "FUJIFILMCCD-RAW"sv, "Fujifilm RAF"},
    Signature{0, "IIU\0"sv, "Panasonic RW2"},
    Signature{0, "IIRO"sv, "Olympus ORF"},
    Signature{0, "P7\nWIDTH"sv, "PAM"},
};

constexpr std::array documents = {
    Signature{0, "%PDF"sv, "PDF"},
    Signature{0, "PK\x03\x04"sv, "ZIP (DOCX, ODT, PPTX)"},
    Signature{0, "\xd0\xcf\x11\xe0"sv, "Microsoft Office 97-2003"},
    Signature{0, "Rar!"sv, "RAR"},
    Signature{0, "7z\xbc\xaf\x27\x1c"sv, "7-Zip"},
    Signature{0, "\x1f\x8b"sv, "gzip"},
    Signature{0, "%!PS"sv, "PostScript"},
    Signature{0, "MZ"sv, "Windows EXE"},
    Signature{0,
              "\x7f"
              "ELF"sv,
              "ELF"},
    Signature{4, "ftyp"sv, "MP4"},
    Signature{0, "\x1a\x45\xdf\xa3"sv, "Matroska/WebM"},
    Signature{0, "ID3"sv, "MP3"},
    Signature{0, "RIFF"sv, "RIFF (AVI, WAV)"},
    Signature{0, "SQLite format 3"sv, "SQLite"},
};

template <std::size_t N>
std::string_view match(const std::array<Signature, N>& list, const ByteReader& reader) {
    for (const Signature& signature : list) {
        if (reader.matches(signature.at, signature.bytes)) return signature.name;
    }
    return {};
}

/// The first bytes as lower-case text without byte-order mark and leading space; empty: not text.
std::string textStart(Bytes bytes) {
    std::string text;
    for (const std::uint8_t byte : bytes.first(std::min<std::size_t>(bytes.size(), 512))) {
        const bool control = byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r';
        if (control || byte == 0x7f) return {};
        text += byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + 32) : static_cast<char>(byte);
    }
    if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
    text.erase(0, text.find_first_not_of(" \t\r\n"));
    // Text in an unknown 8-bit encoding exists, but random bytes are the likelier reading.
    const auto high = std::count_if(text.begin(), text.end(), [](char c) { return c < 0; });
    return high * 4 > static_cast<std::ptrdiff_t>(text.size()) ? std::string() : text;
}

/// The digit behind the P of a netpbm file; 0 of others. Words such as "P5 and P6" have no number.
std::uint32_t netpbmKind(ByteReader& reader) {
    const std::uint32_t kind = reader.u8(1) - '0', blank = reader.u8(2), next = reader.u8(3);
    const bool blanks = blank == ' ' || (blank >= '\t' && blank <= '\r');
    const bool begins = (next >= '0' && next <= '9') || next == '#' || next == ' ' || next == '\n';
    const bool netpbm =
        reader.matches(0, "P"sv) && kind >= 1 && kind <= 6 && ((blanks && begins) || blank == '#');
    return netpbm ? kind : 0;
}

Result<ImageFormat> refuse(Bytes bytes, const ByteReader& reader) {
    if (const auto name = match(pictures, reader); !name.empty()) {
        return fail("image_format_unsupported", {{"format", name}});
    }
    if (const auto name = match(documents, reader); !name.empty()) {
        return fail("image_is_document", {{"format", name}});
    }
    const std::string text = textStart(bytes);
    if (text.find("<svg") != std::string::npos) {
        return fail("image_format_unsupported", {{"format", "SVG"}});
    }
    if (text.starts_with("<!doctype html") || text.find("<html") != std::string::npos ||
        text.find("<head") != std::string::npos) {
        return fail("image_is_web_page");
    }
    return text.empty() ? fail("image_unknown") : fail("image_is_text");
}

}  // namespace

std::string_view formatName(ImageFormat format) {
    switch (format) {
        case ImageFormat::Jpeg:
            return "JPEG";
        case ImageFormat::Png:
            return "PNG";
        case ImageFormat::Bmp:
            return "BMP";
        case ImageFormat::WebP:
            return "WebP";
        case ImageFormat::Pnm:
            return "PGM/PPM";
        case ImageFormat::Tiff:
            break;
    }
    return "TIFF";
}

Result<ImageFormat> sniffImage(Bytes bytes) {
    if (bytes.empty()) return fail("image_empty");
    ByteReader reader(bytes, ByteOrder::Little);
    if (reader.matches(0, "\xff\xd8\xff"sv)) return ImageFormat::Jpeg;
    if (reader.matches(0, "\x89PNG\r\n\x1a\n"sv)) return ImageFormat::Png;
    if (reader.matches(0, "RIFF"sv) && reader.matches(8, "WEBP"sv)) return ImageFormat::WebP;
    if (reader.matches(0, "II\x2a\0"sv) || reader.matches(0, "MM\0\x2a"sv)) {
        return ImageFormat::Tiff;
    }
    // "BM" alone also begins English words: the length of the second header must be a known one.
    const std::uint32_t info_bytes = reader.u32(14);
    if (reader.matches(0, "BM"sv) && info_bytes >= 12 && info_bytes <= 124) return ImageFormat::Bmp;
    const std::uint32_t netpbm = netpbmKind(reader);
    if (netpbm == 1 || netpbm == 4) return fail("image_format_unsupported", {{"format", "PBM"}});
    if (netpbm != 0) return ImageFormat::Pnm;
    return refuse(bytes, reader);
}

}  // namespace duelo
