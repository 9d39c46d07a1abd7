// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace duelo::ui {

/// One of the handout's eight steps (S0-45). `id` begins its keys in the text group "guide".
struct GuideStepInfo {
    const char* id;
    const char* action;     ///< what its button asks the window for
    bool question;          ///< the handout asks the student something here
    bool measures = false;  ///< the button does
};

inline constexpr std::array<GuideStepInfo, 8> kGuideSteps{{
    {"environment", "probe", false},
    {"libraries", "script", false},
    {"image", "images", true},
    {"model", "models", true},
    {"cpu_time", "measure_cpu", false, true},
    {"gpu_time", "measure_gpu", true, true},
    {"compare", "compare", true},
    {"visualise", "chart", true},
}};

}  // namespace duelo::ui
