// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/host_values.h"
#include "experiments/number_type.h"

namespace duelo {

/// An array that a launch is given.
struct LaunchBuffer {
    enum class Fill { Nothing, Random, Zero, One, Index };

    std::string name{};
    NumberType type{};
    std::uint64_t count = 0;  ///< numbers, not vectors of them
    Fill fill = Fill::Nothing;
    std::optional<double> most{};  ///< of whole random numbers
    bool read_only = false;
    bool symbol = false;  ///< a variable of the text, not an argument
};

struct LaunchArgument {
    std::optional<std::size_t> buffer{};  ///< else a number
    std::string name{};
    NumberType type{};
    double value = 0;
};

/// A launch of a kernel of a student's text: as remarks above it say, else as the program does
/// that stands in the text.
///
///     // launch: grid 4x4, block 16x16, shared 1024
///     // buffer a: 33x33 random
///     // buffer c: 33x33
///     // value n: 33
///     // result c[i]: a[i] + 1
///
/// A buffer's numbers are nothing, or "random", "random 255" (whole ones up to that), "zero",
/// "one", "index" (its own place). A result is compared, element by element.
struct OwnLaunch {
    LaunchSize grid{}, block{};
    std::uint64_t dynamic_bytes = 0;
    std::vector<LaunchBuffer> buffers{};
    std::vector<LaunchArgument> arguments{};
    struct Expected {
        std::size_t buffer = 0;
        std::string index{};  ///< what the expression calls the place
        Expression is{};
        int line = 0;
    };
    std::optional<Expected> expected{};
    std::string template_arguments{};  ///< "<16, float>"
    std::vector<Reason> notes{};       ///< what was read, and what was chosen, as sentences
};

/// Tells whether the text says how that kernel is launched.
[[nodiscard]] bool saysLaunch(const CudaFile& file, const CudaFunction& kernel);

/// Reads how it is launched. Reasons: "own_launch_missing" {name, kernel, line}, "own_launch_line"
/// {name, line, words} of a remark that is none of those above, "own_launch_buffer" {name, kernel,
/// parameter, type, line}, "own_launch_type" {…}, "own_launch_value" {name, kernel, parameter,
/// line}, "own_launch_value_unknown" {name, line, word}, "own_launch_parameter" {name, kernel,
/// parameter, line} of a remark about none of its parameters, "own_launch_size" {name, line,
/// bytes}, "own_kernel_template" {name, kernel, line} of a template whose arguments no launch
/// says, and no type of what it is given.
[[nodiscard]] Result<OwnLaunch> ownLaunch(const std::string& name, const HostValues& values,
                                          const CudaFunction& kernel);

}  // namespace duelo
