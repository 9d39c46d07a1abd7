// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// The names of the multilayer perceptrons: "mlp-N" has N hidden units, and "mlp" is the usual one.
namespace duelo {

inline constexpr std::string_view kMlp = "mlp";
inline constexpr int kUsualHidden = 256;
inline constexpr int kMostHidden = 8192;

/// Returns the hidden units of a network; nothing where there is no such name, or N is not
/// 1..kMostHidden written as a person would (no sign, no leading zero).
[[nodiscard]] std::optional<int> hiddenUnits(std::string_view model);
/// The one name of a network: "mlp" where `hidden` is the usual number.
[[nodiscard]] std::string mlpName(int hidden);

}  // namespace duelo
