// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include <QByteArray>
#include <QCoreApplication>
#include <QSettings>
#include <QString>
#include <QStringList>

#include "base/places.h"
#include "base/result.h"
#include "base/text.h"
#include "ui/look/theme.h"

namespace duelo::ui {

/// Everything that Duelo remembers between two starts, in one INI file.
///
/// Where: `duelo.ini` beside the program if it is there (portable mode: a folder on a USB stick),
/// else the user's own settings folder; also where that stick cannot be written to, which is then
/// only read. What is not set there comes from `duelo.defaults.ini` beside the program, with which
/// a teacher presets a lab (same keys), else from the code.
class Settings {
public:
    /// The places above.
    explicit Settings(const QString& programFolder = QCoreApplication::applicationDirPath());
    Settings(const QString& file, const QString& defaultsFile);  ///< for tests

    [[nodiscard]] QString file() const { return m_user->fileName(); }
    /// Says what is forgotten, or kept elsewhere than one would look for it: "settings_unwritable"
    /// {path}, "stick_read_only" {folder, results}.
    [[nodiscard]] std::optional<Reason> problem() const;

    /// The language that was chosen; empty: that of the system.
    [[nodiscard]] std::optional<Language> language() const;
    void setLanguage(std::optional<Language> language);
    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice choice);
    /// '.' or ','; empty: as the system.
    [[nodiscard]] std::optional<char> decimal() const;
    void setDecimal(std::optional<char> decimal);

    /// Size of the text, 100 to 200.
    [[nodiscard]] int zoomPercent() const;
    void setZoomPercent(int percent);

    /// The folder in which runs are saved; by default "Duelo" in the user's documents. It need not
    /// exist yet.
    [[nodiscard]] QString resultsFolder() const;
    void setResultsFolder(const QString& folder);

    /// Newest first; pinned ones stay.
    [[nodiscard]] QStringList recentFiles() const;
    [[nodiscard]] QStringList pinnedFiles() const;
    void setRecentFiles(const QStringList& recent, const QStringList& pinned);

    /// A field of a report: "subject", "teacher", "student", "group", "carbon_g_per_kwh"
    /// (report/carbon.h).
    [[nodiscard]] QString field(const QString& name) const;
    void setField(const QString& name, const QString& value);

    /// The plan that the form of an experiment said last (JSON); empty: the engine's default.
    [[nodiscard]] QByteArray plan(const QString& experiment) const;
    void setPlan(const QString& experiment, const QByteArray& json);

    /// States of windows and once-only hints, by name.
    [[nodiscard]] QByteArray state(const QString& name) const;
    void setState(const QString& name, const QByteArray& state);
    [[nodiscard]] bool flag(const QString& name, bool fallback) const;
    void setFlag(const QString& name, bool value);

    /// Digests of the programs that were typed or chosen here, so that a form which is kept does
    /// not ask about them after a restart. No pack and no preset can put any there.
    [[nodiscard]] std::set<std::string> ownPrograms() const;
    void addOwnPrograms(const std::set<std::string>& digests);

    /// Runs of an experiment that have measured something: after them a prediction is no guess.
    [[nodiscard]] int measuredRuns(const QString& experiment) const;
    void countRun(const QString& experiment);

    /// Back to the teacher's defaults, or the code's. Recent files, the report's names and what
    /// was measured stay.
    void restoreDefaults();

private:
    [[nodiscard]] QVariant value(const QString& key, const QVariant& fallback = {}) const;

    std::unique_ptr<QSettings> m_user, m_defaults;
    std::unique_ptr<QSettings> m_stick;  ///< only where it cannot be written to
    QString m_portable;                  ///< the program's folder, where all is kept in it
};

/// The language to show: chosen, else Spanish where the system speaks Spanish, else English.
[[nodiscard]] Language languageOf(const Settings& settings);

/// Decimal sign: chosen, else the system's. Spanish is not one format (es_ES comma, es_MX point).
/// A sign that is neither (Arabic) becomes the point, because digits are always written 0 to 9.
[[nodiscard]] NumberStyle numbersOf(const Settings& settings);

/// The engine's sentences in that language and with that sign.
[[nodiscard]] Text textOf(const Settings& settings);

/// Returns the first sentence of a reason, which says what is so. The tip and the pages have the
/// rest, which says what to do.
[[nodiscard]] QString firstSentence(const QString& text);

[[nodiscard]] inline std::filesystem::path pathOf(const QString& path) {
    return fromUtf8(path.toStdString());
}
/// Returns a text that begins a sentence.
[[nodiscard]] inline QString withCapital(QString text) {
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    return text;
}
[[nodiscard]] inline QString qs(const std::string& utf8) {
    return QString::fromStdString(utf8);
}
/// The name of a file as people may read it: nothing in it hides or turns the rest.
[[nodiscard]] QString shownFile(const QString& path);
/// A whole path as people may read it, with the separators of the system.
[[nodiscard]] QString shownPath(const QString& path);

}  // namespace duelo::ui
