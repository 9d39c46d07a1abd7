// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/breakable.h"

#include <QRegularExpression>

namespace duelo::ui {

QString breakable(const QString& line) {
    static const QRegularExpression longWord("\\S{20,}"), sign("([-_./\\\\:])");
    static const QRegularExpression figure(
        "(?<=\\d) (?=(%|×|°C|[nµm]?s|min|h|px|[KMGT]?i?B|[MG]?Hz|[GT]FLOP|m?[JW])(?![^\\W_]))",
        QRegularExpression::UseUnicodePropertiesOption);
    QString out;
    qsizetype at = 0;
    for (auto words = longWord.globalMatch(line); words.hasNext();) {
        const QRegularExpressionMatch word = words.next();
        out += line.mid(at, word.capturedStart() - at) +
               word.captured().replace(sign, QString("\\1") + QChar(0x200B));
        at = word.capturedEnd();
    }
    out += line.mid(at);
    return withoutEndlessWords(out.replace(figure, QString(QChar(QChar::Nbsp))));
}

QString withoutEndlessWords(const QString& text) {
    // No word of a language and few paths are longer; a sign of two halves stays whole.
    static const QRegularExpression endless("([^\\s\\x{200B}]{48})(?=[^\\s\\x{200B}])",
                                            QRegularExpression::UseUnicodePropertiesOption);
    return text.size() < 48 ? text : QString(text).replace(endless, "\\1" + QString(QChar(0x200B)));
}

}  // namespace duelo::ui
