// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "experiments/cuda_file.h"

namespace duelo {

/// The numbers of an array: as many bytes each, `lanes` of them in a float4.
struct NumberType {
    enum class Kind { Real, Signed, Unsigned };

    Kind kind = Kind::Real;
    unsigned bytes = 4, lanes = 1;
};

/// Returns the compiler's own name for a type of numbers, by whatever name a text has for it; empty
/// for any other type. `template_arguments`: those of the kernel's launch, "<16, float>".
[[nodiscard]] std::string plainTypeName(const CudaFile& file, const CudaFunction& kernel,
                                        std::string_view template_arguments, std::string name);
/// Returns the type of numbers that a text calls so; nothing for any other type.
[[nodiscard]] std::optional<NumberType> numberType(const CudaFile& file, const CudaFunction& kernel,
                                                   std::string_view template_arguments,
                                                   std::string name);

}  // namespace duelo
