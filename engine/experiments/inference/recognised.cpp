// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/recognised.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text.h"
#include "tensor/operators.h"

namespace duelo {

std::vector<TopClass> topClasses(const Tensor& logits, const TrainedSheet& sheet) {
    constexpr std::int64_t kMost = 5;
    const Text english(Language::English);
    const Tensor probabilities = ops::softmax(logits, 0);
    const std::int64_t count = std::min(kMost, probabilities.numel());
    const auto [best, classes] = ops::topk(probabilities, count);
    std::vector<TopClass> top;
    for (std::int64_t i = 0; i < count; ++i) {
        const int index = static_cast<int>(classes[i].item<std::int64_t>());
        TopClass one{.index = index,
                     .label = sheet.classes.empty()
                                  ? english.className(index)
                                  : sheet.classes[static_cast<std::size_t>(index)],
                     .probability = best[i].item<double>()};
        if (!sheet.classes.empty()) one.set = sheet.data;
        top.push_back(std::move(one));
    }
    return top;
}

}  // namespace duelo
