// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernel_cache.h"

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

#include "base/places.h"
#include "base/sha256.h"
#include "base/whole_file.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDigest = 64;
constexpr const char* kEnding = ".cubin";
/// The largest of Duelo's has some ten thousand bytes. Nobody else's is read.
constexpr std::uintmax_t kMostBytes = 1 << 24;

}  // namespace

KernelCache KernelCache::standard() {
    return KernelCache(userDataDir() / "kernels");
}

fs::path KernelCache::fileOf(const std::string& key) const {
    return m_folder / (key + kEnding);
}

std::optional<std::string> KernelCache::find(const std::string& key) const {
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(fileOf(key), error);
    if (error || bytes <= kDigest || bytes > kMostBytes) return std::nullopt;
    const auto content = readWhole(fileOf(key));
    if (!content) return std::nullopt;
    std::string code = content->size() > kDigest ? content->substr(kDigest) : std::string();
    if (code.empty() || content->substr(0, kDigest) != sha256Hex(code)) return std::nullopt;
    return code;
}

void KernelCache::keep(const std::string& key, const std::string& code) const {
    std::error_code error;
    fs::create_directories(m_folder, error);
    if (!writeWhole(sha256Hex(code) + code, fileOf(key), true)) return;
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    for (fs::directory_iterator it(m_folder, error), end; !error && it != end; it.increment(error))
        if (it->path().extension() == kEnding)
            if (const auto made = it->last_write_time(error); !error)
                files.emplace_back(made, it->path());
    std::ranges::sort(files);
    for (std::size_t i = 0; i + m_mostFiles < files.size(); ++i) fs::remove(files[i].second, error);
}

std::string kernelKey(const Resource& text, std::span<const Resource> headers,
                      std::string_view architecture, std::string_view compiler) {
    Sha256 key;
    const auto add = [&key](std::string_view part) {
        key.add(std::to_string(part.size()) + ':');  // so that no two lists of parts read alike
        key.add(part);
    };
    for (const std::string_view part : {compiler, architecture, text.name, text.bytes}) add(part);
    for (const Resource& header : headers) {
        add(header.name);
        add(header.bytes);
    }
    return key.hex();
}

KernelCompiler::Compiled compiledKernel(const KernelCompiler& compiler, const KernelCache& cache,
                                        const Resource& text, const std::string& architecture) {
    const std::vector<Resource> headers = kernelHeaders();
    const std::string version = compiler.version();
    const std::string key = kernelKey(text, headers, architecture, version);
    if (auto known = version.empty() ? std::nullopt : cache.find(key))
        return {.code = std::move(*known)};
    KernelCompiler::Compiled compiled = compiler.compile(text, headers, architecture);
    if (!compiled.code.empty() && !version.empty()) cache.keep(key, compiled.code);
    return compiled;
}

}  // namespace duelo
