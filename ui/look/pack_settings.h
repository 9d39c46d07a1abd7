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
    /// Opens the pack settings of the user whose settings these are.
    explicit PackSettings(const Settings& settings);

    /// The folder of the open pack; empty: none is open.
    [[nodiscard]] QString folder() const;
    /// The name of the open pack; may be empty.
    [[nodiscard]] QString name() const;
    /// Opens a pack. `preset` has the keys of the settings, and "pack/name". Its folder for results
    /// is used once the user has agreed to it: answer().
    void use(const QString& folder, const QMap<QString, QString>& preset);
    /// Whether the user agreed when the open pack asked to save results there; nothing: there is no
    /// answer.
    [[nodiscard]] std::optional<bool> answer(const QString& resultsFolder) const;
    void setAnswer(const QString& resultsFolder, bool agreed);
    void leave();

    /// Returns the path of the pack settings of the user whose settings are in `userFile`.
    [[nodiscard]] static QString fileBeside(const QString& userFile);

private:
    QString m_file;
};

}  // namespace duelo::ui
