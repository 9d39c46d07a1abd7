// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "gpu/kernel_compiler.h"

namespace duelo {

/// Keeps on the disk the machine code that NVRTC has made, by a key of all that decides over it. A
/// folder that cannot be written, a damaged file or one that somebody deleted costs a compilation
/// and nothing else. Some hundred files at most; those that were made first go first.
class KernelCache {
public:
    explicit KernelCache(std::filesystem::path folder, std::size_t most_files = 256)
        : m_folder(std::move(folder)), m_mostFiles(most_files) {}
    /// Returns the cache of this user.
    [[nodiscard]] static KernelCache standard();

    [[nodiscard]] std::optional<std::string> find(const std::string& key) const;
    void keep(const std::string& key, const std::string& code) const;

private:
    [[nodiscard]] std::filesystem::path fileOf(const std::string& key) const;

    std::filesystem::path m_folder;
    std::size_t m_mostFiles;
};

/// Returns the key of a text, what it may include, an architecture and a compiler: whatever may
/// make another code gives another key.
[[nodiscard]] std::string kernelKey(const Resource& text, std::span<const Resource> headers,
                                    std::string_view architecture, std::string_view compiler);

/// Compiles like KernelCompiler::compile() with all headers, or takes the code from the cache where
/// it is there. The cache keeps no logs.
[[nodiscard]] KernelCompiler::Compiled compiledKernel(const KernelCompiler& compiler,
                                                      const KernelCache& cache,
                                                      const Resource& text,
                                                      const std::string& architecture);

}  // namespace duelo
