// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include "base/text.h"
#include "experiments/specs.h"
#include "record/progress.h"
#include "record/record.h"
#include "ui/session/engine_client.h"
#include "ui/session/run_follower.h"
#include "ui/session/run_types.h"

namespace duelo::ui {

/// One run, whatever happens to the engine: starts it, follows it, cancels it, and when the engine
/// dies starts another one that goes on with the cells that have no result.
///
/// The engine's journal is the truth. After a death it tells which cell was at work; that one gets
/// a failed result through "lost", and only that one. Everything measured is on the disk.
class RunController : public QObject {
    Q_OBJECT

public:
    enum class State {
        Idle,
        Starting,  ///< sent, and no record has come yet
        Measuring,
        Cancelling,  ///< until finished(), at most the cancel limit and a second
        Restarting,  ///< the engine died; the next one has told nothing yet
    };
    Q_ENUM(State)

    /// `client` must outlive this. It may serve other requests meanwhile.
    explicit RunController(EngineClient& client, QObject* parent = nullptr);

    [[nodiscard]] State state() const { return m_state; }
    /// The progress of this run, or of the last one.
    [[nodiscard]] ProgressState progress() const;
    /// The journal of this run, or of the last one.
    [[nodiscard]] QString file() const { return m_file; }

    /// Starts a run, only when Idle; else nothing happens. Whatever goes wrong is told by
    /// finished(), later.
    void start(RunRequest request);
    /// Goes on in a journal with the cells that have no result. `settled`: those that the file
    /// says need no further work (RecordLog::settledCells()).
    void resume(const QString& file, const std::set<std::string>& settled);
    /// Measures the doubtful rows of a journal again; the rest as resume(). One that breaks off is
    /// gone on with by resume().
    void repeat(const QString& file, const std::set<std::string>& settled);
    /// Shows a run that another process has under way, from its file: the window that began it is
    /// gone. cancel() ends that run, too.
    void follow(const QString& file, std::shared_ptr<const RunningMeasurement> process);
    [[nodiscard]] bool isFollowing() const { return m_follower.isActive(); }
    /// Stops following, which it must be: the run goes on alone, and finished() is not told.
    void leave();
    /// Allows attachments of these digests from the next run on, too.
    void allow(std::set<std::string> digests) { m_allowed.merge(std::move(digests)); }
    [[nodiscard]] const std::set<std::string>& allowed() const { return m_allowed; }
    /// Cancelling at once, whatever the state. An engine that has not obeyed by the cancel limit
    /// is ended.
    void cancel();

    /// Sets the time limit of a cancelled engine; 3 s. From each state of a course that it says it
    /// keeps (kKeepStage) it has kKeepLimit.
    void setCancelLimit(std::chrono::milliseconds limit) { m_cancelLimit = limit; }
    /// Sets the longest silence of an engine, after which it counts as hung. 330 s: the engine
    /// itself gives up a call after 300 s. For the next run.
    void setSilenceLimit(std::chrono::milliseconds limit) { m_silenceLimit = limit; }

Q_SIGNALS:
    void stateChanged(duelo::ui::RunController::State state);
    /// Hands on the records of this run, and of no other request.
    void recordsArrived(const std::vector<duelo::Record>& records);
    /// The run goes on without the cell that was at work, if there was one: restartedReason().
    void restarted(const duelo::ui::EngineDeath& death,
                   const std::optional<duelo::CellRecord>& lost);
    /// State is Idle. Reasons: the engine's refusals, those of EngineDeath, "engine_dies_again"
    /// {count}, "engine_stopped_on_cancel" {limit_s}, and those of readRecords(); of a run that was
    /// followed "followed_run_broke_off" and "followed_run_goes_on".
    void finished(const duelo::ui::RunEnd& end);

private:
    void begin(const QString& file);
    void goOn(const char* command, const QString& file, const std::set<std::string>& settled);
    void send(Json command);
    void setState(State state);
    void take(const std::vector<Record>& batch);
    void note(const Record& record, double elapsed_ms);
    void takeFollowed(const std::vector<Record>& batch, bool live);
    void noteFollowed(const Record& record, bool live);
    void endFollowed();
    void takeReply(const Result<Json>& reply);
    void takeEnd(const Json& reply);
    void refuse(const Reason& reason);
    void refuseLater(Reason reason);
    void takeDeath(const EngineDeath& death);
    void restart(const EngineDeath& death);
    void lookForSilence();
    void losePatience();
    void finish(RunEnd end);
    [[nodiscard]] double elapsedMs() const;

    EngineClient& m_client;
    RunFollower m_follower;
    std::set<std::string> m_settled;  ///< of a run that is followed
    double m_before_ms = 0;           ///< for how long it was at work when it was found
    double m_told_ms = 0;        ///< when the latest of what it had written before was measured
    bool m_asked_twice = false;  ///< to end
    State m_state = State::Idle;
    std::chrono::milliseconds m_cancelLimit{3000};
    std::chrono::milliseconds m_silenceLimit{330'000};

    std::set<std::string> m_allowed;  ///< goes with every run of this window
    QString m_file;
    Json m_command;          ///< that began this run
    bool m_sent = false;     ///< a command of this run is with an engine
    int m_attempt = 0;       ///< replies to earlier commands are none of ours
    bool m_heard = false;    ///< this attempt's header has come: what follows is of this run
    bool m_created = false;  ///< a header of this run has come: the journal exists, and knows it

    Progress m_progress{findSpec};
    QElapsedTimer m_clock;
    double m_elapsed_ms = 0;  ///< of the last run, when Idle

    int m_deaths = 0;              ///< since the last new result
    std::set<std::string> m_lost;  ///< cells whose results are the deaths' and not new
    std::string m_status;          ///< of the End record
    std::optional<Reason> m_why;   ///< of the End record

    QTimer m_patience;  ///< for an engine that was told to cancel, or says that it will exit
    QTimer m_watch;     ///< looks for silence in steps, so that a sleeping PC is no silent engine
    int m_quietSteps = 0;
    std::uint64_t m_seenRecords = 0;
};

/// "engine_restarted" {how, cell, cell_text} of a cell that was lost, else
/// "engine_restarted_between" {how}.
[[nodiscard]] Reason restartedReason(const EngineDeath& death,
                                     const std::optional<CellRecord>& lost, const Text& text);

}  // namespace duelo::ui
