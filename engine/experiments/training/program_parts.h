// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// The parts of the Python program that trainingProgram() joins, as PythonProgram::part() takes
/// them.
namespace duelo::pytorch_training {

// program_data_parts.cpp. A source gives the names of its classes and three lists of (picture or
// path, class) to train, validate and test with.
extern const std::string_view imports, sources, tensors;

// program_parts.cpp
extern const std::string_view network, passes, main;
/// work() of the one experiment and of the other.
extern const std::string_view train, finder;

}  // namespace duelo::pytorch_training
