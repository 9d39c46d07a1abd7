// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "plan/attachment.h"

namespace duelo::ui {

/// Shows the sources and commands that came with a plan, each with its digest, and asks whether
/// they may run here. The careful answer is the default.
class AllowDialog final : public QDialog {
    Q_OBJECT

public:
    explicit AllowDialog(const Attachments& attachments, QWidget* parent = nullptr);
};

}  // namespace duelo::ui
