// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace duelo {

/// Returns the share of ImageNet's validation images, in percent, of which a network names the
/// right class first with its official weights (torchvision's IMAGENET1K_V1, 224 px), as their
/// authors publish it. Nothing: no figure was looked up.
[[nodiscard]] std::optional<double> publishedTop1_percent(std::string_view model);

}  // namespace duelo
