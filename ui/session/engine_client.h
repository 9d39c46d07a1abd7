// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QStringList>
#include <QTimer>

#include "machine/gpu_reading.h"
#include "record/record.h"
#include "ui/session/engine_death.h"
#include "ui/session/line_buffer.h"

namespace duelo::ui {

struct RequestOptions {
    std::chrono::milliseconds timeout{0};  ///< 0: waits for ever
    /// Lines that tell how far a long command is.
    std::function<void(std::int64_t done_bytes, std::int64_t total_bytes)> progress{};
};

/// Time limit for an engine that was told to stop, for each state that it says it keeps
/// (kKeepStage), on a disk that does 10 MB/s.
inline constexpr std::chrono::milliseconds kKeepLimit{60'000};

/// A question of a page to its experiment. The experiment decides which questions there are and
/// which fields their replies have (engine/experiments/*/questions.h).
struct Question {
    std::string experiment, query;
    Json args = Json::object();
};

/// The window's end of the pipe to duelo-engine: sends commands, gives each its
/// reply, and hands on the records of a run. Restarting a run is RunController's work.
///
/// Lines that nobody can read, and the engine's standard error, are kept in log() and otherwise
/// passed over. Everything happens in the thread of this object.
class EngineClient : public QObject {
    Q_OBJECT

public:
    using Handler = std::function<void(const Result<Json>&)>;

    explicit EngineClient(QString program, QStringList arguments = {QStringLiteral("serve")},
                          QObject* parent = nullptr);
    /// Asks the engine to quit and ends it when it has not after 3 s, also in the middle of a run;
    /// while it keeps the state of a course, when it has not after kKeepLimit. Requests that are
    /// still pending are dropped.
    ~EngineClient() override;

    /// $DUELO_ENGINE, else duelo-engine beside the running program. It need not exist.
    [[nodiscard]] static QString enginePath();

    /// Starts the process unless there is one. What goes wrong is told by died(), later.
    void start();
    [[nodiscard]] bool isRunning() const { return m_process != nullptr; }

    /// Sends a command (an object with "c"), after starting the process if there is none.
    /// `handler` is called once, never from within this call and never after `context` is gone,
    /// with the reply or a Reason: the engine's refusal, "engine_silent" {limit_s} after the
    /// timeout, "engine_gone" when the process ends first.
    void request(Json command, QObject* context, Handler handler, RequestOptions options = {});
    /// Asks an experiment, as request() does. The engine refuses it as "run_in_progress" where the
    /// answer would disturb a measurement.
    void ask(Question question, QObject* context, Handler handler, RequestOptions options = {});

    /// Ends the process at once; died() follows, with this reason.
    void kill(Reason why);

    /// While frozen, samples wait for the next record of another kind, so that a window is not
    /// woken in the middle of what is measured. Nothing is lost.
    void freezeDelivery(bool frozen);

    /// Number of records that the engine has told so far, delivered or not.
    [[nodiscard]] std::uint64_t recordCount() const { return m_recordCount; }
    /// The log that the diagnosis shows: the end of the engine's standard error and of unreadable
    /// lines.
    [[nodiscard]] QString log() const;

Q_SIGNALS:
    void started();
    /// Hands on records in the order of the engine, at most 10 times a second; also right before
    /// the reply that ends a run and before died().
    void recordsArrived(const std::vector<duelo::Record>& records);
    /// Hands on a reading at once, of a run or by request. It is no record.
    void gpuArrived(const duelo::GpuReading& reading);
    /// All pending requests have been answered.
    void died(const duelo::ui::EngineDeath& death);

private:
    struct Pending {
        QPointer<QObject> context;
        Handler handler;
        std::function<void(std::int64_t, std::int64_t)> progress;
        bool ends_run = false;
    };

    void readErrors();
    void readLines();
    void take(const std::string& line);
    void takeReply(const Json& line);
    void takeProgress(const Json& line);
    void keep(Record record);
    void flush();
    void answer(const Pending& pending, const Result<Json>& result);
    void expire(int id, std::chrono::milliseconds timeout);
    [[nodiscard]] bool isKeeping() const;
    void onFinished();
    void abandon();
    void end(EngineDeath death);

    const QString m_program;
    const QStringList m_arguments;
    QProcess* m_process = nullptr;  ///< a child of this; from start() until died()
    std::optional<Reason> m_killed;
    QTimer m_killTimer;
    LineBuffer m_lines;
    TextTail m_log, m_errors;  ///< of all processes; of this one

    int m_lastId = 0;
    std::map<int, Pending> m_pending;

    std::vector<Record> m_records;
    std::uint64_t m_recordCount = 0;
    QElapsedTimer m_keeping;  ///< since it told that it keeps the state of a course
    bool m_frozen = false;
    QTimer m_batchTimer;
    QElapsedTimer m_lastBatch;
};

}  // namespace duelo::ui
