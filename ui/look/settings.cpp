// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/settings.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QStandardPaths>

#include "ui/look/pack_settings.h"

namespace duelo::ui {

namespace {

constexpr const char* kOwnPrograms = "own_programs";
constexpr qsizetype kMostOwnPrograms = 500;

std::unique_ptr<QSettings> iniFile(const QDir& folder, const char* name) {
    return std::make_unique<QSettings>(folder.filePath(name), QSettings::IniFormat);
}

}  // namespace

Settings::Settings(const QString& programFolder)
    : m_defaults(iniFile(programFolder, "duelo.defaults.ini")) {
    if (QFileInfo::exists(QDir(programFolder).filePath("duelo.ini"))) {
        auto beside = iniFile(programFolder, "duelo.ini");
        if (beside->isWritable() && QFileInfo(programFolder).isWritable()) {
            m_portable = programFolder;
            m_user = std::move(beside);
        } else {
            m_stick = std::move(beside);
        }
    }
    if (!m_user)
        m_user = std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, "duelo",
                                             "duelo");
}

Settings::Settings(const QString& file, const QString& defaultsFile)
    : m_user(std::make_unique<QSettings>(file, QSettings::IniFormat)),
      m_defaults(std::make_unique<QSettings>(defaultsFile, QSettings::IniFormat)) {}

std::optional<Reason> Settings::problem() const {
    m_user->sync();
    if (m_user->status() != QSettings::NoError || !m_user->isWritable())
        return Reason{"settings_unwritable", {{"path", file().toStdString()}}, {}};
    if (m_stick)
        return Reason{"stick_read_only",
                      {{"folder", QFileInfo(m_stick->fileName()).path().toStdString()},
                       {"results", resultsFolder().toStdString()}},
                      {}};
    return std::nullopt;
}

QVariant Settings::value(const QString& key, const QVariant& fallback) const {
    const QSettings pack(PackSettings::fileBeside(m_user->fileName()), QSettings::IniFormat);
    const QVariant preset = m_defaults->value(key, fallback);
    return m_user->value(key, pack.value(key, m_stick ? m_stick->value(key, preset) : preset));
}

std::optional<Language> Settings::language() const {
    return parseWord<Language>(value("language").toString().toStdString());
}

void Settings::setLanguage(std::optional<Language> language) {
    m_user->setValue("language", language ? qs(std::string(word(*language))) : "system");
}

ThemeChoice Settings::theme() const {
    const std::string chosen = value("theme").toString().toStdString();
    for (std::size_t i = 0; i < kThemeWords.size(); ++i)
        if (kThemeWords[i] == chosen) return static_cast<ThemeChoice>(i);
    return ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice choice) {
    m_user->setValue("theme", qs(std::string(kThemeWords[static_cast<std::size_t>(choice)])));
}

std::optional<char> Settings::decimal() const {
    const QString sign = value("decimal").toString();
    if (sign == "comma") return ',';
    if (sign == "point") return '.';
    return std::nullopt;
}

void Settings::setDecimal(std::optional<char> decimal) {
    m_user->setValue("decimal", !decimal ? "system" : *decimal == ',' ? "comma" : "point");
}

int Settings::zoomPercent() const {
    return qBound(100, value("zoom_percent", 100).toInt(), 200);
}

void Settings::setZoomPercent(int percent) {
    m_user->setValue("zoom_percent", percent);
}

QString Settings::resultsFolder() const {
    const QString chosen = value("results_folder").toString();
    if (!chosen.isEmpty()) return QDir::cleanPath(chosen);
    if (!m_portable.isEmpty()) return QDir(m_portable).filePath("results");
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QDir(documents.isEmpty() ? QDir::homePath() : documents).filePath("Duelo");
}

void Settings::setResultsFolder(const QString& folder) {
    if (folder.isEmpty())
        m_user->remove("results_folder");  // an empty choice would hide a pack's or a teacher's
    else
        m_user->setValue("results_folder", folder);
}

QStringList Settings::recentFiles() const {
    return value("recent").toStringList();
}

QStringList Settings::pinnedFiles() const {
    return value("pinned").toStringList();
}

void Settings::setRecentFiles(const QStringList& recent, const QStringList& pinned) {
    m_user->setValue("recent", recent);
    m_user->setValue("pinned", pinned);
}

QString Settings::field(const QString& name) const {
    return value("report/" + name).toString();
}

void Settings::setField(const QString& name, const QString& text) {
    m_user->setValue("report/" + name, text);
}

QByteArray Settings::plan(const QString& experiment) const {
    return value("plan/" + experiment).toByteArray();
}

void Settings::setPlan(const QString& experiment, const QByteArray& json) {
    m_user->setValue("plan/" + experiment, json);
}

QByteArray Settings::state(const QString& name) const {
    return value("state/" + name).toByteArray();
}

void Settings::setState(const QString& name, const QByteArray& state) {
    m_user->setValue("state/" + name, state);
}

bool Settings::flag(const QString& name, bool fallback) const {
    return value("flag/" + name, fallback).toBool();
}

void Settings::setFlag(const QString& name, bool on) {
    m_user->setValue("flag/" + name, on);
}

std::set<std::string> Settings::ownPrograms() const {
    std::set<std::string> digests;
    for (const QString& digest : m_user->value(kOwnPrograms).toStringList())
        digests.insert(digest.toStdString());
    return digests;
}

void Settings::addOwnPrograms(const std::set<std::string>& digests) {
    QStringList known = m_user->value(kOwnPrograms).toStringList();
    for (const std::string& digest : digests) {
        known.removeAll(qs(digest));
        known.prepend(qs(digest));
    }
    m_user->setValue(kOwnPrograms, known.mid(0, kMostOwnPrograms));
}

int Settings::measuredRuns(const QString& experiment) const {
    return value("measured/" + experiment, 0).toInt();
}

void Settings::countRun(const QString& experiment) {
    m_user->setValue("measured/" + experiment, measuredRuns(experiment) + 1);
}

/// Removes all settings. Records of what was measured and done are no settings, and stay.
void Settings::restoreDefaults() {
    for (const QString& key : m_user->allKeys())
        if (key != "recent" && key != "pinned" && key != "state/guide" &&
            !key.startsWith("report/") && !key.startsWith("measured/") &&
            !key.startsWith("state/result_"))
            m_user->remove(key);
}

Language languageOf(const Settings& settings) {
    if (const auto chosen = settings.language()) return *chosen;
    for (const QString& name : QLocale::system().uiLanguages()) {
        if (name.startsWith("es")) return Language::Spanish;
        if (name.startsWith("en")) return Language::English;
    }
    return Language::English;
}

NumberStyle numbersOf(const Settings& settings) {
    if (const auto chosen = settings.decimal()) return styleForPeople(*chosen);
    const QLocale system = QLocale::system();
    // The locale "C" says nothing about people.
    if (system.language() == QLocale::C) return defaultNumberStyle(languageOf(settings));
    return styleForPeople(system.decimalPoint() == "," ? ',' : '.');
}

QString shownFile(const QString& path) {
    return qs(visibleText(QFileInfo(path).fileName().toStdString()));
}

QString shownPath(const QString& path) {
    return qs(visibleText(QDir::toNativeSeparators(path).toStdString()));
}

QString firstSentence(const QString& text) {
    const auto stop = text.indexOf(". ");
    return stop < 0 ? text : text.left(stop + 1);
}

Text textOf(const Settings& settings) {
    return Text(languageOf(settings), numbersOf(settings));
}

}  // namespace duelo::ui
