// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "gpu/dynamic_library.h"
#include "resources/resources.h"

namespace duelo {

/// A text of resources/kernels, under its name without the folder: so they include each other.
[[nodiscard]] Resource kernelText(std::string_view resource_name);
/// All that they may include.
[[nodiscard]] std::vector<Resource> kernelHeaders();

/// NVRTC, CUDA's compiler as a library, opened at run time: it is large, and only who launches a
/// kernel of Duelo's own needs it. It needs no GPU.
class KernelCompiler {
public:
    /// The error is the loader's own text.
    [[nodiscard]] static tl::expected<KernelCompiler, std::string> open(
        const std::filesystem::path& library);
    /// The file name of the version that belongs to the CUDA runtime; it lies beside that.
    [[nodiscard]] static const char* libraryName();

    /// Machine code of `text` for an architecture such as "sm_86". It may include `headers` by
    /// their names; its own name stands, with the line, before each remark of the compiler's, of
    /// which the error consists.
    [[nodiscard]] tl::expected<std::string, std::string> compile(
        const Resource& text, std::span<const Resource> headers,
        const std::string& architecture) const;

private:
    explicit KernelCompiler(DynamicLibrary library) : m_library(std::move(library)) {}

    DynamicLibrary m_library;
};

}  // namespace duelo
