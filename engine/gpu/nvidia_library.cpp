// SPDX-License-Identifier: Apache-2.0
#include "gpu/nvidia_library.h"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/places.h"
#include "gpu/torch_folder.h"
#include "measure/work.h"

namespace duelo {

namespace {

struct Known {
    const char* file;
    int major;  ///< of the version that Duelo calls
    /// On Windows those that it asks for by name while it works: loaded before, they are found.
    std::array<const char*, 2> companions{};
};

const Known& known(NvidiaLibrary library) {
#ifdef _WIN32
    static const Known nvrtc{"nvrtc64_130_0.dll", 13, {"nvrtc-builtins64_130.dll"}},
        cublas{"cublas64_13.dll", 13, {"cublasLt64_13.dll"}},
        cudnn{"cudnn64_9.dll", 9, {"cudnn_graph64_9.dll", "cudnn_ops64_9.dll"}};
#else
    static const Known nvrtc{"libnvrtc.so.13", 13}, cublas{"libcublas.so.13", 13},
        cudnn{"libcudnn.so.9", 9};
#endif
    if (library == NvidiaLibrary::Nvrtc) return nvrtc;
    return library == NvidiaLibrary::Cublas ? cublas : cudnn;
}

/// The environment's DUELO_NVIDIA_DIR, which is the only place then.
std::filesystem::path onlyFolder() {
#ifdef _WIN32
    const wchar_t* named = _wgetenv(L"DUELO_NVIDIA_DIR");
#else
    const char* named = std::getenv("DUELO_NVIDIA_DIR");
#endif
    std::error_code error;
    return named != nullptr && *named != 0 ? std::filesystem::absolute(named, error)
                                           : std::filesystem::path();
}

std::vector<std::filesystem::path> folders() {
    std::vector<std::filesystem::path> folders;
    if (const auto runtime = DynamicLibrary::loaded(kCudaRuntime))
        folders.push_back(fromUtf8(runtime->path()).parent_path());
    folders.push_back(programFolder());
#ifndef _WIN32
    folders.push_back(programFolder() / "../lib/duelo");
#endif
    folders.push_back(nvidiaFolder());
    folders.push_back(torchFolder());  // LibTorch for Windows brings them too
    return folders;
}

/// The message names the file, which not every loader does in its own words.
tl::unexpected<Reason> unfit(const Known& about, const std::string& file, std::string detail) {
    std::string message = detail.starts_with(file) ? detail : file + ": " + detail;
    return fail("nvidia_library_unfit", {{"library", about.file}, {"detail", std::move(detail)}},
                std::move(message));
}

/// Opens a library in a folder; nothing where there is no such file.
std::optional<Result<DynamicLibrary>> openedIn(const std::filesystem::path& folder,
                                               const Known& about) {
    const std::filesystem::path file = folder / about.file;
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return std::nullopt;
    for (const char* companion : about.companions)
        if (companion != nullptr) static_cast<void>(DynamicLibrary::open(folder / companion));
    auto library = DynamicLibrary::open(file);
    if (library) return *std::move(library);
    return unfit(about, utf8(file), library.error());
}

Result<DynamicLibrary> opened(NvidiaLibrary which) {
    const Known& about = known(which);
    const auto missing = [&](std::string message) {
        return fail("nvidia_library_missing", {{"library", about.file}}, std::move(message));
    };
    if (const std::filesystem::path only = onlyFolder(); !only.empty())
        return openedIn(only, about).value_or(missing(utf8(only)));
    if (auto loaded = DynamicLibrary::loaded(about.file)) return *std::move(loaded);
    std::optional<Reason> damaged;  // another place may have a whole one
    for (const std::filesystem::path& folder : folders()) {
        auto found = openedIn(folder, about);
        if (found && *found) return *std::move(found);
        if (found && !damaged) damaged = found->error();
    }
    auto library = DynamicLibrary::open(about.file);
    if (library) return *std::move(library);
    if (damaged) return tl::unexpected(*damaged);
    return missing(library.error());
}

/// The handles of what openNvidia() has opened. On Linux a library that was opened by its path need
/// not be found by its name again.
class InUse {
public:
    void keep(NvidiaLibrary which, const DynamicLibrary& library) {
        const std::lock_guard lock(m_mutex);
        m_libraries.at(static_cast<std::size_t>(which)) = library;
    }
    [[nodiscard]] std::optional<DynamicLibrary> get(NvidiaLibrary which) {
        const std::lock_guard lock(m_mutex);
        return m_libraries.at(static_cast<std::size_t>(which));
    }

private:
    std::mutex m_mutex;
    std::array<std::optional<DynamicLibrary>, kNvidiaLibraries> m_libraries;
};

InUse& inUse() {
    static InUse libraries;
    return libraries;
}

}  // namespace

const char* fileNameOf(NvidiaLibrary library) {
    return known(library).file;
}

std::filesystem::path nvidiaFolder() {
    return userDataDir() / "nvidia";
}

Result<DynamicLibrary> openNvidia(NvidiaLibrary which) {
    auto library = opened(which);
    if (!library) return library;
    const std::string version = versionOf(which, *library);
    int major = 0;
    static_cast<void>(std::from_chars(version.data(), version.data() + version.size(), major));
    if (major != known(which).major)
        return unfit(known(which), library->path(),
                     "version " + (version.empty() ? "?" : version) +
                         " != " + std::to_string(known(which).major));
    inUse().keep(which, *library);
    return library;
}

std::optional<DynamicLibrary> nvidiaInUse(NvidiaLibrary which) {
    if (auto kept = inUse().get(which)) return kept;
    return DynamicLibrary::loaded(known(which).file);
}

std::string versionOf(NvidiaLibrary which, const DynamicLibrary& library) {
    int major = 0, minor = 0;
    if (which == NvidiaLibrary::Nvrtc) {
        auto* version = library.function<int(int*, int*)>("nvrtcVersion");
        if (version == nullptr || version(&major, &minor) != 0) return {};
        return std::to_string(major) + '.' + std::to_string(minor);
    }
    if (which == NvidiaLibrary::Cublas) {
        // libraryPropertyType: major 0, minor 1, patch 2.
        auto* property = library.function<int(int, int*)>("cublasGetProperty");
        int patch = 0;
        if (property == nullptr || property(0, &major) != 0 || property(1, &minor) != 0 ||
            property(2, &patch) != 0)
            return {};
        return std::to_string(major) + '.' + std::to_string(minor) + '.' + std::to_string(patch);
    }
    auto* get = library.function<std::size_t()>("cudnnGetVersion");
    if (get == nullptr) return {};
    const std::size_t version = get();  // of cuDNN 9: major * 10000 + minor * 100 + patch
    return std::to_string(version / 10000) + '.' + std::to_string(version / 100 % 100) + '.' +
           std::to_string(version % 100);
}

namespace {

DynamicLibrary openedOrThrown(NvidiaLibrary which) {
    auto library = openNvidia(which);
    if (!library) throw WorkFailed{library.error()};
    return *std::move(library);
}

}  // namespace

NvidiaCalls::NvidiaCalls(NvidiaLibrary which) : m_which(which), m_library(openedOrThrown(which)) {}

NvidiaCalls::Any* NvidiaCalls::found(const char* name) const {
    if (auto* function = m_library.function<Any>(name)) return function;
    throw WorkFailed{{"nvidia_library_unfit",
                      {{"library", fileNameOf(m_which)}, {"detail", std::string(name) + "?"}},
                      m_library.path()}};
}

void NvidiaCalls::check(int status, const char* function) const {
    constexpr int kCublasAllocFailed = 3;
    if (status == 0) return;
    const bool full = m_which == NvidiaLibrary::Cublas && status == kCublasAllocFailed;
    throw NvidiaError(full ? TensorError::Kind::OutOfMemory : TensorError::Kind::Other,
                      std::string(function) + " failed with status " + std::to_string(status),
                      fileNameOf(m_which));
}

}  // namespace duelo
