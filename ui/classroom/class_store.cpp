// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/classroom/class_store.h"

#include <deque>
#include <mutex>
#include <optional>
#include <utility>

#include <QDir>
#include <QFileInfo>
#include <QFileSystemWatcher>

#include "base/places.h"
#include "base/whole_file.h"
#include "experiments/specs.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kTake = 30ms, kPoll = 5s, kPatience = 2s;
constexpr qint64 kTakeAtMost_ms = 8;
constexpr int kWatchedFolders = 256;

}  // namespace

/// Between the threads that read and the window.
struct ClassStore::Mailbox {
    std::mutex mutex;
    std::deque<Gathered> found;
    std::size_t done = 0, total = 0;
    std::optional<GatherOutcome> outcome;
};

ClassStore::ClassStore(QObject* parent) : QObject(parent), m_watcher(new QFileSystemWatcher(this)) {
    m_takeTimer.setInterval(kTake);
    m_pollTimer.setInterval(kPoll);
    connect(&m_takeTimer, &QTimer::timeout, this, &ClassStore::take);
    connect(&m_pollTimer, &QTimer::timeout, this, [this] { look(true); });
    connect(m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] { look(true); });
}

ClassStore::~ClassStore() {
    m_stop.request_stop();
}

void ClassStore::open(const QStringList& paths) {
    for (const QString& path : paths) {
        const QString root = QDir::cleanPath(QFileInfo(path).absoluteFilePath());
        if (!m_roots.contains(root)) m_roots << root;
    }
    m_watching = true;
    m_pollTimer.start();
    look(false);
}

void ClassStore::cancel() {
    m_watching = m_again = false;
    m_pollTimer.stop();
    if (!m_watcher->directories().isEmpty()) m_watcher->removePaths(m_watcher->directories());
    if (!m_reading || m_progress.cancelled) return;
    m_progress.cancelled = true;
    m_stop.request_stop();
    QTimer::singleShot(kPatience, this, [this, mailbox = m_mailbox] {
        if (m_mailbox == mailbox) abandon();
    });
    Q_EMIT progressed();
}

void ClassStore::close() {
    cancel();
    if (m_reading) abandon();
    m_roots.clear();
    m_seen = std::make_shared<const SeenFiles>();
    m_lost.clear();
    m_lostBefore.clear();
    m_progress = {};
    m_snapshot.reset();
    Background::discard(std::make_shared<Classroom>(std::exchange(m_classroom, Classroom())));
    Q_EMIT changed();
    Q_EMIT progressed();
}

/// One look at a time: what is asked for meanwhile is looked at after it.
void ClassStore::look(bool quiet) {
    if (m_roots.isEmpty()) return;
    if (m_reading) {
        m_again = true;
        m_anew = m_anew || !quiet;
        return;
    }
    m_reading = true;
    m_quiet = quiet;
    m_stop = std::stop_source();
    m_lostBefore = std::exchange(m_lost, {});
    m_clock.start();
    if (!quiet) {
        m_progress = {};
        Q_EMIT progressed();
    }
    m_mailbox = std::make_shared<Mailbox>();
    std::vector<std::filesystem::path> paths;
    for (const QString& root : m_roots) paths.push_back(pathOf(root));
    m_background.start([paths, seen = m_seen, stop = m_stop.get_token(),
                        mailbox = m_mailbox](const Background::Task& /*task*/) {
        auto outcome = gather(
            paths, findSpec,
            [&mailbox](Gathered found, std::size_t done, std::size_t total) {
                const std::lock_guard lock(mailbox->mutex);
                mailbox->found.push_back(std::move(found));
                mailbox->done = done;
                mailbox->total = total;
            },
            *seen, stop);
        const std::lock_guard lock(mailbox->mutex);
        mailbox->outcome = std::move(outcome);
    });
    m_takeTimer.start();
}

/// A portion of what was read, so short that nobody notices.
void ClassStore::take() {
    QElapsedTimer spent;
    spent.start();
    bool any = false;
    while (spent.elapsed() < kTakeAtMost_ms) {
        std::vector<Gathered> portion;
        {
            const std::lock_guard lock(m_mailbox->mutex);
            constexpr std::size_t kPortion = 4;
            // In their order: that a file has changed comes before what it holds now.
            auto& found = m_mailbox->found;
            while (!found.empty() && portion.size() < kPortion) {
                portion.push_back(std::move(found.front()));
                found.pop_front();
            }
            if (!m_quiet && m_mailbox->total > 0) {
                m_progress.done = m_mailbox->done;
                m_progress.total = m_mailbox->total;
            }
        }
        if (portion.empty()) break;
        any = true;
        for (Gathered& one : portion) {
            if (const auto* left = std::get_if<LeftOut>(&one);
                left && left->reason.code == "class_folder_gone")
                m_lost.insert(left->place.file);
            m_classroom.add(std::move(one));
        }
        m_snapshot.reset();
    }
    if (any) {
        if (!m_quiet) m_progress.elapsed = std::chrono::milliseconds(m_clock.elapsed());
        Q_EMIT progressed();
        Q_EMIT changed();
    }
    std::optional<GatherOutcome> outcome;
    {
        const std::lock_guard lock(m_mailbox->mutex);
        if (m_mailbox->found.empty()) outcome = std::exchange(m_mailbox->outcome, {});
    }
    if (outcome) finish(std::move(*outcome));
}

