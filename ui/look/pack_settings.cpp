// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/pack_settings.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

constexpr const char* kFolder = "pack/folder";
constexpr const char* kName = "pack/name";

}  // namespace

PackSettings::PackSettings(const Settings& settings) : m_file(fileBeside(settings.file())) {}

QString PackSettings::fileBeside(const QString& userFile) {
    return QFileInfo(userFile).absoluteDir().filePath("duelo.pack.ini");
}

QString PackSettings::folder() const {
    return QSettings(m_file, QSettings::IniFormat).value(kFolder).toString();
}

QString PackSettings::name() const {
    return QSettings(m_file, QSettings::IniFormat).value(kName).toString();
}

void PackSettings::use(const QString& folder, const QMap<QString, QString>& preset) {
    QSettings file(m_file, QSettings::IniFormat);
    file.clear();
    for (auto one = preset.cbegin(); one != preset.cend(); ++one)
        file.setValue(one.key(), one.value());
    file.setValue(kFolder, folder);
}

void PackSettings::leave() {
    QSettings(m_file, QSettings::IniFormat).clear();
}

}  // namespace duelo::ui
