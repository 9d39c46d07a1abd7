// SPDX-License-Identifier: Apache-2.0
#include "base/places.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <system_error>

#ifdef _WIN32
#include <windows.h>
#else
#include <pwd.h>
#include <unistd.h>
#endif

#include "base/private_folder.h"

namespace duelo {

namespace fs = std::filesystem;

namespace {

std::optional<fs::path> fromEnvironment(const char* name) {
#ifdef _WIN32
    const std::wstring wide(name, name + std::char_traits<char>::length(name));
    const wchar_t* value = _wgetenv(wide.c_str());
    if (value == nullptr || *value == L'\0') return std::nullopt;
#else
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') return std::nullopt;
#endif
    return fs::path(value);
}

/// One that depends on where a program is started is no place of a user's: the current folder may
/// be one of others' files.
std::optional<fs::path> absoluteFromEnvironment(const char* name) {
    auto path = fromEnvironment(name);
    return path && path->is_absolute() ? path : std::nullopt;
}

#ifndef _WIN32
/// Returns the home that the system has of this user, without any environment.
std::optional<fs::path> registeredHome() {
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd* found = nullptr;
    ::getpwuid_r(::geteuid(), &entry, buffer.data(), buffer.size(), &found);
    std::error_code error;
    if (found == nullptr || found->pw_dir == nullptr) return std::nullopt;
    const fs::path home(found->pw_dir);
    if (!home.is_absolute() || !fs::is_directory(home, error)) return std::nullopt;
    return home;
}
#endif

/// Returns the folder for a user without a home: it is lost with the session, and never a place
/// that others share.
fs::path homelessDataDir() {
    static const fs::path folder = [] {
        if (auto session = privateSessionFolder()) return *session / "duelo-data";
        constexpr const char* nowhere = "/dev/null/duelo";  // nobody can make that
        return makePrivateFolder().value_or(fs::path(nowhere));
    }();
    return folder;
}

}  // namespace

fs::path executablePath() {
#ifdef _WIN32
    std::wstring buffer(32768, L'\0');
    buffer.resize(GetModuleFileNameW(nullptr, buffer.data(), static_cast<DWORD>(buffer.size())));
    return fs::path(buffer);
#else
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error);
#endif
}

std::optional<fs::path> shippedFile(std::string_view name) {
    const fs::path here = executablePath().parent_path();
    const auto chosen = fromEnvironment("DUELO_DATA_DIR");
    const std::array<fs::path, 3> roots{chosen.value_or(fs::path()),
                                        here.parent_path() / "share" / "duelo",
                                        here / "share" / "duelo"};
    for (const fs::path& root : roots) {
        std::error_code error;
        if (!root.empty() && fs::exists(root / fromUtf8(name), error)) return root / fromUtf8(name);
    }
    return std::nullopt;
}

fs::path userDataDir() {
#ifdef _WIN32
    if (const auto local = absoluteFromEnvironment("LOCALAPPDATA")) return *local / "Duelo";
#else
    if (const auto data = absoluteFromEnvironment("XDG_DATA_HOME")) return *data / "duelo";
    auto home = absoluteFromEnvironment("HOME");
    if (!home) home = registeredHome();
    if (home) return *home / ".local" / "share" / "duelo";
#endif
    return homelessDataDir();
}

std::string utf8(const fs::path& path) {
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

fs::path fromUtf8(std::string_view text) {
    return fs::path(std::u8string(text.begin(), text.end()));
}

std::string newRunId() {
    std::random_device source;
    std::array<unsigned, 4> bits{};
    for (unsigned& word : bits) word = source();
    bits[1] = (bits[1] & 0xffff0fffU) | 0x00004000U;  // version 4
    bits[2] = (bits[2] & 0x3fffffffU) | 0x80000000U;  // variant of RFC 4122
    std::array<char, 37> text{};
    std::snprintf(text.data(), text.size(), "%08x-%04x-%04x-%04x-%04x%08x", bits[0], bits[1] >> 16,
                  bits[1] & 0xffffU, bits[2] >> 16, bits[2] & 0xffffU, bits[3]);
    return text.data();
}

std::string utcNow() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
#ifdef _WIN32
    gmtime_s(&parts, &now);
#else
    gmtime_r(&now, &parts);
#endif
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

}  // namespace duelo
