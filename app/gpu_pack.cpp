// SPDX-License-Identifier: Apache-2.0
#include "gpu_pack.h"

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include "base/places.h"
#include "base/sha256.h"
#include "base/whole_file.h"
#include "base/zip_file.h"
#include "gpu/torch_folder.h"

namespace duelo {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLibraryEnd = ".dll";
/// LibTorch's package has thousands of headers, and libraries of gigabytes.
constexpr ZipLimits kOfTorch{.archive_bytes = std::uint64_t{8} << 30,
                             .unpacked_bytes = std::uint64_t{16} << 30,
                             .entries = 100'000};
constexpr std::string_view kTorchLibraries = "torch/lib/";

bool isWanted(const GpuWheel& wheel, std::string_view name) {
    return name.ends_with(kLibraryEnd) && (!wheel.isTorch() || name.starts_with(kTorchLibraries));
}

/// Says, beside the libraries, what has been unpacked: the archive's SHA-256, and a name in each
/// line.
fs::path noteOf(const GpuWheel& wheel, const fs::path& folder) {
    return folder / fromUtf8(wheel.file + ".unpacked");
}

Result<std::string> digestOf(const fs::path& path) {
    auto file = openToRead(path);
    if (!file) return tl::unexpected(file.error());
    Sha256 digest;
    std::string piece(1 << 20, '\0');
    while (file->read(piece.data(), static_cast<std::streamsize>(piece.size())) ||
           file->gcount() > 0)
        digest.add(std::string_view(piece).substr(0, static_cast<std::size_t>(file->gcount())));
    if (file->bad()) return fail("file_unreadable", {{"path", utf8(path)}}, "cannot be read");
    return digest.hex();
}

Result<void> isTheRight(const GpuWheel& wheel, const fs::path& archive) {
    const auto digest = digestOf(archive);
    if (!digest) {
        if (digest.error().code != "file_missing") return tl::unexpected(digest.error());
        return fail("gpu_pack_absent", {{"path", utf8(archive)}});
    }
    if (*digest == wheel.sha256) return {};
    return fail("gpu_pack_differs",
                {{"path", utf8(archive)}, {"expected", wheel.sha256}, {"found", *digest}});
}

}  // namespace

Result<fs::path> fetchWheel(const GpuWheel& wheel, const fs::path& folder,
                            const FetchProgress& progress) {
    return fetchWeights({.file = wheel.file,
                         .url = wheel.url,
                         .sha256 = wheel.sha256,
                         .size_bytes = wheel.size_bytes,
                         .source = wheel.isTorch() ? "PyTorch" : "NVIDIA"},
                        folder, progress);
}

bool isUnpacked(const GpuWheel& wheel, const fs::path& folder) {
    std::ifstream note(noteOf(wheel, folder));
    std::string line;
    if (!std::getline(note, line) || line != wheel.sha256) return false;
    std::error_code error;
    while (std::getline(note, line))
        if (!fs::exists(folder / fromUtf8(line), error)) return false;
    return true;
}

Result<int> unpackWheel(const GpuWheel& wheel, const fs::path& archive, const fs::path& folder) {
    if (auto right = isTheRight(wheel, archive); !right) return tl::unexpected(right.error());
    const auto zip = ZipArchive::open(archive, wheel.isTorch() ? kOfTorch : ZipLimits{});
    if (!zip) return tl::unexpected(zip.error());
    std::error_code error;
    fs::create_directories(folder, error);
    if (wheel.isTorch()) dropTorchNote(folder);
    std::string note = wheel.sha256 + '\n';
    TorchNote torch{.version = wheel.version()};
    for (const ZipArchive::Entry& entry : zip->entries()) {
        if (!isWanted(wheel, entry.name)) continue;
        const auto bytes = zip->read(entry);
        if (!bytes) return tl::unexpected(bytes.error());
        const std::string name = entry.name.substr(entry.name.rfind('/') + 1);
        if (auto written = writeWhole(*bytes, folder / fromUtf8(name), true); !written)
            return tl::unexpected(written.error());
        note += name + '\n';
        torch.files[name] = entry.bytes;
    }
    if (torch.files.empty()) return fail("gpu_pack_empty", {{"path", utf8(archive)}});
    if (wheel.isTorch())
        if (auto noted = writeTorchNote(torch, folder); !noted)
            return tl::unexpected(noted.error());
    if (auto written = writeWhole(note, noteOf(wheel, folder), true); !written)
        return tl::unexpected(written.error());
    return static_cast<int>(torch.files.size());
}

}  // namespace duelo