/// Leaves the reading thread behind: on a share that does not answer it may hang for ever.
void ClassStore::abandon() {
    m_takeTimer.stop();
    m_reading = false;
    m_mailbox.reset();
    Q_EMIT progressed();
}

void ClassStore::finish(GatherOutcome outcome) {
    m_takeTimer.stop();
    m_reading = false;
    m_mailbox.reset();
    // The old one goes where its thousands of names block nobody.
    Background::discard(
        std::exchange(m_seen, std::make_shared<const SeenFiles>(std::move(outcome.seen))));
    bool any = !outcome.gone.empty();
    for (const auto& gone : outcome.gone) m_classroom.remove(gone);
    // A folder that is there again is no news that it was not.
    for (const auto& lost : m_lostBefore)
        if (!m_lost.contains(lost)) {
            m_classroom.remove(lost);
            any = true;
        }
    if (m_quiet) {
        m_progress.done += outcome.files;
        m_progress.total += outcome.files;
    } else {
        m_progress.elapsed = std::chrono::milliseconds(m_clock.elapsed());
        // The last file told nothing after itself.
        m_progress.done = outcome.files;
        if (!m_progress.cancelled) m_progress.total = outcome.files;
    }
    if (m_watching) watchFolders();
    if (any) m_snapshot.reset();
    if (any) Q_EMIT changed();
    Q_EMIT progressed();
    if (std::exchange(m_again, false)) look(!std::exchange(m_anew, false));
}

/// After they have answered: asking the system about a share that hangs would hang the window.
void ClassStore::watchFolders() {
    std::set<QString> folders;
    for (const QString& root : m_roots)
        if (!m_lost.contains(pathOf(root)) && QFileInfo(root).isDir()) folders.insert(root);
    // Files of one folder lie in a row: each folder is made a text once.
    using Name = std::basic_string_view<std::filesystem::path::value_type>;
    Name last;
    for (const auto& [path, stamp] : *m_seen) {
        const Name whole = path.native();
        const Name folder = whole.substr(0, whole.size() - path.filename().native().size());
        if (folder == last) continue;
        last = folder;
        folders.insert(qs(utf8(path.parent_path())));
        if (static_cast<int>(folders.size()) >= kWatchedFolders) break;
    }
    const QStringList known = m_watcher->directories();
    QStringList wanted;
    for (const QString& folder : folders)
        if (!known.contains(folder)) wanted << folder;
    if (!wanted.isEmpty()) m_watcher->addPaths(wanted);
}

std::shared_ptr<const Classroom> ClassStore::snapshot() const {
    // Whoever lets go of it last is mostly the window, which must not take it down itself.
    if (!m_snapshot)
        m_snapshot.reset(new Classroom(m_classroom), [](const Classroom* done) {
            Background::discard(std::shared_ptr<const Classroom>(done));
        });
    return m_snapshot;
}

bool ClassStore::holds(const QString& path) const {
    return m_seen->contains(pathOf(QDir::cleanPath(QFileInfo(path).absoluteFilePath())));
}

void ClassStore::extract(const ClassPlace& place) {
    if (place.entries.empty()) {
        Q_EMIT fileReady(qs(utf8(place.file)));
        return;
    }
    if (!m_copies) m_copies = std::make_unique<QTemporaryDir>();
    const QString folder = m_copies->path();
    m_background.start([this, place, folder](const Background::Task& task) {
        // Names of entries come from anybody: only the last part, and never over another.
        const QString name = QFileInfo(qs(visibleText(place.name()))).fileName();
        QString path = QDir(folder).filePath(name);
        for (int n = 2; QFileInfo::exists(path); ++n)
            path = QDir(folder).filePath(QStringLiteral("%1-%2").arg(n).arg(name));
        const auto written = bytesOf(place).and_then(
            [&](const std::string& bytes) { return writeWhole(bytes, pathOf(path)); });
        task.tell([this, path, written] {
            if (written)
                Q_EMIT fileReady(path);
            else
                Q_EMIT failed(written.error());
        });
    });
}

}  // namespace duelo::ui
