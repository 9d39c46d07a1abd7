// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <set>
#include <stop_token>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <QTemporaryDir>
#include <QTimer>

#include "classroom/classroom.h"
#include "ui/session/background.h"

class QFileSystemWatcher;

namespace duelo::ui {

/// The class that is gathered. Its files are read on threads of their own, which lie on slow disks
/// and on shares that hang; the window takes what was read a few milliseconds at a time. Folders
/// are watched: what the system tells of, and every few seconds what it does not, as on shares.
class ClassStore final : public QObject {
    Q_OBJECT

public:
    explicit ClassStore(QObject* parent = nullptr);
    ~ClassStore() override;

    [[nodiscard]] const Classroom& classroom() const { return m_classroom; }
    /// Returns the class as it is now, for threads: this copy never changes.
    [[nodiscard]] std::shared_ptr<const Classroom> snapshot() const;
    /// The folders and files that were opened.
    [[nodiscard]] QStringList roots() const { return m_roots; }
    [[nodiscard]] bool isReading() const { return m_reading; }
    [[nodiscard]] bool isWatching() const { return m_watching; }
    /// The progress of the look at the files that goes on, or of the last one that found any.
    struct Progress {
        std::size_t done = 0, total = 0;
        std::chrono::milliseconds elapsed{};
        bool cancelled = false;
    };
    [[nodiscard]] const Progress& progress() const { return m_progress; }

    /// A file that was read: nothing is written over it.
    [[nodiscard]] bool holds(const QString& path) const;

    /// Reads them beside what is there, and watches them from then on.
    void open(const QStringList& paths);
    /// Stops reading and watching until the next open(). What was read stays.
    void cancel();
    /// Forgets the class; its files stay where they are.
    void close();
    /// A file of the class as one by itself: its path, or that of a copy of what lies in a ZIP,
    /// which is there as long as the store. Told by fileReady() or failed().
    void extract(const ClassPlace& place);

Q_SIGNALS:
    /// A few times a second at most.
    void changed();
    void progressed();
    void fileReady(const QString& path);
    void failed(const duelo::Reason& reason);

private:
    struct Mailbox;

    void look(bool quiet);
    void take();
    void abandon();
    void finish(GatherOutcome outcome);
    void watchFolders();

    Classroom m_classroom;
    mutable std::shared_ptr<const Classroom> m_snapshot;  ///< null: another one by now
    QStringList m_roots;
    std::shared_ptr<const SeenFiles> m_seen = std::make_shared<const SeenFiles>();
    std::set<std::filesystem::path> m_lost, m_lostBefore;  ///< folders that were not there
    Progress m_progress;
    bool m_reading = false, m_watching = false, m_again = false, m_quiet = false;
    bool m_anew = false;  ///< something was opened while a look went on
    QElapsedTimer m_clock;
    QTimer m_takeTimer, m_pollTimer;
    QFileSystemWatcher* m_watcher;
    std::stop_source m_stop;
    std::shared_ptr<Mailbox> m_mailbox;
    std::unique_ptr<QTemporaryDir> m_copies;
    Background m_background{*this};  ///< last: ended first
};

}  // namespace duelo::ui
