// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/view.h"
#include "ui/experiments/emulated/emulated_tab.h"
#include "ui/experiments/inference/maps_tab.h"
#include "ui/experiments/kernel_editor/kernel_tab.h"
#include "ui/experiments/stopwatch/defects_tab.h"
#include "ui/experiments/training/training_tabs.h"
#include "ui/experiments/widgets.h"

namespace duelo::ui {

std::vector<ResultTab*> makeTabs(const Spec& spec, const TabContext& context) {
    if (spec.id == "training")
        return {new DataTab(context), new ConfusionTab(context), new MistakesTab(context)};
    if (spec.id == "inference") return {new MapsTab(context)};
    if (spec.id == "stopwatch") return {new DefectsTab(context)};
    std::vector<ResultTab*> tabs;
    if (spec.view && !spec.view->emulated.empty()) tabs.push_back(new EmulatedTab(context));
    if (spec.find("source") != nullptr) tabs.push_back(new KernelTab(context));
    return tabs;
}

}  // namespace duelo::ui
