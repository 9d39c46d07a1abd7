// SPDX-License-Identifier: Apache-2.0
#include "experiments/own_text.h"

#include <algorithm>

namespace duelo {

namespace {

/// The name that an error says is undefined; empty of other errors.
std::string undefinedIn(std::string_view detail) {
    constexpr std::string_view kBefore = "identifier \"", kBehind = "\" is undefined";
    const std::size_t from = detail.find(kBefore), to = detail.find(kBehind);
    if (from == detail.npos || to == detail.npos || to < from + kBefore.size()) return {};
    return std::string(detail.substr(from + kBefore.size(), to - from - kBefore.size()));
}

}  // namespace

std::string deviceSource(const CudaFile& file, const CudaFunction* kernel,
                         std::string_view template_arguments) {
    std::string source = "#include \"host_words.h\"\n#line 1\n" + file.deviceText();
    if (kernel != nullptr && !template_arguments.empty())
        source += "\nstatic_assert(&" + kernel->scope + kernel->name +
                  std::string(template_arguments) + " != nullptr, \"\");\n";
    return source;
}

Reason refusedText(const std::string& name, const CudaFile& file, int line,
                   const std::string& detail, const std::string& log) {
    using What = CudaLeftOut::What;
    const std::string word = undefinedIn(detail);
    const auto of = [&](auto fits) -> const CudaLeftOut* {
        const auto found = std::ranges::find_if(file.leftOut(), fits);
        return found == file.leftOut().end() ? nullptr : &*found;
    };
    if (!word.empty()) {
        if (const CudaLeftOut* host = of([&](const CudaLeftOut& one) {
                return one.name == word &&
                       (one.what == What::Function || one.what == What::Variable);
            }))
            return {"own_kernel_host_name",
                    {{"name", name}, {"line", line}, {"word", word}, {"word_line", host->line}},
                    log};
        for (const What what : {What::OwnHeader, What::DeviceHeader})
            if (const CudaLeftOut* header =
                    of([&](const CudaLeftOut& one) { return one.what == what; }))
                return {what == What::OwnHeader ? "own_kernel_own_header" : "own_kernel_header",
                        {{"name", name},
                         {"line", line},
                         {"word", word},
                         {"header", header->name},
                         {"header_line", header->line}},
                        log};
    }
    return {"own_kernel_not_compiled",
            {{"name", name}, {"line", line}, {"detail", detail.substr(0, detail.find('\n'))}},
            log};
}

}  // namespace duelo
