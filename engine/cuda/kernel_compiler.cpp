// SPDX-License-Identifier: Apache-2.0
#include "cuda/kernel_compiler.h"

#include <array>
#include <utility>
#include <vector>

#include <nvrtc.h>

namespace duelo {
namespace {

constexpr std::string_view kKernelFolder = "kernels/";

/// Calls a function of NVRTC by its name; a library without it counts as a failure of its own.
template <typename Function, typename... Arguments>
nvrtcResult callNvrtc(const DynamicLibrary& library, const char* name, Arguments... arguments) {
    auto* function = library.function<Function>(name);
    return function != nullptr ? function(arguments...) : NVRTC_ERROR_INTERNAL_ERROR;
}
#define DUELO_NVRTC(name, ...) callNvrtc<decltype(name)>(m_library, #name, __VA_ARGS__)

/// A program of NVRTC's, destroyed with its owner.
class Program {
public:
    Program(const DynamicLibrary& library, const Resource& text, std::span<const Resource> headers)
        : m_library(library) {
        std::vector<std::string> texts, names;
        for (const Resource& header : headers) {
            texts.emplace_back(header.bytes);
            names.emplace_back(header.name);
        }
        std::vector<const char*> text_pointers, name_pointers;
        for (const std::string& one : texts) text_pointers.push_back(one.c_str());
        for (const std::string& one : names) name_pointers.push_back(one.c_str());
        m_state = DUELO_NVRTC(nvrtcCreateProgram, &m_program, std::string(text.bytes).c_str(),
                              std::string(text.name).c_str(), static_cast<int>(headers.size()),
                              text_pointers.data(), name_pointers.data());
    }
    ~Program() {
        if (m_program != nullptr) DUELO_NVRTC(nvrtcDestroyProgram, &m_program);
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    /// \returns whether it has been compiled.
    bool compile(const std::string& architecture) {
        if (m_state != NVRTC_SUCCESS) return false;
        const std::string target = "--gpu-architecture=" + architecture;
        // Functions that the host's compiler shares carry no mark of CUDA's.
        const std::array options{target.c_str(), "--std=c++17",
                                 "--device-as-default-execution-space"};
        m_state = DUELO_NVRTC(nvrtcCompileProgram, m_program, static_cast<int>(options.size()),
                              options.data());
        return m_state == NVRTC_SUCCESS;
    }

    /// Empty where NVRTC gives none.
    [[nodiscard]] std::string code() const {
        std::size_t bytes = 0;
        if (DUELO_NVRTC(nvrtcGetCUBINSize, m_program, &bytes) != NVRTC_SUCCESS) return {};
        std::string code(bytes, '\0');
        if (DUELO_NVRTC(nvrtcGetCUBIN, m_program, code.data()) != NVRTC_SUCCESS) return {};
        return code;
    }

    [[nodiscard]] std::string why() const {
        std::size_t bytes = 0;
        if (m_program != nullptr &&
            DUELO_NVRTC(nvrtcGetProgramLogSize, m_program, &bytes) == NVRTC_SUCCESS && bytes > 1) {
            std::string log(bytes, '\0');
            if (DUELO_NVRTC(nvrtcGetProgramLog, m_program, log.data()) == NVRTC_SUCCESS) {
                log.resize(log.find('\0') == log.npos ? log.size() : log.find('\0'));
                return log;
            }
        }
        return "NVRTC error " + std::to_string(m_state);
    }

private:
    const DynamicLibrary& m_library;
    nvrtcProgram m_program = nullptr;
    nvrtcResult m_state = NVRTC_SUCCESS;
};

}  // namespace

Resource kernelText(std::string_view resource_name) {
    return {resource_name.substr(kKernelFolder.size()), resource(resource_name)};
}

std::vector<Resource> kernelHeaders() {
    std::vector<Resource> headers;
    for (const Resource& one : resources())
        if (one.name.starts_with(kKernelFolder) && one.name.ends_with(".h"))
            headers.push_back(kernelText(one.name));
    return headers;
}

tl::expected<KernelCompiler, std::string> KernelCompiler::open(
    const std::filesystem::path& library) {
    auto opened = DynamicLibrary::open(library);
    if (!opened) return tl::unexpected(opened.error());
    return KernelCompiler(*opened);
}

const char* KernelCompiler::libraryName() {
#ifdef _WIN32
    return "nvrtc64_130_0.dll";
#else
    return "libnvrtc.so.13";
#endif
}

tl::expected<std::string, std::string> KernelCompiler::compile(
    const Resource& text, std::span<const Resource> headers,
    const std::string& architecture) const {
    Program program(m_library, text, headers);
    if (!program.compile(architecture)) return tl::unexpected(program.why());
    std::string code = program.code();
    if (code.empty()) return tl::unexpected("NVRTC made no code for " + architecture);
    return code;
}

}  // namespace duelo
