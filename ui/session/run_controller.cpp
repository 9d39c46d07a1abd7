// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_controller.h"

#include <algorithm>
#include <utility>

#include <QDateTime>
#include <QFileInfo>

#include "base/reason_json.h"
#include "report/labels.h"
#include "ui/session/journal_state.h"
#include "ui/session/reply.h"

namespace duelo::ui {

namespace {

constexpr int kMaxDeaths = 3;
constexpr int kSilenceSteps = 10;
/// For a run of another process that was told twice to end.
constexpr std::chrono::seconds kSecondPatience{10};

/// Exit codes of the engine (app/program.h).
enum EngineExit : int {
    kAllDone = 0,
    kSomeNotDone = 1,
    kBadInput = 2,
    kCancelled = 3,
    kNeedsRestart = 70,
    kCallHangs = 71,
};

}  // namespace

RunController::RunController(EngineClient& client, QObject* parent)
    : QObject(parent), m_client(client) {
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, &RunController::losePatience);
    connect(&m_watch, &QTimer::timeout, this, &RunController::lookForSilence);
    connect(&m_client, &EngineClient::recordsArrived, this, &RunController::take);
    connect(&m_follower, &RunFollower::recordsArrived, this, &RunController::takeFollowed);
    connect(&m_follower, &RunFollower::ended, this, &RunController::endFollowed);
    connect(&m_client, &EngineClient::died, this, &RunController::takeDeath);
}

ProgressState RunController::progress() const {
    return m_progress.at(elapsedMs());
}

double RunController::elapsedMs() const {
    return m_state == State::Idle ? m_elapsed_ms
                                  : m_before_ms + static_cast<double>(m_clock.nsecsElapsed()) / 1e6;
}

void RunController::setState(State state) {
    if (std::exchange(m_state, state) != state) Q_EMIT stateChanged(state);
}

void RunController::begin(const QString& file) {
    m_file = file;
    m_sent = m_created = false;
    m_progress = Progress(findSpec);
    m_deaths = 0;
    m_lost.clear();
    m_settled.clear();
    m_before_ms = m_told_ms = 0;
    m_clock.start();
}

void RunController::start(RunRequest request) {
    if (m_state != State::Idle) return;
    begin(request.file);
    m_command = {{"c", "run"},
                 {"plan", toJson(request.plan)},
                 {"file", request.file.toStdString()},
                 {"label", std::move(request.label)}};
    if (request.prediction) m_command["prediction"] = toJson(*request.prediction);
    // The engine refuses it too; but then nobody could tell an engine's death before it has made
    // the file from one in the middle of the run that the file is of.
    if (QFileInfo::exists(request.file))
        refuseLater({"file_exists", {{"path", request.file.toStdString()}}});
    else
        send(m_command);
    setState(State::Starting);
}

void RunController::resume(const QString& file, const std::set<std::string>& settled) {
    goOn("resume", file, settled);
}

void RunController::repeat(const QString& file, const std::set<std::string>& settled) {
    goOn("repeat", file, settled);
}

void RunController::goOn(const char* command, const QString& file,
                         const std::set<std::string>& settled) {
    if (m_state != State::Idle) return;
    begin(file);
    m_command = {{"c", command}, {"file", file.toStdString()}};
    m_progress.setFinished(settled);
    send(m_command);
    setState(State::Starting);
}

void RunController::send(Json command) {
    if (!m_allowed.empty()) command["allowed"] = m_allowed;
    m_sent = true;
    m_heard = false;
    m_status.clear();
    m_why.reset();
    m_quietSteps = 0;
    m_watch.start(m_silenceLimit / kSilenceSteps);
    const int attempt = ++m_attempt;
    m_client.request(command, this, [this, attempt](const Result<Json>& reply) {
        if (attempt == m_attempt && m_state != State::Idle) takeReply(reply);
    });
}

void RunController::cancel() {
    if (m_state == State::Idle || m_state == State::Cancelling) return;
    m_watch.stop();
    m_patience.start(m_cancelLimit);
    m_asked_twice = false;
    if (isFollowing()) m_follower.stop();  // where it cannot be asked, losePatience() says so
    // Whether it was heard shows by the end of the run, not by this reply.
    if (m_sent) m_client.request({{"c", "cancel"}}, this, [](const Result<Json>&) {});
    setState(State::Cancelling);
}

