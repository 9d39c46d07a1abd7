// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "base/dynamic_library.h"
#include "base/result.h"
#include "opencl_c/kernel_resources.h"

namespace duelo {

/// One thing that the compiler has to say of a text.
struct CompilerRemark {
    int line = 0;       ///< of the text, from 1; 0: of none of its own
    bool error = true;  ///< else a warning
    std::string text{};

    bool operator==(const CompilerRemark&) const = default;
};
/// Its log in parts: "name(4): error: identifier …", and what follows a remark belongs to it. What
/// stands in another text keeps its place in its words.
[[nodiscard]] std::vector<CompilerRemark> remarksOf(std::string_view log, std::string_view name);

/// NVRTC, CUDA's compiler as a library, opened at run time: it is large, and only who launches a
/// kernel of Duelo's own needs it. It needs no GPU.
class KernelCompiler {
public:
    /// The error is the loader's own text.
    [[nodiscard]] static tl::expected<KernelCompiler, std::string> open(
        const std::filesystem::path& library);
    /// Opens that of this PC. Reasons: those of openNvidia().
    [[nodiscard]] static Result<KernelCompiler> find();

    /// "13.0"; empty: it does not tell.
    [[nodiscard]] std::string version() const;

    /// The code, and the compiler's log of what is wrong; an empty one: there is none.
    struct Compiled {
        std::string code{}, log{};
    };
    /// Machine code of `text` for an architecture such as "sm_86". It may include `headers` by
    /// their names; its own name stands, with the line, before each remark of the compiler's.
    [[nodiscard]] Compiled compile(const Resource& text, std::span<const Resource> headers,
                                   const std::string& architecture) const;

    /// The same as PTX, for whoever runs it instruction by instruction (simt/ptx_machine): it is
    /// not optimised, and says of each instruction the line.
    [[nodiscard]] Compiled compilePtx(const Resource& text,
                                      std::span<const Resource> headers) const;

private:
    explicit KernelCompiler(DynamicLibrary library) : m_library(std::move(library)) {}

    DynamicLibrary m_library;
};

/// The oldest that Duelo uses (GpuRequirements): for whom no GPU says its own.
inline constexpr std::string_view kOldestArchitecture = "sm_75";
/// "8.6": "sm_86".
[[nodiscard]] std::string architectureOf(std::string_view compute_capability);

}  // namespace duelo
