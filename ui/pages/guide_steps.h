// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace duelo::ui {

/// One of the handout's eight steps (S0-45), and of those after them that its report asks for
/// (Y-40). `id` begins its keys in the text group "guide".
struct GuideStepInfo {
    const char* id;
    const char* action;     ///< what its button asks the window for
    const char* question;   ///< of the report, that the handout asks here; null: none
    bool measures = false;  ///< the button does
};

inline constexpr std::array<GuideStepInfo, 9> kGuideSteps{{
    {"environment", "probe", nullptr},
    {"libraries", "script", nullptr},
    {"image", "images", "analysis.sizes"},
    {"model", "models", "proposals.text"},
    {"cpu_time", "measure_cpu", nullptr, true},
    {"gpu_time", "measure_gpu", "analysis.why", true},
    {"compare", "compare", "analysis.sizes"},
    {"visualise", "chart", "application.situations"},
    {"threads", "measure_threads", "reflection.parallelism", true},
}};

}  // namespace duelo::ui
