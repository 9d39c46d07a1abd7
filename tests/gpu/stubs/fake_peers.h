// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "gpu/gpu.h"

namespace duelo::test {

/// GPUs of several processes, of which all are threads of this one and none is a GPU. An id that
/// no fakePeerId() has made is refused, as is a sum of numbers that are not fp32.
[[nodiscard]] std::string fakePeerId();
[[nodiscard]] std::unique_ptr<GpuPeers> meetFakePeers(const std::string& id, int rank, int ranks);

}  // namespace duelo::test
