// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <tl/expected.hpp>

namespace duelo {

/// A library opened at run time. It stays loaded until the process ends: neither the NVIDIA driver
/// nor LibTorch survives being unloaded.
class DynamicLibrary {
public:
    /// Where it finds the functions that it calls: with all others, or among its own and those of
    /// what it needs first, for a library of which the process holds another version. Sanitizers,
    /// which must come before everything, have the first alone.
    enum class Symbols { Shared, OwnFirst };

    /// A bare file name is looked for where the system looks (on Windows only in the system
    /// folder, so that no file beside a student's work is loaded by accident); a path is taken as
    /// it is, and what it needs is also looked for beside it. The error is the loader's own text.
    [[nodiscard]] static tl::expected<DynamicLibrary, std::string> open(
        const std::filesystem::path& path, Symbols symbols = Symbols::Shared);
    /// A library that something else has loaded already, by its file name.
    [[nodiscard]] static std::optional<DynamicLibrary> loaded(const std::string& name);

    /// Returns the function; null when the library has none of that name.
    template <typename Function>
    [[nodiscard]] Function* function(const char* name) const {
        return reinterpret_cast<Function*>(symbol(name));
    }
    /// Returns where the system found it; empty when it does not say.
    [[nodiscard]] std::string path() const;

private:
    explicit DynamicLibrary(void* handle) : m_handle(handle) {}
    [[nodiscard]] void* symbol(const char* name) const;

    void* m_handle;
};

/// Folder of the running program; empty when the system does not say.
[[nodiscard]] std::filesystem::path programFolder();

/// The library that a failed load of `module` is about, from the loader's text, and whether it is
/// missing or was found and does not fit. The text is translated on many systems, so only its
/// shape counts ("NAME: words"), and what is on disk. Windows does not say which it was.
struct LoadFailure {
    std::string library;
    bool missing = false;
};
[[nodiscard]] LoadFailure readLoadFailure(const std::string& message,
                                          const std::filesystem::path& module);

}  // namespace duelo
