// SPDX-License-Identifier: Apache-2.0
#include "engine_sheet.h"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "base/places.h"
#include "tensor/library.h"
#include "tensor/parallel.h"

#ifdef _WIN32
#include <windows.h>
// psapi.h needs windows.h before it
#include <psapi.h>
#else
#include <link.h>
#endif

namespace duelo {

namespace {

/// Libraries whose version or copy changes speed or results.
constexpr std::array<std::string_view, 18> kTelling{
    "libtorch_cpu", "libtorch_cuda", "libc10",    "libgomp",        "libiomp5",  "libomp",
    "libcudart",    "libcudnn",      "libcublas", "libopencv_core", "torch_cpu", "torch_cuda",
    "c10",          "libiomp5md",    "vcomp140",  "cudnn",          "libdnnl",   "dnnl"};

bool tells(std::string_view file) {
    return std::ranges::any_of(kTelling,
                               [&](std::string_view name) { return file.starts_with(name); });
}

bool isOpenMp(std::string_view file) {
    return file.starts_with("libgomp") || file.starts_with("libiomp5") ||
           file.starts_with("libomp") || file.starts_with("vcomp");
}

std::set<std::filesystem::path> loadedLibraries() {
    std::set<std::filesystem::path> paths;
#ifdef _WIN32
    std::array<HMODULE, 1024> modules{};
    DWORD bytes = 0;
    EnumProcessModules(GetCurrentProcess(), modules.data(), sizeof modules, &bytes);
    const std::size_t count = std::min(modules.size(), std::size_t{bytes / sizeof(HMODULE)});
    for (std::size_t i = 0; i < count; ++i) {
        std::wstring name(32768, L'\0');
        name.resize(GetModuleFileNameW(modules[i], name.data(), static_cast<DWORD>(name.size())));
        paths.insert(name);
    }
#else
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* all) {
            if (info->dlpi_name != nullptr && *info->dlpi_name != '\0')
                static_cast<decltype(paths)*>(all)->insert(info->dlpi_name);
            return 0;
        },
        &paths);
#endif
    return paths;
}

#ifdef DUELO_TORCH
/// The words of LibTorch's own description that follow `label`, to the end of their line.
std::string lineAfter(const std::string& text, std::string_view label) {
    const std::size_t at = text.find(label);
    if (at == std::string::npos) return {};
    const std::size_t begin = at + label.size();
    return text.substr(begin, text.find('\n', begin) - begin);
}

void addLibTorch(EngineSheet& sheet) {
    LibraryFacts facts = libraryFacts();
    sheet.compiler = lineAfter(facts.description, "- ");
    sheet.libtorch = std::move(facts.version);
    sheet.openmp = std::move(facts.openmp);
    sheet.blas = std::move(facts.blas);
    sheet.onednn = std::move(facts.onednn);
    sheet.cpu_capability = std::move(facts.cpu_capability);
    sheet.threads.intra_op = ops::get_num_threads();
    sheet.threads.inter_op = ops::get_num_interop_threads();
}
#endif

}  // namespace

EngineSheet readEngineSheet(const Gpu&) {
    EngineSheet sheet;
#ifdef DUELO_TORCH
    addLibTorch(sheet);
#endif
    for (const auto& path : loadedLibraries())
        if (tells(utf8(path.filename())))
            sheet.libraries.push_back({.name = utf8(path.filename()), .path = utf8(path)});
#ifdef NDEBUG
    sheet.build = "release";
#else
    sheet.build = "debug";
#endif
    return sheet;
}

std::vector<Reason> engineWarnings(const EngineSheet& sheet) {
    std::vector<Reason> warnings;
    std::set<std::string> runtimes;
    for (const LoadedLibrary& library : sheet.libraries)
        if (isOpenMp(library.name)) runtimes.insert(library.path);
    if (runtimes.size() > 1) warnings.push_back({"two_openmp_runtimes", {{"libraries", runtimes}}});
    if (sheet.build == "debug") warnings.push_back({"debug_build"});
    return warnings;
}

}  // namespace duelo
