// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/form/chips_field.h"

namespace duelo::ui {

/// The networks that can be trained, with their size.
class TrainableNetworksField final : public ChipsField {
    Q_OBJECT

public:
    explicit TrainableNetworksField(const FieldContext& context) : ChipsField(context) {}

    void setProbe(const ProbeSheet& sheet) override;
};

/// The data that Duelo brings along, and folders of the user's own. Whoever chooses a folder wants
/// to train on that: it is chosen alone, and what Duelo brings can be added to it (Y-24).
class DataSourceField final : public ChipsField {
    Q_OBJECT

public:
    explicit DataSourceField(const FieldContext& context);

    void setProbe(const ProbeSheet& sheet) override;
    /// Folders.
    void takeFiles(QStringList& paths) override;

Q_SIGNALS:
    /// The user has chosen folders, which the plan now names.
    void folderChosen();

private:
    void chooseFolders(const std::vector<Json>& folders);
};

}  // namespace duelo::ui
