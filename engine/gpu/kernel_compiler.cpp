// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernel_compiler.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <utility>

#include "gpu/nvidia_library.h"

namespace duelo {
namespace {

/// Declarations of nvrtc.h of NVRTC 13 (docs.nvidia.com/cuda/nvrtc): this room needs nothing of
/// CUDA to be built.
using Handle = struct NvrtcProgram*;
using Create = int(Handle*, const char* text, const char* name, int headers, const char* const*,
                   const char* const*);
using Destroy = int(Handle*);
using Compile = int(Handle, int options, const char* const*);
using SizeOf = int(Handle, std::size_t*);
using Get = int(Handle, char*);
constexpr const char* kPtxArchitecture = "compute_80";  // tensor cores and asynchronous copies
constexpr int kSuccess = 0, kInternalError = 11;

/// Calls a function of NVRTC by its name; a library without it counts as a failure of its own.
template <typename Function, typename... Arguments>
int callNvrtc(const DynamicLibrary& library, const char* name, Arguments... arguments) {
    auto* function = library.function<Function>(name);
    return function != nullptr ? function(arguments...) : kInternalError;
}

/// A program of NVRTC's, destroyed with its owner.
class Program {
public:
    Program(const DynamicLibrary& library, const Resource& text, std::span<const Resource> headers)
        : m_library(library) {
        std::vector<std::string> texts, called;
        for (const Resource& header : headers) {
            texts.emplace_back(header.bytes);
            called.emplace_back(header.name);
        }
        std::vector<const char*> text_pointers, name_pointers;
        for (const std::string& one : texts) text_pointers.push_back(one.c_str());
        for (const std::string& one : called) name_pointers.push_back(one.c_str());
        m_state = callNvrtc<Create>(m_library, "nvrtcCreateProgram", &m_program,
                                    std::string(text.bytes).c_str(), std::string(text.name).c_str(),
                                    static_cast<int>(headers.size()), text_pointers.data(),
                                    name_pointers.data());
    }
    ~Program() {
        if (m_program != nullptr) callNvrtc<Destroy>(m_library, "nvrtcDestroyProgram", &m_program);
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    /// \returns whether it has been compiled.
    bool compile(const std::string& architecture, bool debug = false) {
        if (m_state != kSuccess) return false;
        const std::string target = "--gpu-architecture=" + architecture;
        // Functions that the host's compiler shares carry no mark of CUDA's.
        std::vector<const char*> options{target.c_str(), "--std=c++17",
                                         "--device-as-default-execution-space"};
        if (debug) options.push_back("--device-debug");
        m_state = callNvrtc<Compile>(m_library, "nvrtcCompileProgram", m_program,
                                     static_cast<int>(options.size()), options.data());
        return m_state == kSuccess;
    }

    /// Returns the machine code; empty where NVRTC gives none.
    [[nodiscard]] std::string code() const { return got("nvrtcGetCUBINSize", "nvrtcGetCUBIN"); }

    [[nodiscard]] std::string ptx() const { return got("nvrtcGetPTXSize", "nvrtcGetPTX"); }

    /// Warnings too.
    [[nodiscard]] std::string log() const {
        std::string log = got("nvrtcGetProgramLogSize", "nvrtcGetProgramLog");
        log.resize(std::min(log.find('\0'), log.size()));
        if (log.empty() && m_state != kSuccess) log = "NVRTC error " + std::to_string(m_state);
        return log;
    }

private:
    [[nodiscard]] std::string got(const char* size, const char* what) const {
        std::size_t bytes = 0;
        if (m_program == nullptr ||
            callNvrtc<SizeOf>(m_library, size, m_program, &bytes) != kSuccess)
            return {};
        std::string found(bytes, '\0');
        if (callNvrtc<Get>(m_library, what, m_program, found.data()) != kSuccess) return {};
        return found;
    }

    const DynamicLibrary& m_library;
    Handle m_program = nullptr;
    int m_state = kSuccess;
};

/// "name(4): " or "name(4,7): " at its beginning; 0: none.
int lineIn(std::string_view remark, std::string_view name) {
    if (!remark.starts_with(name) || !remark.substr(name.size()).starts_with('(')) return 0;
    const std::string_view rest = remark.substr(name.size() + 1);
    int line = 0;
    static_cast<void>(std::from_chars(rest.data(), rest.data() + rest.size(), line));
    return line;
}

}  // namespace

tl::expected<KernelCompiler, std::string> KernelCompiler::open(
    const std::filesystem::path& library) {
    auto opened = DynamicLibrary::open(library);
    if (!opened) return tl::unexpected(opened.error());
    return KernelCompiler(*opened);
}

Result<KernelCompiler> KernelCompiler::find() {
    auto library = openNvidia(NvidiaLibrary::Nvrtc);
    if (!library) return tl::unexpected(library.error());
    return KernelCompiler(*library);
}

std::string KernelCompiler::version() const {
    return versionOf(NvidiaLibrary::Nvrtc, m_library);
}

KernelCompiler::Compiled KernelCompiler::compile(const Resource& text,
                                                 std::span<const Resource> headers,
                                                 const std::string& architecture) const {
    Program program(m_library, text, headers);
    if (!program.compile(architecture)) return {.log = program.log()};
    Compiled compiled{program.code(), program.log()};
    if (compiled.code.empty()) compiled.log += "NVRTC made no code for " + architecture;
    return compiled;
}

KernelCompiler::Compiled KernelCompiler::compilePtx(const Resource& text,
                                                    std::span<const Resource> headers) const {
    Program program(m_library, text, headers);
    if (!program.compile(kPtxArchitecture, true)) return {.log = program.log()};
    return {program.ptx(), program.log()};
}

std::vector<CompilerRemark> remarksOf(std::string_view log, std::string_view name) {
    constexpr std::string_view kError = "error: ", kWarning = "warning ";
    std::vector<CompilerRemark> remarks;
    while (!log.empty()) {
        const std::size_t end = std::min(log.find('\n'), log.size());
        const std::string_view said = log.substr(0, end);
        log.remove_prefix(std::min(end + 1, log.size()));
        // "2 errors detected in the compilation of …" counts what stands above.
        if (said.find_first_not_of(" \t\r") == said.npos ||
            said.find(" detected in the compilation of ") != said.npos)
            continue;
        const std::size_t error = said.find(kError), warning = said.find(kWarning);
        const std::size_t from = std::min(error, warning);
        // What the assembler refuses belongs to no remark of the compiler's.
        if (from == said.npos && !remarks.empty() && !said.starts_with("ptxas ")) {
            remarks.back().text += '\n' + std::string(said);
            continue;
        }
        const int line = lineIn(said, name);
        const std::size_t words =
            error <= warning && error != said.npos ? error + kError.size() : from;
        remarks.push_back({.line = line,
                           .error = warning == said.npos || error < warning,
                           .text = std::string(line > 0 ? said.substr(words) : said)});
    }
    return remarks;
}

std::string architectureOf(std::string_view compute_capability) {
    std::string digits(compute_capability);
    std::erase(digits, '.');
    return digits.empty() ? std::string(kOldestArchitecture) : "sm_" + digits;
}

}  // namespace duelo
