// SPDX-License-Identifier: Apache-2.0
#include "models/weight_format.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "models/pickle_names.h"
#include "models/pth.h"
#include "models/safetensors.h"
#include "models/state_dict.h"
#include "models/zip_directory.h"

namespace duelo {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kSniffedBytes = 1024;

struct Signature {
    std::size_t offset;
    std::string_view bytes;
    const char* code;
    const char* format;
};

/// Files that students take for weights. A reason of their own tells what to do instead.
constexpr std::array kSignatures{
    Signature{0, "version https://git-lfs.github.com/spec/"sv, "weights_git_lfs", ""},
    Signature{0, "\x93NUMPY"sv, "weights_numpy_pickle", "npy"},
    Signature{0, "\x89HDF\r\n\x1a\n"sv, "weights_foreign", "HDF5 (Keras)"},
    Signature{0, "GGUF"sv, "weights_foreign", "GGUF"},
    Signature{4, "TFL3"sv, "weights_foreign", "TensorFlow Lite"},
    Signature{0, "\x1f\x8b"sv, "weights_archive", "gzip"},
    Signature{0,
              "\xfd"
              "7zXZ\0"sv,
              "weights_archive", "xz"},
    Signature{0, "7z\xbc\xaf\x27\x1c"sv, "weights_archive", "7z"},
    Signature{0, "Rar!\x1a\x07"sv, "weights_archive", "rar"},
    Signature{0, "BZh"sv, "weights_archive", "bzip2"},
    Signature{0, "\x28\xb5\x2f\xfd"sv, "weights_archive", "zstd"},
    Signature{257, "ustar"sv, "weights_archive", "tar"},
};

std::optional<Reason> foreign(std::string_view start) {
    for (const Signature& known : kSignatures) {
        if (start.size() < known.offset || !start.substr(known.offset).starts_with(known.bytes))
            continue;
        Json args = Json::object();
        if (std::string_view(known.code) == "weights_numpy_pickle")
            args["name"] = known.format;
        else if (*known.format != '\0')
            args["format"] = known.format;
        return Reason{known.code, std::move(args), {}};
    }
    return std::nullopt;
}

/// A web page: what a browser or a captive portal saves in place of the file.
bool isHtml(std::string_view start) {
    if (start.starts_with("\xef\xbb\xbf")) start.remove_prefix(3);
    start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
    std::string word(start.substr(0, 14));
    std::transform(word.begin(), word.end(), word.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    for (const std::string_view known : {"<!doctype"sv, "<html"sv, "<head"sv, "<?xml"sv, "<!--"sv})
        if (word.starts_with(known)) return true;
    return false;
}

/// ONNX is a protocol buffer without a magic number: field 1 is a small version number, and one of
/// ModelProto's fields 2 to 8 follows (onnx/onnx.proto).
bool isOnnx(std::string_view start) {
    return start.size() > 4 && start[0] == 0x08 && start[1] > 0 && start[1] < 0x20 &&
           "\x12\x1a\x22\x2a\x32\x3a\x42"sv.find(start[2]) != std::string_view::npos;
}

/// The list of the parts of a model that is in several files (model.safetensors.index.json).
bool isIndex(std::span<const std::byte> file) {
    constexpr std::size_t kLookedAt = 64 * 1024;
    const std::string_view text(reinterpret_cast<const char*>(file.data()),
                                std::min(file.size(), kLookedAt));
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != text.npos && text[first] == '{' && text.find("\"weight_map\"") != text.npos;
}

bool isSafetensors(std::span<const std::byte> file) {
    if (file.size() < 9) return false;
    std::uint64_t length = 0;
    for (std::size_t i = 8; i-- > 0;)
        length = length << 8 | std::to_integer<std::uint64_t>(file[i]);
    // With a brace the length may be anything, and the reader says what is wrong with it.
    return file[8] == std::byte{'{'} || length <= file.size() - 8;
}

/// Refuses a pickle that torch.save() did not write, by what it holds.
tl::unexpected<Reason> plainPickle(std::span<const std::byte> file) {
    auto pickle = readTorchPickle(file);
    if (!pickle) return tl::unexpected(std::move(pickle.error()));
    if (auto why = savedWithoutTensors(*pickle)) return tl::unexpected(*std::move(why));
    return fail("weights_plain_pickle");
}

Result<TensorTable> readByFormat(std::span<const std::byte> file) {
    const std::string_view start(reinterpret_cast<const char*>(file.data()),
                                 std::min(file.size(), kSniffedBytes));
    if (start.starts_with("PK\x03\x04") || start.starts_with("PK\x05\x06")) return readPthZip(file);
    if (isPthLegacy(file)) return readPthLegacy(file);
    if (auto reason = foreign(start)) return tl::unexpected(std::move(*reason));
    if (isHtml(start)) return fail("weights_html");
    if (isIndex(file)) return fail("weights_index");
    // A small length and a brace behind it make a safetensors, though 0x80 may start its length.
    const bool small_length = start.size() > 8 && start.substr(4, 4) == "\0\0\0\0"sv;
    const bool pickle = start.size() > 1 && start[0] == '\x80' && start[1] >= 2 && start[1] <= 5;
    if (pickle && !(small_length && start[8] == '{')) return plainPickle(file);
    if (isOnnx(start) && !small_length) return fail("weights_onnx");
    if (isSafetensors(file)) return readSafetensors(file);
    return fail("weights_unknown");
}

}  // namespace

Result<void> checkSums(std::span<const std::byte> file, const TensorTable& table,
                       std::span<const StoredTensor> tensors) {
    std::set<std::uint64_t> checked;
    for (const StoredTensor& tensor : tensors) {
        auto known = table.archived.upper_bound(tensor.offset);
        if (tensor.span_elements == 0 || known == table.archived.begin()) continue;
        const auto& [offset, bytes] = *--known;
        if (!checked.insert(offset).second) continue;
        const ZipEntry place{.offset = offset, .bytes = bytes.bytes, .crc = bytes.crc};
        if (auto whole = contentsOf(file, {bytes.entry, place}); !whole)
            return tl::unexpected(std::move(whole.error()));
    }
    return {};
}

Result<TensorTable> readTensorTable(std::span<const std::byte> file) {
    auto table = readByFormat(file);
    if (!table) return table;
    std::uint64_t bytes = 0;
    for (const StoredTensor& tensor : table->tensors)
        bytes += tensor.span_elements * byteSize(tensor.type);
    if (file.size() > kSpareFileBytes && (file.size() - kSpareFileBytes) / kMostFileRatio > bytes)
        return fail("weights_excess", {{"found_bytes", file.size()}, {"tensor_bytes", bytes}});
    return table;
}

}  // namespace duelo
