// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSyntaxHighlighter>

namespace duelo::ui {

/// The words of C and CUDA, numbers and remarks in the colours of the theme. Debian's
/// KSyntaxHighlighting is that of Qt 5, and these texts are short and all in C.
class CodeColours final : public QSyntaxHighlighter {
public:
    using QSyntaxHighlighter::QSyntaxHighlighter;

protected:
    void highlightBlock(const QString& line) override;
};

}  // namespace duelo::ui
