// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// The parts of the Python program that pytorchScript() joins, as PythonProgram::part() takes them.
namespace duelo::pytorch {

extern const std::string_view imports, after_imports, network_imports, photo_imports;
/// `build` has the places @weights@, @lite0@ and @trained@ for the three others.
extern const std::string_view weight_files, lite0, build, build_weights, build_lite0;
/// The parts for networks that Duelo trains. Facts on the pictures of a network's name then go into
/// the places @mode@ of `photo_end`, @channels@ of the inputs and @sizes@ of `main`.
extern const std::string_view trained, build_trained, photo_mode, channels, own_size, sizes;
/// The parts for a plan with networks that are made for one size; `main` has the places @sized@ for
/// the second and @network@ for the name of what is measured.
extern const std::string_view of_size, run_of_size;
extern const std::string_view photo_begin, photo_draft, photo_square, photo_letterbox,
    photo_centre_crop, photo_end;
extern const std::string_view input_photo, input_random;
/// `measuring` has the place @graph@; `graph` stands before it where a plan has graphs.
extern const std::string_view graph, measuring, measuring_graph, reporting, main;

}  // namespace duelo::pytorch