void RunController::take(const std::vector<Record>& batch) {
    if (m_state == State::Idle || isFollowing()) return;
    auto first = batch.begin();
    if (!m_heard) {
        first = std::ranges::find_if(
            batch, [](const Record& record) { return std::holds_alternative<Header>(record); });
        if (first == batch.end()) return;
        m_heard = m_created = true;
    }
    for (auto record = first; record != batch.end(); ++record) note(*record, elapsedMs());
    if (m_state == State::Starting || m_state == State::Restarting) setState(State::Measuring);
    if (first == batch.begin())
        Q_EMIT recordsArrived(batch);
    else
        Q_EMIT recordsArrived(std::vector<Record>(first, batch.end()));
}

void RunController::note(const Record& record, double elapsed_ms) {
    m_progress.add(record, elapsed_ms);
    const auto* stage = std::get_if<Stage>(&record);
    if (stage && stage->stage == kKeepStage && m_state == State::Cancelling)
        m_patience.start(kKeepLimit);
    if (const auto* result = std::get_if<ResultRecord>(&record)) {
        if (result->status != Status::Cancelled && !m_lost.contains(result->cell)) m_deaths = 0;
    } else if (const auto* end = std::get_if<End>(&record)) {
        m_status = end->status;
        m_why = end->reason;
    } else if (const auto* other = std::get_if<UnknownRecord>(&record);
               other && textOf(other->line, "r") == "skipped") {
        // This window was too slow for the pipe; the journal has what it missed.
        if (const auto journal = readJournal(m_file)) m_progress.setFinished(journal->finished);
    }
}

void RunController::takeReply(const Result<Json>& reply) {
    if (reply) return takeEnd(*reply);
    if (reply.error().code != "engine_gone") refuse(reply.error());  // else died() comes next
}

void RunController::takeEnd(const Json& reply) {
    const int code = static_cast<int>(integerOf(reply, "exit_code", -1));
    m_watch.stop();
    if (code == kNeedsRestart || code == kCallHangs) {
        // The engine has closed the cell and now ends; only a new process can go on.
        if (m_state == State::Cancelling) return;
        m_patience.start(m_cancelLimit);
        return setState(State::Restarting);
    }
    RunEnd end{.status = RunEnd::Status::Failed, .exit_code = code, .reason = m_why};
    if (reply.contains("reason")) end.reason = reasonFromFields(reply);
    if (code == kCancelled)
        end.status = RunEnd::Status::Cancelled;
    else if (code == kAllDone || (code == kSomeNotDone && m_status == "completed"))
        end.status = RunEnd::Status::Completed;
    else if (!end.reason)
        end.reason = Reason{"engine_exited", {{"exit_code", code}}};
    finish(std::move(end));
}

void RunController::refuse(const Reason& reason) {
    const bool cancelled = m_state == State::Cancelling;
    finish({.status = cancelled ? RunEnd::Status::Cancelled : RunEnd::Status::Failed,
            .reason = reason});
}

void RunController::refuseLater(Reason reason) {
    QMetaObject::invokeMethod(
        this,
        [this, reason = std::move(reason)] {
            if (m_state != State::Idle && !m_sent) refuse(reason);
        },
        Qt::QueuedConnection);
}

void RunController::takeDeath(const EngineDeath& death) {
    if (m_state == State::Idle || !m_sent) return;
    m_sent = false;
    m_watch.stop();
    m_patience.stop();
    if (m_state == State::Cancelling) {
        const double limit_s = std::chrono::duration<double>(m_cancelLimit).count();
        const bool killed = death.how == EngineDeath::How::Killed;
        return finish({.status = RunEnd::Status::Cancelled,
                       .reason = killed ? Reason{"engine_stopped_on_cancel", {{"limit_s", limit_s}}}
                                        : death.reason});
    }
    const bool refused = death.how == EngineDeath::How::Exited && death.exit_code == kBadInput;
    if (death.isHopeless() || refused) return refuse(death.reason);
    if (++m_deaths >= kMaxDeaths)
        return refuse({"engine_dies_again", {{"count", m_deaths}}, death.reason.message});
    restart(death);
}

void RunController::restart(const EngineDeath& death) {
    const auto journal = readJournal(m_file);
    const bool mayBeNew = m_command["c"] == "run" && !m_created;
    if (!journal && (!mayBeNew || journal.error().code != "file_missing"))
        return refuse(journal.error());
    // A run whose journal was not made yet begins anew, as does a repeat that its journal does not
    // know of.
    Json command = m_command;
    std::optional<CellRecord> lost;
    if (journal && (m_created || m_command["c"] != "repeat")) {
        command = {{"c", "resume"}, {"file", m_file.toStdString()}};
        lost = journal->running;
    }
    if (lost) {
        command["lost"] = {{"cell", lost->cell}};
        command["lost"].update(reasonFields(death.reason));
        m_lost.insert(lost->cell);
    }
    send(command);
    setState(State::Restarting);
    Q_EMIT restarted(death, lost);
}

