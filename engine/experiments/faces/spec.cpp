// SPDX-License-Identifier: Apache-2.0
#include "experiments/faces/spec.h"

#include <string>
#include <utility>

#include "base/places.h"
#include "experiments/common_axes.h"
#include "experiments/faces/params.h"
#include "experiments/faces/view.h"

namespace duelo {

namespace {

constexpr const char* kFacePhotograph = "sample:astronaut.png";

Axis facePhotographAxis() {
    return {.id = "input",
            .kind = AxisKind::Path,
            .many = true,
            .usual = Json::array({kFacePhotograph}),
            .words = {std::string(kSamplePrefix)},
            .folders = true,
            .option = "--image",
            .help = "photographs, or folders of them",
            .widget = "photographs"};
}

Axis faceSizeAxis() {
    return {.id = "size_px",
            .unit = "px",
            .many = true,
            .usual = Json::array({256, 512, 1024}),
            .min = kLeastFaceSize_px,
            .max = kMostFaceSize_px,
            .range_reason = "size_out_of_range",
            .option = "--size",
            .help = "pixels of the longer side, e.g. 256,512,1024",
            .offered = {128, 256, 512, 1024, 2048}};
}

/// The threads are what the CPU has to offer here, so they are no further option.
Axis faceThreadsAxis() {
    Axis axis = threadsAxis();
    axis.usual = Json::array({1, 0});
    axis.advanced = false;
    return axis;
}

}  // namespace

Spec facesSpec() {
    Axis cascade =
        wordsAxis<FaceCascade>("cascade", AxisRole::Case, Json(wordsOf<FaceCascade>), "haar,lbp");
    Axis factor{.id = "factor",
                .kind = AxisKind::Real,
                .usual = 1.1,
                .min = 1.01,
                .max = 2,
                .option = "--factor",
                .help = "from one size of faces to the next, e.g. 1.1",
                .advanced = true};
    Axis neighbours{.id = "neighbours",
                    .usual = 3,
                    .min = 1,
                    .max = 100,
                    .option = "--neighbours",
                    .help = "more places than these must agree; fewer find more false faces",
                    .advanced = true};
    Spec spec{.id = "faces",
              .command = "faces",
              .help = "find faces in photographs by OpenCV's cascades, on the CPU"};
    spec.axes = {facePhotographAxis(),  faceSizeAxis(),    std::move(cascade), std::move(factor),
                 std::move(neighbours), faceThreadsAxis(), pinningAxis()};
    spec.metrics = {{.id = "picture_rate", .unit = "image/s", .in_table = true},
                    {.id = "face_window_rate", .unit = "window/s"},
                    {.id = "faces", .unit = "", .in_table = true}};
    spec.parts = {{"decode", false}, {"resize", false}, {"shrink"}, {"scan"}, {"group"}};
    spec.view = &facesView();
    return spec;
}

}  // namespace duelo
