// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include "report/time_unit.h"
#include "ui/session/background.h"
#include "ui/session/comparer.h"
#include "ui/session/file_jobs.h"
#include "ui/session/live_cells.h"
#include "ui/session/put_away.h"
#include "ui/session/run_files.h"

namespace duelo::ui {

/// The open run and the files beside it, as one Comparison that grows while the run goes on. Files
/// and the live run are the same records, so a run looks the same when it is opened again.
class RunStore final : public QObject {
    Q_OBJECT

public:
    /// `resultsFolder`: where this PC's limits are looked for, beside the open run's own folder.
    explicit RunStore(std::function<QString()> resultsFolder = {}, QObject* parent = nullptr);

    // Files are read and compared on another thread, one after the other; a signal tells the end.
    // A file that cannot be shown changes nothing. Reasons: those of readRecords(). A file without
    // cells can be opened; there is no comparison.

    /// Shows a file alone instead of whatever is shown. It replaces what is being read.
    void open(const QString& path);
    /// Another PC's file, for its GPU (Shared), as a reference, or to look at side by side. One
    /// that is beside already is read again, in its new role.
    void addBeside(const QString& path, duelo::Role role);
    void removeBeside(std::size_t index);
    /// Tells which files went because another one was opened.
    [[nodiscard]] const PutAway& putAway() const { return m_putAway; }
    /// Puts those beside what is open.
    void bringBack();
    /// Takes what PutAway::known() said at an earlier start.
    void setKnownBeside(const Json& known) { m_putAway.setKnown(known); }
    void clear();
    /// Whether any of this is still to be done: what was asked for is shown when it ends.
    [[nodiscard]] bool isReading() const { return !m_jobs.isEmpty(); }

    /// A new run that will be written to `path`; the files beside it stay.
    void beginRun(const QString& path);
    /// A run that goes on in its file: what the file holds, and what will come once it is read.
    /// The files beside it stay if it is the open one.
    void beginResume(const QString& path);
    /// Ignored unless a run is live. The signals follow, with a pause between them.
    void add(std::span<const Record> records);
    /// Shows what the disk holds: that is what will be handed in. Where it cannot be read, what
    /// came is kept. The run is live until then.
    void endRun();

    [[nodiscard]] bool isLive() const { return m_live; }
    [[nodiscard]] bool isEmpty() const { return m_files->isEmpty() && m_waiting.empty(); }
    [[nodiscard]] QString path() const;
    /// The comparison; null while there is nothing to show.
    [[nodiscard]] const Comparison* comparison() const { return m_comparison.get(); }
    /// The same, for a thread that goes on reading it when the window shows another; null: none.
    [[nodiscard]] std::shared_ptr<const Comparison> sharedComparison() const {
        return m_comparison;
    }
    /// The logs of all files. While a run is compared this copies its records: it is not for what
    /// is shown several times a second.
    [[nodiscard]] const std::vector<RecordLog>& logs() const;
    [[nodiscard]] duelo::Role roleOf(std::size_t log) const { return m_files->roles[log]; }
    /// The experiment of the comparison's first row, because only files of one kind are set side by
    /// side; the first that is registered while there is no comparison.
    [[nodiscard]] std::string experiment() const;
    /// The plan of the open run, if its header can be read as one.
    [[nodiscard]] std::optional<Plan> plan() const;
    // Of what is live these count when it has ended.
    /// Cells of the open run that have no final result: "Resume: N missing".
    [[nodiscard]] int openCells() const { return m_files->open_cells; }
    /// Rows of the open run that are worth measuring again.
    [[nodiscard]] int doubtfulRows() const { return m_files->doubtful_rows; }
    /// The cells that are the reason for it: "Repeat doubtful or lost ones (N)".
    [[nodiscard]] int doubtfulCells() const { return m_files->doubtful_cells; }
    /// The cells being measured, by their id; only while live.
    [[nodiscard]] const std::map<std::string, LiveCell>& liveCells() const { return m_cells.all(); }
    /// Returns what is known of a cell of comparison() that is being measured now; else null.
    [[nodiscard]] const LiveCell* liveOf(const ReportCell& cell) const;
    /// Returns what such cells come to so far; nothing when no run goes on.
    [[nodiscard]] Preliminary preliminary() const;
    /// Returns the samples of such a cell so far; null: it has none.
    [[nodiscard]] const Samples* samplesSoFarOf(const ReportCell& cell) const;
    /// Returns what is known of a cell of comparison() that has a result and is being measured once
    /// more.
    [[nodiscard]] const LiveCell* repeatOf(const ReportCell& cell) const;
    /// Whether the live run has still to tell what becomes of a cell of comparison().
    [[nodiscard]] bool isAwaited(const ReportCell& cell) const;
    [[nodiscard]] const std::string& runningCell() const { return m_cells.running(); }

Q_SIGNALS:
    // While live at most ten of both in a second, and the first so seldom that comparing, on a
    // thread of its own, and all that listens take a small share of the time.
    void changed();      ///< the comparison is another
    void liveChanged();  ///< only the running cells have new samples

