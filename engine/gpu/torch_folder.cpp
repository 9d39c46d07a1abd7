// SPDX-License-Identifier: Apache-2.0
#include "gpu/torch_folder.h"

#include <fstream>
#include <sstream>
#include <system_error>

#include "base/places.h"
#include "base/whole_file.h"
#include "tensor/torch_cuda.h"

namespace duelo {

namespace {

constexpr const char* kNoteFile = "libtorch.unpacked";

}  // namespace

std::filesystem::path torchFolder() {
    return userDataDir() / "libtorch";
}

std::optional<TorchNote> torchNoteIn(const std::filesystem::path& folder) {
    std::ifstream lines(folder / kNoteFile);
    TorchNote note;
    if (!std::getline(lines, note.version)) return std::nullopt;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::uint64_t size = 0;
        std::string name;
        if (!(words >> size >> name)) return std::nullopt;
        std::error_code error;
        if (std::filesystem::file_size(folder / fromUtf8(name), error) != size || error)
            return std::nullopt;
        note.files.emplace(std::move(name), size);
    }
    return note;
}

Result<void> writeTorchNote(const TorchNote& note, const std::filesystem::path& folder) {
    std::string text = note.version + '\n';
    for (const auto& [name, size] : note.files) text += std::to_string(size) + ' ' + name + '\n';
    return writeWhole(text, folder / kNoteFile, true);
}

void dropTorchNote(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::remove(folder / kNoteFile, error);
}

bool isTorchForCuda(std::string_view version) {
    return version.starts_with(std::string(kTorchVersion) + "+cu13");
}

}  // namespace duelo
