// SPDX-License-Identifier: Apache-2.0
#include "base/dynamic_library.h"

#include <system_error>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#include <link.h>
#endif

namespace duelo {

#ifdef _WIN32

namespace {

std::string describeError(DWORD code) {
    return std::system_category().message(int(code));
}

std::filesystem::path modulePath(HMODULE module) {
    std::wstring buffer(32768, L'\0');
    const DWORD size = GetModuleFileNameW(module, buffer.data(), DWORD(buffer.size()));
    buffer.resize(size);
    return buffer;
}

}  // namespace

tl::expected<DynamicLibrary, std::string> DynamicLibrary::open(const std::filesystem::path& path,
                                                               Symbols /*a DLL has its own*/) {
    const DWORD where = path.is_absolute()
                            ? LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_DEFAULT_DIRS
                            : LOAD_LIBRARY_SEARCH_SYSTEM32;
    // A missing library must become a sentence of ours, not a dialog that waits for a click.
    DWORD former = 0;
    SetThreadErrorMode(SEM_FAILCRITICALERRORS | SEM_NOOPENFILEERRORBOX, &former);
    HMODULE module = LoadLibraryExW(path.c_str(), nullptr, where);
    const DWORD error = GetLastError();
    SetThreadErrorMode(former, nullptr);
    if (module == nullptr) {
        return tl::unexpected(describeError(error));
    }
    return DynamicLibrary(module);
}

std::optional<DynamicLibrary> DynamicLibrary::loaded(const std::string& name) {
    HMODULE module = GetModuleHandleA(name.c_str());
    if (module == nullptr) {
        return std::nullopt;
    }
    return DynamicLibrary(module);
}

void* DynamicLibrary::symbol(const char* name) const {
    return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(m_handle), name));
}

std::string DynamicLibrary::path() const {
    const std::u8string text = modulePath(static_cast<HMODULE>(m_handle)).u8string();
    return {text.begin(), text.end()};
}

std::filesystem::path programFolder() {
    return modulePath(nullptr).parent_path();
}

#else

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kOwnFirst = 0;
#else
constexpr int kOwnFirst = RTLD_DEEPBIND;
#endif

}  // namespace

tl::expected<DynamicLibrary, std::string> DynamicLibrary::open(const std::filesystem::path& path,
                                                               Symbols symbols) {
    // RTLD_NOW: a symbol that is missing must show here, not in the middle of a measurement.
    void* handle = dlopen(path.c_str(),
                          RTLD_NOW | RTLD_LOCAL | (symbols == Symbols::OwnFirst ? kOwnFirst : 0));
    if (handle == nullptr) {
        const char* error = dlerror();
        return tl::unexpected(std::string(error != nullptr ? error : "dlopen failed"));
    }
    return DynamicLibrary(handle);
}

std::optional<DynamicLibrary> DynamicLibrary::loaded(const std::string& name) {
    void* handle = dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) {
        return std::nullopt;
    }
    return DynamicLibrary(handle);
}

void* DynamicLibrary::symbol(const char* name) const {
    return dlsym(m_handle, name);
}

std::string DynamicLibrary::path() const {
    link_map* map = nullptr;
    if (dlinfo(m_handle, RTLD_DI_LINKMAP, &map) != 0 || map == nullptr) {
        return {};
    }
    std::error_code error;
    const std::filesystem::path resolved = std::filesystem::weakly_canonical(map->l_name, error);
    return error ? std::string(map->l_name) : resolved.string();
}

std::filesystem::path programFolder() {
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
}

#endif

LoadFailure readLoadFailure([[maybe_unused]] const std::string& message,
                            const std::filesystem::path& module) {
    std::error_code error;
    if (!std::filesystem::exists(module, error)) return {module.filename().string(), true};
#ifdef _WIN32
    return {module.filename().string(), false};
#else
    const std::filesystem::path named = message.substr(0, message.find(": "));
    if (named == message || named.empty()) return {module.filename().string(), false};
    const bool found = named.has_parent_path() && std::filesystem::exists(named, error);
    return {named.filename().string(), !found};
#endif
}

}  // namespace duelo
