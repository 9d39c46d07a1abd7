// SPDX-License-Identifier: Apache-2.0
#include "experiments/function_texts.h"

#include <utility>

namespace duelo {

std::vector<KernelText> functionTexts(std::string_view source,
                                      std::span<const std::string_view> kernels,
                                      const std::string& returns, const std::string& suffix) {
    std::vector<KernelText> texts;
    for (const std::string_view kernel : kernels) {
        const std::string head = returns + std::string(kernel) + suffix + "(";
        const std::size_t begin = source.find(head);
        std::size_t end = source.find("\n}\n", begin);
        if (begin == source.npos || end == source.npos) continue;
        const std::string next = "\n" + returns + std::string(kernel);
        while (source.substr(end + 3).starts_with(next)) end = source.find("\n}\n", end + 3);
        std::string before = texts.empty() ? "" : texts.back().kernel;
        texts.push_back({.kernel = std::string(kernel),
                         .text = source.substr(begin, end + 3 - begin),
                         .before = std::move(before)});
    }
    return texts;
}

}  // namespace duelo
