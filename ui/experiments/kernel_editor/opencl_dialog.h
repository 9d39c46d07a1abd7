// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "base/text.h"

namespace duelo::ui {

/// Shows a student's kernel as it runs by OpenCL, with the lines marked that had to change; or why
/// OpenCL C cannot say it.
class OpenClDialog final : public QDialog {
    Q_OBJECT

public:
    /// `own` is the text, `opencl` that part of the reply to "compile"
    /// (experiments/compile_answer.h).
    OpenClDialog(const QString& own, const Json& opencl, const Text& text,
                 QWidget* parent = nullptr);
};

}  // namespace duelo::ui
