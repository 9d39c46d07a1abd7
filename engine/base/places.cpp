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
#endif

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
    if (const auto local = fromEnvironment("LOCALAPPDATA")) return *local / "Duelo";
#else
    if (const auto data = fromEnvironment("XDG_DATA_HOME")) return *data / "duelo";
    if (const auto home = fromEnvironment("HOME")) return *home / ".local" / "share" / "duelo";
#endif
    return fs::temp_directory_path() / "duelo";
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
