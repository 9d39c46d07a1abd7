// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/cuda_file.h"

namespace duelo {

/// A remark that says something of a launch: "// buffer a: 33x33 random".
struct LaunchRemark {
    std::string about{};  ///< "launch", "buffer", "value", "result"
    std::string name{};   ///< of the buffer or value
    std::string words{};  ///< behind the colon
    int line = 0;
};

/// Returns those of a kernel: between the one before it and its own first line; those behind the
/// last kernel are of that one.
[[nodiscard]] std::vector<LaunchRemark> launchRemarks(const CudaFile& file,
                                                      const CudaFunction& kernel);

}  // namespace duelo
