// SPDX-License-Identifier: Apache-2.0
#include "networks/hidden_units.h"

#include <charconv>

namespace duelo {

std::optional<int> hiddenUnits(std::string_view model) {
    if (model == kMlp) return kUsualHidden;
    if (!model.starts_with("mlp-")) return std::nullopt;
    const std::string_view digits = model.substr(kMlp.size() + 1);
    int hidden = 0;
    const char* end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, hidden);
    if (error != std::errc() || rest != end || digits.front() < '1' || hidden > kMostHidden)
        return std::nullopt;
    return hidden;
}

std::string mlpName(int hidden) {
    return hidden == kUsualHidden ? std::string(kMlp) : "mlp-" + std::to_string(hidden);
}

}  // namespace duelo
