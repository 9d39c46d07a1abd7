// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace duelo::ui::test {

/// One caption of a .ts file.
struct TsMessage {
    QString context, source, comment;
    QString type;              ///< empty: finished; else "unfinished", "vanished", "obsolete"
    QStringList translations;  ///< one; of a plural one per form

    [[nodiscard]] QString name() const { return context + "/" + source; }
    bool operator==(const TsMessage&) const = default;
};

/// In the file's order; throws std::runtime_error for a file that cannot be read.
QList<TsMessage> readTsFile(const QString& path);

/// Empty, or why a translation must not be shipped: not finished, or a placeholder, file pattern,
/// key, line break, mnemonic, ellipsis or outer space of the source is not in it.
QString faultOf(const TsMessage& message);

/// Names of the captions that are not in both files or not translated in the same way.
QStringList differences(const QString& path, const QString& otherPath);

/// The letter after a single '&', small; null without one.
QChar mnemonicOf(const QString& caption);

}  // namespace duelo::ui::test
