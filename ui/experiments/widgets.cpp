// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/widgets.h"

#include "ui/experiments/inference/networks_field.h"
#include "ui/experiments/inference/photographs_field.h"
#include "ui/experiments/training/training_fields.h"

namespace duelo::ui {

Field* makeRegisteredField(const FieldContext& context) {
    const std::string& widget = context.axis.widget;
    if (widget == "networks") return new NetworksField(context);
    if (widget == "photographs") return new PhotographsField(context);
    if (widget == "trainable_networks") return new TrainableNetworksField(context);
    if (widget == "data_source") return new DataSourceField(context);
    return nullptr;
}

}  // namespace duelo::ui
