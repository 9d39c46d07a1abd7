// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/emulated/emulated_tab.h"
#include "ui/experiments/stopwatch/defects_tab.h"
#include "ui/experiments/training/training_tabs.h"
#include "ui/experiments/widgets.h"

namespace duelo::ui {

std::vector<ResultTab*> makeTabs(const Spec& spec, const TabContext& context) {
    if (spec.id == "training")
        return {new DataTab(context), new ConfusionTab(context), new MistakesTab(context)};
    if (spec.id == "matrix_product" || spec.id == "max_pool") return {new EmulatedTab(context)};
    if (spec.id == "stopwatch") return {new DefectsTab(context)};
    return {};
}

}  // namespace duelo::ui
