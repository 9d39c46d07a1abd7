// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/known_folders.h"

#include <QDir>
#include <QFileInfo>

namespace duelo::ui {

QString existingFolder(const QString& folder) {
    QString found = QDir::cleanPath(folder);
    while (!found.isEmpty() && !QFileInfo(found).isDir()) {
        const QString above = QFileInfo(found).path();
        if (above == found || above == QStringLiteral(".")) return QDir::homePath();
        found = above;
    }
    return found.isEmpty() ? QDir::homePath() : found;
}

QString existingFolder(QStandardPaths::StandardLocation place) {
    return existingFolder(QStandardPaths::writableLocation(place));
}

}  // namespace duelo::ui
