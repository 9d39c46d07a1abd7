// SPDX-License-Identifier: Apache-2.0
#include "dnn/dnn_loader.h"

#include <cstdlib>
#include <string>
#include <system_error>

#include "base/dynamic_library.h"

namespace duelo {
namespace {

Reason loadReason(const std::string& message, const std::filesystem::path& module) {
    const LoadFailure failure = readLoadFailure(message, module);
    if (failure.missing)
        return {"compiled_library_missing", {{"library", failure.library}}, message};
    return {
        "compiled_library_broken", {{"library", failure.library}, {"detail", message}}, message};
}

}  // namespace

std::filesystem::path Dnn::standardModule() {
    std::error_code error;
#ifdef _WIN32
    std::filesystem::path path = programFolder() / "duelo_dnn.dll";
    const wchar_t* module = _wgetenv(L"DUELO_DNN_MODULE");
#else
    std::filesystem::path path = programFolder() / "libduelo_dnn.so";
    // Beside the program where it was built, in its folder of libraries where it is installed.
    const std::filesystem::path installed = programFolder() / "../lib/duelo/libduelo_dnn.so";
    if (std::filesystem::exists(installed, error)) path = installed;
    const char* module = std::getenv("DUELO_DNN_MODULE");
#endif
    return module != nullptr && *module != 0 ? std::filesystem::absolute(module, error) : path;
}

Dnn::Dnn(const std::filesystem::path& module) {
    const auto library = DynamicLibrary::open(module, DynamicLibrary::Symbols::OwnFirst);
    if (!library) {
        m_reason = loadReason(library.error(), module);
        return;
    }
    using Entry = DnnApi*(int abi_version);
    auto* entry = library->function<Entry>("duelo_dnn_api");
    m_api = entry != nullptr ? entry(dnn_abi_version) : nullptr;
    if (m_api == nullptr)
        m_reason =
            Reason{"compiled_module_mismatch", {{"library", module.filename().string()}}, {}};
}

Dnn& Dnn::instance() {
    static Dnn dnn;
    return dnn;
}

Result<DnnApi*> Dnn::api() const {
    if (m_reason) return tl::unexpected(*m_reason);
    return m_api;
}

}  // namespace duelo
