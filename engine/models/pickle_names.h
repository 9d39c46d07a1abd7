// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "base/pickle.h"
#include "base/result.h"
#include "models/stored_tensor.h"

namespace duelo {

inline constexpr std::string_view kRebuildTensorName = "torch._utils._rebuild_tensor";
inline constexpr std::string_view kRebuildTensorV2Name = "torch._utils._rebuild_tensor_v2";
inline constexpr std::string_view kRebuildTensorV3Name = "torch._utils._rebuild_tensor_v3";
inline constexpr std::string_view kRebuildParameterName = "torch._utils._rebuild_parameter";
inline constexpr std::string_view kRebuildParameterWithStateName =
    "torch._utils._rebuild_parameter_with_state";

/// readPickle() with the vocabulary of torch.save().
/// Reasons: "weights_pickle" {rule, position}, "weights_truncated_pickle" {}.
[[nodiscard]] Result<Pickle> readTorchPickle(std::span<const std::byte> bytes);

/// Element type of a storage class ("torch.FloatStorage") or of a dtype ("torch.float32").
[[nodiscard]] std::optional<ElementType> elementOfPickleName(std::string_view qualified);

/// A whole module ("weights_whole_module" {name}) or NumPy's arrays ("weights_numpy_pickle"
/// {name}) among the foreign names of a pickle.
[[nodiscard]] std::optional<Reason> savedInstead(const std::set<std::string, std::less<>>& names);
/// Why a pickle that is nothing but what this name makes holds no weights: the two above, or
/// "weights_code" {name}.
[[nodiscard]] Reason savedAlone(std::string_view name);
/// Tells whether it stands for tensors of fewer bits.
[[nodiscard]] bool isQuantisedName(std::string_view qualified);

}  // namespace duelo
