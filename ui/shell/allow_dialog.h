// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "plan/attachment.h"

namespace duelo::ui {

/// Shows the sources and commands that came with a plan, each whole and with its digest, and asks
/// whether they may run here. The careful answer is the default.
class AllowDialog final : public QDialog {
    Q_OBJECT

public:
    explicit AllowDialog(const Attachments& attachments, QWidget* parent = nullptr);

private:
    [[nodiscard]] QWidget* pageOf(const std::string& name, const Attachment& attachment);
};

/// A source as a person must read it before it runs: nothing in it hides, turns or stands out of
/// sight. Tabs and ends of lines are what they are.
[[nodiscard]] QString readableSource(const QString& text);

}  // namespace duelo::ui
