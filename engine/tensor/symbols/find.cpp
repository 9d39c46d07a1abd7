// SPDX-License-Identifier: Apache-2.0
#include "tensor/symbols/find.h"

#include <cstdint>
#include <string>

#include "tensor/error.h"
#ifdef _WIN32
#include <system_error>

#include "base/dynamic_library.h"
#else
#include <dlfcn.h>

// The only symbol that is linked. Without it the linker would drop LibTorch as not needed.
extern "C" std::uint64_t aoti_torch_abi_version();
#endif

namespace duelo::symbols {
namespace {

[[noreturn]] void refuse(const std::string& words) {
    throw TensorError(TensorError::Kind::Other,
                      words + "; Duelo needs LibTorch " + std::string(kVersion));
}

#ifdef _WIN32

// The DLLs are loaded at run time and not linked, because their import libraries are for
// Microsoft's linker, and because a program without LibTorch must start all the same. They lie
// beside the program, or in the folder of openFrom(); the current folder is not searched.
constexpr const char* kTorch = "torch_cpu.dll";

std::filesystem::path& folderOfLibTorch() {
    static std::filesystem::path folder = programFolder();
    return folder;
}

void* exported(const char* name) {
    static const auto open = [](const char* file) {
        auto library = DynamicLibrary::open(folderOfLibTorch() / file);
        if (!library) refuse(std::string(file) + " could not be loaded: " + library.error());
        return *library;
    };
    static const DynamicLibrary libraries[] = {open(kTorch), open("c10.dll")};
    for (const DynamicLibrary& library : libraries)
        if (auto* const address = library.function<void()>(name))
            return reinterpret_cast<void*>(address);
    return nullptr;
}

std::uint64_t version() {
    auto* const asked = reinterpret_cast<std::uint64_t (*)()>(exported("aoti_torch_abi_version"));
    if (asked == nullptr) refuse("no known LibTorch is there");
    return asked();
}

#else

// LibTorch is linked, so that the loader finds it as for the binding in C++. Its functions are
// looked up by name, so that a missing one is reported when it is used and not when the program
// starts.
void* exported(const char* name) {
    return dlsym(RTLD_DEFAULT, name);
}

std::uint64_t version() {
    return aoti_torch_abi_version();
}

#endif

/// Returns true. Throws unless this is the LibTorch whose types and tables the binding knows.
bool rightVersion() {
    constexpr std::uint64_t kMajor = 2, kMinor = 11;
    const std::uint64_t found = version();
    const std::uint64_t major = found >> 56, minor = found >> 48 & 0xff;
    if (major != kMajor || minor != kMinor)
        refuse("LibTorch " + std::to_string(major) + '.' + std::to_string(minor) + " is there");
    return true;
}

}  // namespace

#ifdef _WIN32
bool openFrom(const std::filesystem::path& folder) {
    if (const auto open = DynamicLibrary::loaded(kTorch)) {
        const std::string file = open->path();
        const std::filesystem::path path(std::u8string(file.begin(), file.end()));
        std::error_code error;
        return std::filesystem::equivalent(path.parent_path(), folder, error);
    }
    folderOfLibTorch() = folder;
    return true;
}
#else
bool openFrom(const std::filesystem::path&) {
    return true;  // LibTorch is linked
}
#endif

void* addressOf(const char* name) {
    [[maybe_unused]] static const bool right = rightVersion();
    void* const address = exported(name);
    if (address == nullptr) refuse("LibTorch lacks " + std::string(name));
    return address;
}

void check(int code, const char* name) {
    if (code != 0)
        throw TensorError(
            TensorError::Kind::Other,
            std::string(name) + " failed; LibTorch wrote the reason to standard error");
}

}  // namespace duelo::symbols
