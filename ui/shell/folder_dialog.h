// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "ui/classroom/wanted_folder.h"

namespace duelo::ui {

/// Asks whether results are to be saved where a teacher's pack wants them. Accepted: there.
class FolderDialog final : public QDialog {
    Q_OBJECT

public:
    /// `own`: where they are saved otherwise.
    FolderDialog(const WantedFolder& wanted, const QString& own, QWidget* parent);
};

}  // namespace duelo::ui
