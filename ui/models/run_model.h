// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include "record/record_file.h"
#include "report/comparison.h"
#include "stats/statistics.h"

namespace duelo::ui {

/// A cell that is being measured: what its samples say so far. Preliminary, never a result. It
/// stays until the comparison has the result.
struct LiveCell {
    Params work, variant;
    std::string stage;
    std::vector<double> kept_ms;
    std::vector<std::size_t> round_sizes;
    std::optional<int> last_round;
    std::optional<MedianEstimate> estimate;  ///< from the first kept sample on
};

/// The open run and the files beside it, as one Comparison that grows while the run goes on. Files
/// and the live run are the same records, so a run looks the same when it is opened again.
class RunModel final : public QObject {
    Q_OBJECT

public:
    explicit RunModel(QObject* parent = nullptr);

    /// Shows a file instead of whatever is shown; the files beside it stay unless `alone`. A file
    /// that cannot be shown changes nothing. Reasons: those of readRecords(), "table_too_large" of
    /// compare(). A file without cells can be opened; there is no comparison then.
    [[nodiscard]] Result<void> open(const QString& path, bool alone = true);
    /// Another PC's file, for its GPU (Shared), as a reference, or to look at side by side. One
    /// that is beside already is read again, in its new role. Reasons as open().
    [[nodiscard]] Result<void> addBeside(const QString& path, duelo::Role role);
    void removeBeside(std::size_t index);
    void clear();

    /// A new run that will be written to `path`; the files beside it stay.
    void beginRun(const QString& path);
    /// A run that goes on in its file: what the file holds, and what will come.
    [[nodiscard]] Result<void> beginResume(const QString& path);
    /// Ignored unless a run is live. The signals follow, with a pause between them.
    void add(std::span<const Record> records);
    /// Shows what the disk holds: that is what will be handed in. Where it cannot be read, what
    /// came is kept.
    void endRun();

    [[nodiscard]] bool isLive() const { return m_live; }
    [[nodiscard]] bool isEmpty() const { return m_logs.empty() || m_logs.front().records.empty(); }
    [[nodiscard]] QString path() const;
    /// Null while there is nothing to show.
    [[nodiscard]] const Comparison* comparison() const;
    [[nodiscard]] const std::vector<RecordLog>& logs() const { return m_logs; }
    [[nodiscard]] duelo::Role roleOf(std::size_t log) const { return m_roles[log]; }
    /// Of the first row of the comparison: files of one kind are what is set side by side.
    /// "inference" while there is none.
    [[nodiscard]] std::string experiment() const;
    /// Of the open run, if its header can be read as a plan.
    [[nodiscard]] std::optional<Plan> plan() const;
    /// Cells of the open run that have no final result: "Resume: N missing".
    [[nodiscard]] int openCells() const;
    /// By id of the cell; only while live.
    [[nodiscard]] const std::map<std::string, LiveCell>& liveCells() const { return m_liveCells; }
    /// What is known of a cell of comparison() that is being measured now; else null.
    [[nodiscard]] const LiveCell* liveOf(const ReportCell& cell) const;
    /// Whether the live run has still to tell what becomes of a cell of comparison().
    [[nodiscard]] bool isAwaited(const ReportCell& cell) const;
    [[nodiscard]] const std::string& runningCell() const { return m_running; }

Q_SIGNALS:
    // While live at most ten of both in a second, and the first so seldom that comparing and all
    // that listens take a small share of the time.
    void changed();      ///< the comparison is another
    void liveChanged();  ///< only the running cells have new samples

private:
    [[nodiscard]] Result<std::optional<Comparison>> put(std::size_t at, RecordLog log,
                                                        duelo::Role role);
    void startLive();
    void stopLive();
    void take(const Record& record);
    [[nodiscard]] LiveCell* takeSamples(const Samples& samples);
    void tell();
    void update();
    void show(std::optional<Comparison> comparison);

    std::vector<RecordLog> m_logs;  ///< the open run first
    std::vector<duelo::Role> m_roles;
    std::optional<Comparison> m_comparison;
    bool m_live = false;
    std::map<std::string, LiveCell> m_liveCells;
    std::vector<std::string> m_ended;  ///< of the live cells, those with a result
    std::string m_running;
    bool m_stale = false;  ///< the comparison lacks records that came
    qint64 m_updatePause_ms = 0;
    QElapsedTimer m_sinceUpdate, m_sinceSignal;
    QTimer m_tellTimer;
};

}  // namespace duelo::ui
