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
constexpr const char* kResults = "results_folder";  ///< of the settings
constexpr const char* kAsked = "pack/asked_folder";
constexpr const char* kAgreed = "pack/agreed";

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
    const bool same = file.value(kFolder).toString() == folder;
    const QVariant asked = same ? file.value(kAsked) : QVariant();
    const QVariant agreed = same ? file.value(kAgreed) : QVariant();
    file.clear();
    for (auto one = preset.cbegin(); one != preset.cend(); ++one)
        if (one.key() != kResults) file.setValue(one.key(), one.value());
    file.setValue(kFolder, folder);
    if (asked.isNull()) return;
    file.setValue(kAsked, asked);
    file.setValue(kAgreed, agreed);
    if (agreed.toBool()) file.setValue(kResults, asked);
}

std::optional<bool> PackSettings::answer(const QString& resultsFolder) const {
    const QSettings file(m_file, QSettings::IniFormat);
    if (file.value(kAsked).toString() != resultsFolder || !file.contains(kAgreed))
        return std::nullopt;
    return file.value(kAgreed).toBool();
}

void PackSettings::setAnswer(const QString& resultsFolder, bool agreed) {
    QSettings file(m_file, QSettings::IniFormat);
    file.setValue(kAsked, resultsFolder);
    file.setValue(kAgreed, agreed);
    if (agreed)
        file.setValue(kResults, resultsFolder);
    else
        file.remove(kResults);
}

void PackSettings::leave() {
    QSettings(m_file, QSettings::IniFormat).clear();
}

}  // namespace duelo::ui
