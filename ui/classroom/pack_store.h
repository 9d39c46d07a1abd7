// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QMap>
#include <QObject>
#include <QString>

#include "classroom/teacher_pack.h"
#include "ui/classroom/wanted_folder.h"
#include "ui/session/background.h"

namespace duelo::ui {

/// The teacher's pack that is open, the making of one, and the reference files without a pack: on
/// threads of their own, because packs lie on sticks and shares.
class PackStore final : public QObject {
    Q_OBJECT

public:
    /// Null: none, or it is still being read.
    [[nodiscard]] const TeacherPack* pack() const { return m_pack ? &*m_pack : nullptr; }
    [[nodiscard]] bool isReading() const { return m_reading; }

    /// Returns those that come with Duelo and this user's own; null while they are not read yet.
    [[nodiscard]] const References* known() const { return m_known ? &*m_known : nullptr; }

    /// Anew: a file may have been put there. knownRead() follows.
    void readKnown();
    void open(const QString& folder);
    void close();
    /// made() or failed() follows.
    void make(const PackRequest& request, const QString& folder);

Q_SIGNALS:
    void knownRead();
    /// With what it presets, of kPackKeys, and where it wants results to be saved.
    void opened(const QMap<QString, QString>& preset, const duelo::ui::WantedFolder& results);
    void unopened(const QString& folder, const duelo::Reason& reason);
    void made(const QString& folder, qint64 files, qint64 bytes);
    void failed(const duelo::Reason& reason);

private:
    std::optional<TeacherPack> m_pack;
    std::optional<References> m_known;
    bool m_reading = false;
    Background m_reader{*this}, m_maker{*this}, m_seeker{*this};  ///< last: ended first
};

}  // namespace duelo::ui
