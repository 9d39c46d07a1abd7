// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "models/stored_tensor.h"

namespace duelo {

inline constexpr std::string_view kOrderedDictName = "collections.OrderedDict";
inline constexpr std::string_view kRebuildTensorName = "torch._utils._rebuild_tensor";
inline constexpr std::string_view kRebuildTensorV2Name = "torch._utils._rebuild_tensor_v2";
inline constexpr std::string_view kRebuildTensorV3Name = "torch._utils._rebuild_tensor_v3";
inline constexpr std::string_view kRebuildParameterName = "torch._utils._rebuild_parameter";

/// The whole vocabulary of a pickled state dict. Returns "module.name" where a state dict may
/// contain it, in static memory; empty where it may not.
[[nodiscard]] std::string_view allowedPickleName(std::string_view module, std::string_view name);
[[nodiscard]] bool isCallablePickleName(std::string_view qualified);

/// Element type of a storage class ("torch.FloatStorage") or of a dtype ("torch.float32").
[[nodiscard]] std::optional<ElementType> elementOfPickleName(std::string_view qualified);

/// Why a name is refused: a pickled module, numpy, or anything else that would run code.
[[nodiscard]] Reason forbiddenPickleName(std::string_view module, std::string_view name);

}  // namespace duelo
