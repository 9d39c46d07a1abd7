// SPDX-License-Identifier: Apache-2.0
#include "torch_pack.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/places.h"
#include "base/whole_file.h"
#include "gpu/torch_folder.h"
#include "tensor/torch_cuda.h"

namespace duelo {

namespace {

namespace fs = std::filesystem;

constexpr const char* kTorchCuda = "torch_cuda.dll";
/// Nothing works without these. What they need in their turn comes with them.
constexpr std::array kNeeded{kTorchCuda, "c10_cuda.dll", "torch_cpu.dll", "c10.dll"};
/// It needs Python.
constexpr const char* kOfPython = "torch_python.dll";

/// Returns the number that stands at a place of a file; nothing where the file ends before it.
template <typename Number>
std::optional<Number> numberAt(std::ifstream& file, std::uint64_t place) {
    std::array<unsigned char, sizeof(Number)> bytes{};
    file.seekg(static_cast<std::streamoff>(place));
    if (!file.read(reinterpret_cast<char*>(bytes.data()), sizeof bytes)) return std::nullopt;
    Number number = 0;
    for (std::size_t i = sizeof bytes; i-- > 0;)
        number = static_cast<Number>(number << 8 | bytes[i]);
    return number;
}

/// Tells whether a file is a library for 64-bit Windows and has all of the bytes that its own
/// table of sections asks for (PE format): one whose copy broke off does not.
bool isWholeLibrary(const fs::path& path) {
    constexpr std::uint32_t kSignature = 0x4550;  // "PE"
    constexpr std::uint16_t kX64 = 0x8664;
    constexpr std::uint64_t kHeaderAt = 0x3c, kSectionBytes = 40;
    std::ifstream file(path, std::ios::binary);
    const auto header = numberAt<std::uint32_t>(file, kHeaderAt);
    if (!header || numberAt<std::uint32_t>(file, *header) != kSignature ||
        numberAt<std::uint16_t>(file, *header + std::uint64_t{4}) != kX64)
        return false;
    const auto sections = numberAt<std::uint16_t>(file, *header + std::uint64_t{6});
    const auto optional = numberAt<std::uint16_t>(file, *header + std::uint64_t{20});
    if (!sections || *sections == 0 || !optional) return false;
    std::error_code error;
    const std::uint64_t size = fs::file_size(path, error);
    for (std::uint64_t i = 0; i < *sections; ++i) {
        const std::uint64_t section = *header + std::uint64_t{24} + *optional + i * kSectionBytes;
        const auto bytes = numberAt<std::uint32_t>(file, section + 16);
        const auto place = numberAt<std::uint32_t>(file, section + 20);
        if (!bytes || !place || std::uint64_t{*place} + *bytes > size) return false;
    }
    return true;
}

/// Returns the first line of a file that has the word, from it on.
std::string lineWith(const fs::path& file, std::string_view word) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);)
        if (const std::size_t at = line.find(word); at != std::string::npos) return line.substr(at);
    return {};
}

std::vector<fs::path> librariesOf(const fs::path& folder) {
    std::vector<fs::path> libraries;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.path().extension() == ".dll" && entry.path().filename() != kOfPython)
            libraries.push_back(entry.path());
    std::ranges::sort(libraries);
    return libraries;
}

Result<void> check(const fs::path& from, const fs::path& libraries) {
    std::string missing;
    std::error_code error;
    for (const char* file : kNeeded)
        if (libraries.empty() || !fs::exists(libraries / file, error))
            missing += (missing.empty() ? "" : ", ") + std::string(file);
    if (!missing.empty())
        return fail("gpu_torch_absent", {{"path", utf8(from)}, {"files", missing}});
    const std::string version = torchVersionOf(libraries);
    if (!isTorchForCuda(version))
        return fail("gpu_torch_version", {{"path", utf8(libraries)},
                                          {"found", version.empty() ? "?" : version},
                                          {"needed", std::string(kTorchVersion) + "+cu130"}});
    for (const fs::path& library : librariesOf(libraries))
        if (!isWholeLibrary(library)) return fail("gpu_torch_damaged", {{"path", utf8(library)}});
    return {};
}

Result<void> copied(const fs::path& library, const fs::path& to) {
    return writeWhole(
        [&](const fs::path& temporary) -> Result<void> {
            std::error_code error;
            fs::copy_file(library, temporary, fs::copy_options::overwrite_existing, error);
            if (!error && fs::file_size(temporary, error) == fs::file_size(library, error) &&
                !error)
                return {};
            const bool full = error == std::errc::no_space_on_device;
            return fail(full ? "disk_full" : "write_failed",
                        {{"path", utf8(to)}, {"message", error.message()}}, error.message());
        },
        to, true);
}

}  // namespace

fs::path torchLibrariesIn(const fs::path& folder) {
    if (folder.empty()) return {};
    std::error_code error;
    for (const char* inside : {"", "lib", "torch/lib", "libtorch/lib"}) {
        const fs::path libraries = *inside == 0 ? folder : folder / inside;
        if (fs::exists(libraries / kTorchCuda, error)) return libraries;
    }
    return {};
}

std::string torchVersionOf(const fs::path& libraries) {
    if (const auto note = torchNoteIn(libraries)) return note->version;
    std::string line = lineWith(libraries / ".." / "version.py", "__version__");
    const std::size_t begin = line.find('\'');
    if (begin != std::string::npos) return line.substr(begin + 1, line.rfind('\'') - begin - 1);
    line = lineWith(libraries / ".." / "build-version", "");
    return line.substr(0, line.find_first_of(" \r"));
}

Result<int> copyTorch(const fs::path& from, const fs::path& folder) {
    const fs::path libraries = torchLibrariesIn(from);
    if (auto fits = check(from, libraries); !fits) return tl::unexpected(fits.error());
    std::error_code error;
    fs::create_directories(folder, error);
    dropTorchNote(folder);
    TorchNote note{.version = torchVersionOf(libraries)};
    for (const fs::path& library : librariesOf(libraries)) {
        const std::uint64_t size = fs::file_size(library, error);
        const fs::path to = folder / library.filename();
        std::error_code absent;
        if (fs::file_size(to, absent) != size || absent || !isWholeLibrary(to))
            if (auto done = copied(library, to); !done) return tl::unexpected(done.error());
        note.files.emplace(utf8(library.filename()), size);
    }
    if (auto written = writeTorchNote(note, folder); !written)
        return tl::unexpected(written.error());
    return static_cast<int>(note.files.size());
}

}  // namespace duelo
