// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QMap>
#include <QString>

namespace duelo::ui {

class Settings;

/// The teacher's pack that was opened last, and what it presets: behind what was chosen here and
/// before `duelo.defaults.ini` beside the program. It is kept in `duelo.pack.ini` beside the user's
/// settings, because the pack's stick or share may be away.
class PackSettings {
public:
    /// Those of the same user.
    explicit PackSettings(const Settings& settings);

    /// Empty: none is open.
    [[nodiscard]] QString folder() const;
    /// What it is called; may be empty.
    [[nodiscard]] QString name() const;
    /// `preset` by the keys of the settings, and "pack/name". Where it wants results to be saved
    /// holds once it was agreed to: answer().
    void use(const QString& folder, const QMap<QString, QString>& preset);
    /// What was answered when the open pack asked to save results there; nothing: it was not.
    [[nodiscard]] std::optional<bool> answer(const QString& resultsFolder) const;
    void setAnswer(const QString& resultsFolder, bool agreed);
    void leave();

    /// Of the user whose settings are in `userFile`.
    [[nodiscard]] static QString fileBeside(const QString& userFile);

private:
    QString m_file;
};

}  // namespace duelo::ui