void RunController::lookForSilence() {
    const std::uint64_t count = m_client.recordCount();
    const bool quiet = std::exchange(m_seenRecords, count) == count;
    m_quietSteps = quiet ? m_quietSteps + 1 : 0;
    if (m_quietSteps < kSilenceSteps) return;
    m_watch.stop();
    m_client.kill({"engine_hung"});
}

void RunController::losePatience() {
    if (isFollowing()) {
        if (std::exchange(m_asked_twice, true))
            return finish(
                {.status = RunEnd::Status::Failed, .reason = Reason{"followed_run_goes_on"}});
        m_follower.stop();  // now it does not wait for the call at work
        return m_patience.start(kSecondPatience);
    }
    if (m_client.isRunning())
        m_client.kill({"engine_hung"});
    else
        finish({.status = RunEnd::Status::Cancelled});
}

void RunController::follow(const QString& file, std::shared_ptr<const RunningMeasurement> process) {
    if (m_state != State::Idle) return;
    begin(file);
    m_created = true;
    m_status.clear();
    m_why.reset();
    m_follower.start(file, std::move(process));
    setState(State::Starting);
}

void RunController::leave() {
    if (!isFollowing()) return;
    m_follower.leave();
    m_patience.stop();
    m_elapsed_ms = elapsedMs();
    setState(State::Idle);
}

void RunController::takeFollowed(const std::vector<Record>& batch, bool live) {
    for (const Record& record : batch) noteFollowed(record, live);
    if (m_state == State::Starting) setState(State::Measuring);
    Q_EMIT recordsArrived(batch);
}

/// A file that was gone on with has several runs: how far it is is that of the last one.
void RunController::noteFollowed(const Record& record, bool live) {
    if (const auto* header = std::get_if<Header>(&record)) {
        m_progress = Progress(findSpec);
        m_progress.setFinished(m_settled);
        m_status.clear();
        m_why.reset();
        const auto began =
            QDateTime::fromString(QString::fromStdString(header->started), Qt::ISODate);
        const qint64 since_ms =
            began.isValid() ? began.msecsTo(QDateTime::currentDateTimeUtc()) : 0;
        m_before_ms = static_cast<double>(std::max<qint64>(0, since_ms)) -
                      static_cast<double>(m_clock.elapsed());
        m_told_ms = 0;
    } else if (const auto* samples = std::get_if<Samples>(&record)) {
        if (!samples->t0_ms.empty()) m_told_ms = std::max(m_told_ms, samples->t0_ms.back());
    } else if (const auto* result = std::get_if<ResultRecord>(&record)) {
        const bool settled = result->status == Status::Done || result->status == Status::Failed;
        if (settled && !(result->reason && mayBeTriedAgain(*result->reason)))
            m_settled.insert(result->cell);
    }
    note(record, live ? elapsedMs() : std::min(m_told_ms, elapsedMs()));
}

void RunController::endFollowed() {
    if (m_state == State::Idle) return;
    using Status = RunEnd::Status;
    if (m_status == "completed")
        finish({.status = Status::Completed, .reason = m_why});
    else if (m_status == "cancelled")
        finish({.status = Status::Cancelled, .reason = m_why});
    else
        finish(
            {.status = Status::Failed, .reason = m_why ? m_why : Reason{"followed_run_broke_off"}});
}

void RunController::finish(RunEnd end) {
    m_watch.stop();
    m_follower.leave();
    m_patience.stop();
    m_sent = false;
    m_elapsed_ms = elapsedMs();
    setState(State::Idle);
    Q_EMIT finished(end);
}

Reason restartedReason(const EngineDeath& death, const std::optional<CellRecord>& lost,
                       const Text& text) {
    if (!lost) return {"engine_restarted_between", {{"how", death.trace}}, death.reason.message};
    return {"engine_restarted",
            {{"how", death.trace},
             {"cell", lost->cell},
             {"cell_text", shortName(findSpec(lost->experiment), lost->work, lost->variant, text)}},
            death.reason.message};
}

}  // namespace duelo::ui