    void reading(const QString& path, qint64 done_bytes, qint64 total_bytes);
    void opened(const QString& path);
    void resumed(const QString& path);  ///< it is live now
    /// A file that was asked for could not be opened.
    void openFailed(const QString& path, const duelo::Reason& reason);
    /// A file is beside, and no copy of it could be made among the results: "beside_not_kept"
    /// {file, folder}.
    void notKept(const duelo::Reason& reason);
    void besideNoted();  ///< other files stand beside the open one: PutAway::known()
    void ended();        ///< the run that was live, and its file is shown

private:
    using Kind = FileJob::Kind;
    void enqueue(FileJob job);
    void drop(std::initializer_list<Kind> kinds);
    void startNext();
    void take(FilesMade made);
    void settle(const FileJob& job, FilesMade made);
    void putBeside(RecordLog log);
    void takeAway(const std::filesystem::path& path);
    void compareAnew();
    void refuseBeside(const Reason& reason);
    [[nodiscard]] RunFiles& own() const;
    void takeWaiting() const;
    void stopLive();
    void showNothing(bool live);
    void tell();
    void takeCompared(Comparer::Made made);
    void showCompared();
    void show(std::shared_ptr<const Comparison> comparison, std::size_t results);
    [[nodiscard]] bool isOfOpenRun(const ReportCell& cell) const;
    [[nodiscard]] std::filesystem::path resultsFolder() const;

    std::function<QString()> m_resultsFolder;
    /// Changed by own() only; mutable as what waits is put in its place when it is looked at.
    mutable std::shared_ptr<RunFiles> m_files = std::make_shared<RunFiles>();
    /// Records of the live run that came while a thread compares m_files: so m_files need not be
    /// copied for them.
    mutable std::vector<Record> m_waiting;
    int m_version = 0;  ///< of m_files: another one is not what a thread has read
    FileJobs m_jobs;
    int m_jobVersion = 0;
    /// The file of the job at work while it is read but not compared yet.
    std::optional<std::filesystem::path> m_besideWaits;
    PutAway m_putAway;
    std::shared_ptr<const Comparison> m_comparison;
    std::optional<Comparer::Made> m_made;  ///< is shown once the pause is over
    bool m_live = false, m_ending = false;
    LiveCells m_cells;
    bool m_stale = false;  ///< the comparison, and the one being made, lack records that came
    qint64 m_updatePause_ms = 0;
    QElapsedTimer m_sinceUpdate, m_sinceSignal;
    QTimer m_tellTimer;
    Comparer m_comparer{*this, [this](Comparer::Made made) { takeCompared(std::move(made)); }};
    Background m_background{*this};  ///< last: it ends first
};

}  // namespace duelo::ui
