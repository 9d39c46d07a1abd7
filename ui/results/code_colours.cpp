// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/code_colours.h"

#include <QRegularExpression>

#include "ui/look/theme.h"

namespace duelo::ui {

void CodeColours::highlightBlock(const QString& line) {
    static const QRegularExpression words(
        R"(\b(?:alignas|auto|bool|break|case|char|const|constexpr|continue|do|double|else|enum|)"
        R"(extern|false|float|for|if|inline|int|long|namespace|return|short|signed|sizeof|)"
        R"(static|struct|switch|template|true|typename|unsigned|using|void|while|)"
        R"(__\w+__|__restrict|threadIdx|blockIdx|blockDim|gridDim)\b)");
    static const QRegularExpression numbers(R"(\b(?:0x[0-9a-fA-F]+|\d[\d.]*(?:e[+-]?\d+)?)\w*)");
    static const QRegularExpression orders(R"(^\s*#.*)"), remarks(R"(//.*$)");
    const auto paint = [&](const QRegularExpression& what, const QTextCharFormat& as) {
        for (auto it = what.globalMatch(line); it.hasNext();) {
            const QRegularExpressionMatch found = it.next();
            setFormat(static_cast<int>(found.capturedStart()),
                      static_cast<int>(found.capturedLength()), as);
        }
    };
    const Tokens& look = tokens();
    QTextCharFormat word, remark;
    word.setForeground(look.accent_strong);
    word.setFontWeight(QFont::DemiBold);
    remark.setForeground(look.muted);
    paint(words, word);
    QTextCharFormat number;
    number.setForeground(look.good_text);
    paint(numbers, number);
    number.setForeground(look.warn_text);
    paint(orders, number);
    paint(remarks, remark);
}

}  // namespace duelo::ui
