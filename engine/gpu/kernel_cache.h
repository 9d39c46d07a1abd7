// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "gpu/kernel_compiler.h"

namespace duelo {

/// Machine code that NVRTC has made before, on the disk: by all that decides over it. A folder that
/// cannot be written, a damaged file or one that somebody deleted costs a compilation and nothing
/// else. Some hundred files at most; those that were made first go first.
class KernelCache {
public:
    explicit KernelCache(std::filesystem::path folder, std::size_t most_files = 256)
        : m_folder(std::move(folder)), m_mostFiles(most_files) {}
    /// Of this user.
    [[nodiscard]] static KernelCache standard();

    [[nodiscard]] std::optional<std::string> find(const std::string& key) const;
    void keep(const std::string& key, const std::string& code) const;

private:
    [[nodiscard]] std::filesystem::path fileOf(const std::string& key) const;

    std::filesystem::path m_folder;
    std::size_t m_mostFiles;
};

/// Of text, what it may include, architecture and compiler; another key for whatever may make
/// another code.
[[nodiscard]] std::string kernelKey(const Resource& text, std::span<const Resource> headers,
                                    std::string_view architecture, std::string_view compiler);

/// As KernelCompiler::compile() with all headers, from the cache where it is there. A log that the
/// code was made with is not kept.
[[nodiscard]] KernelCompiler::Compiled compiledKernel(const KernelCompiler& compiler,
                                                      const KernelCache& cache,
                                                      const Resource& text,
                                                      const std::string& architecture);

}  // namespace duelo
