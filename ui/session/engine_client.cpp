// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/engine_client.h"

#include <algorithm>
#include <exception>
#include <string_view>
#include <utility>

#include <QCoreApplication>
#include <QDir>

#include "base/json_text.h"
#include "base/reason_json.h"
#include "record/progress.h"
#include "ui/session/reply.h"

namespace duelo::ui {

namespace {

using namespace std::chrono_literals;

constexpr auto kBatchInterval = 100ms;  // the window paints at 10 Hz
constexpr int kQuitMs = 1000;
constexpr int kQuitSteps = 3;
/// SIGKILL works at once, except on a process that waits inside a driver.
constexpr auto kKillTime = 1000ms;
/// Four times what a journal accepts in one line: no engine of Duelo writes this.
constexpr std::size_t kMaxLineBytes = std::size_t{64} << 20;
constexpr std::size_t kLogBytes = std::size_t{64} << 10;
constexpr std::size_t kErrorBytes = std::size_t{4} << 10;
constexpr std::size_t kLoggedLineBytes = 400;

}  // namespace

EngineClient::EngineClient(QString program, QStringList arguments, QObject* parent)
    : QObject(parent),
      m_program(std::move(program)),
      m_arguments(std::move(arguments)),
      m_log(kLogBytes),
      m_errors(kErrorBytes) {
    m_killTimer.setSingleShot(true);
    m_batchTimer.setSingleShot(true);
    connect(&m_killTimer, &QTimer::timeout, this, &EngineClient::abandon);
    connect(&m_batchTimer, &QTimer::timeout, this, &EngineClient::flush);
}

EngineClient::~EngineClient() {
    if (!m_process) return;
    m_process->disconnect(this);
    if (!m_killed && m_process->state() == QProcess::Running) {
        m_process->write("{\"c\":\"quit\"}\n");
        m_process->closeWriteChannel();
        // What it still tells is for nobody but isKeeping().
        blockSignals(true);
        m_pending.clear();
        for (int step = 0; step < kQuitSteps || isKeeping(); ++step) {
            if (m_process->waitForFinished(kQuitMs)) return;
            readLines();
        }
    }
    m_process->kill();
    // QProcess's own destructor would wait half a minute for a process that a driver holds.
    if (!m_process->waitForFinished(static_cast<int>(kKillTime.count())))
        m_process->setParent(nullptr);
}

QString EngineClient::enginePath() {
    if (const QString chosen = qEnvironmentVariable("DUELO_ENGINE"); !chosen.isEmpty())
        return chosen;
#ifdef Q_OS_WIN
    const QString name = QStringLiteral("duelo-engine.exe");
#else
    const QString name = QStringLiteral("duelo-engine");
#endif
    return QDir(QCoreApplication::applicationDirPath()).filePath(name);
}

void EngineClient::start() {
    if (m_process) return;
    m_killed.reset();
    m_errors.clear();
    m_lines = {};
    m_process = new QProcess(this);
    connect(m_process, &QProcess::started, this, &EngineClient::started);
    connect(m_process, &QProcess::readyReadStandardOutput, this, &EngineClient::readLines);
    connect(m_process, &QProcess::readyReadStandardError, this, &EngineClient::readErrors);
    connect(m_process, &QProcess::finished, this, &EngineClient::onFinished);
    // Queued: some systems refuse a program within start(), and nobody expects a reply so soon.
    connect(
        m_process, &QProcess::errorOccurred, this,
        [this, process = m_process](QProcess::ProcessError error) {
            if (process == m_process && error == QProcess::FailedToStart)
                end(deathOf(*process, m_killed, {}));
        },
        Qt::QueuedConnection);
    m_process->start(m_program, m_arguments);
}

void EngineClient::request(Json command, QObject* context, Handler handler,
                           RequestOptions options) {
    Q_ASSERT(context);
    const int id = ++m_lastId;
    const std::string name = textOf(command, "c");
    command["id"] = id;
    m_pending.emplace(id,
                      Pending{.context = context,
                              .handler = std::move(handler),
                              .progress = std::move(options.progress),
                              .ends_run = name == "run" || name == "resume" || name == "repeat"});
    start();
    if (m_process->state() != QProcess::NotRunning)
        m_process->write(QByteArray::fromStdString(jsonText(command) + '\n'));
    if (options.timeout > 0ms)
        QTimer::singleShot(options.timeout, this,
                           [this, id, timeout = options.timeout] { expire(id, timeout); });
}

void EngineClient::ask(Question question, QObject* context, Handler handler,
                       RequestOptions options) {
    request({{"c", "ask"},
             {"experiment", std::move(question.experiment)},
             {"query", std::move(question.query)},
             {"args", std::move(question.args)}},
            context, std::move(handler), std::move(options));
}

void EngineClient::expire(int id, std::chrono::milliseconds timeout) {
    const auto node = m_pending.extract(id);
    if (node.empty()) return;
    const double limit_s = std::chrono::duration<double>(timeout).count();
    answer(node.mapped(), fail("engine_silent", {{"limit_s", limit_s}}));
}

void EngineClient::answer(const Pending& pending, const Result<Json>& result) {
    if (!pending.context) return;
    try {
        pending.handler(result);
    } catch (const std::exception& error) {
        // A reply with other fields than expected: the engine's fault, and no reason to end.
        m_log.append(std::string("reply not understood: ") + error.what() + '\n');
    }
}

void EngineClient::readErrors() {
    const QByteArray bytes = m_process->readAllStandardError();
    const std::string_view text(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    m_log.append(text);
    m_errors.append(text);
}

void EngineClient::readLines() {
    const QByteArray bytes = m_process->readAllStandardOutput();
    m_lines.append({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    // A handler may open a dialog, in which the following lines are read by another call of this
    // function, or destroy this object: each line leaves the buffer before anybody hears of it.
    const QPointer<EngineClient> self(this);
    while (self) {
        const auto line = m_lines.next();
        if (!line) break;
        take(*line);
    }
    if (!self || m_lines.size() <= kMaxLineBytes) return;
    m_lines = {};
    kill({"engine_line_too_long", {{"limit_bytes", kMaxLineBytes}}});
}

void EngineClient::take(const std::string& line) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) return;
    auto record = decode(line);
    if (!record) return m_log.append("? " + line.substr(0, kLoggedLineBytes) + '\n');
    if (const auto* other = std::get_if<UnknownRecord>(&*record)) {
        const std::string kind = textOf(other->line, "r");
        if (kind == "reply") return takeReply(other->line);
        if (kind == "progress") return takeProgress(other->line);
        if (kind == "gpu") {
            Q_EMIT gpuArrived(sheetFrom<GpuReading>(other->line));
            return;
        }
    }
    keep(*std::move(record));
}

void EngineClient::takeReply(const Json& line) {
    const auto id = integerOf(line, "id", 0);
    const auto found =
        std::ranges::find_if(m_pending, [&](const auto& one) { return one.first == id; });
    if (found == m_pending.end())
        return m_log.append("? " + jsonText(line).substr(0, kLoggedLineBytes) + '\n');
    const Pending pending = std::move(m_pending.extract(found).mapped());
    if (pending.ends_run) {
        const QPointer<EngineClient> self(this);
        flush();
        if (!self) return;
    }
    if (isTrue(line, "ok"))
        answer(pending, line);
    else
        answer(pending, tl::unexpected(reasonFromFields(line)));
}

void EngineClient::takeProgress(const Json& line) {
    const auto id = integerOf(line, "id", 0);
    for (const auto& [key, pending] : m_pending) {
        if (key != id || !pending.context || !pending.progress) continue;
        const auto progress = pending.progress;  // the handler may change m_pending
        return progress(integerOf(line, "done_bytes", 0), integerOf(line, "total_bytes", 0));
    }
}

bool EngineClient::isKeeping() const {
    return m_keeping.isValid() && !m_keeping.hasExpired(kKeepLimit.count());
}

void EngineClient::keep(Record record) {
    ++m_recordCount;
    if (const auto* stage = std::get_if<Stage>(&record); stage && stage->stage == kKeepStage)
        m_keeping.start();
    else if (std::holds_alternative<End>(record))
        m_keeping.invalidate();
    const bool waits = m_frozen && std::holds_alternative<Samples>(record);
    m_records.push_back(std::move(record));
    if (waits || m_batchTimer.isActive()) return;
    const auto since = std::chrono::milliseconds(m_lastBatch.isValid() ? m_lastBatch.elapsed()
                                                                       : kBatchInterval.count());
    m_batchTimer.start(std::max(0ms, kBatchInterval - since));
}

void EngineClient::flush() {
    m_batchTimer.stop();
    if (m_records.empty()) return;
    m_lastBatch.start();
    const auto batch = std::exchange(m_records, {});
    Q_EMIT recordsArrived(batch);
}

void EngineClient::freezeDelivery(bool frozen) {
    m_frozen = frozen;
    if (!frozen && !m_records.empty() && !m_batchTimer.isActive()) m_batchTimer.start(0);
}

void EngineClient::kill(Reason why) {
    if (!m_process || m_killed) return;
    m_killed = std::move(why);
    m_killTimer.start(kKillTime);
    m_process->kill();
}

void EngineClient::abandon() {
    // It will end some day, and then removes itself; a new engine need not wait for that. The
    // program does at its end.
    m_process->disconnect(this);
    m_process->setParent(QCoreApplication::instance());
    connect(m_process, &QProcess::finished, m_process, &QObject::deleteLater);
    end({.how = EngineDeath::How::Killed, .trace = m_killed->code, .reason = *m_killed});
}

void EngineClient::onFinished() {
    const QPointer<EngineClient> self(this);
    const QPointer<QProcess> process(m_process);
    readErrors();
    readLines();
    if (self && process && process == m_process) end(deathOf(*process, m_killed, m_errors.text()));
}

void EngineClient::end(EngineDeath death) {
    QProcess* const process = std::exchange(m_process, nullptr);
    if (process->parent() == this) {
        process->disconnect(this);
        process->deleteLater();
    }
    m_killTimer.stop();
    if (const std::string half = m_lines.takeRest(); !half.empty())
        m_log.append("? " + half.substr(0, kLoggedLineBytes) + '\n');
    m_log.append("-- " + death.reason.code + ' ' + death.trace + '\n');

    const QPointer<EngineClient> self(this);
    const auto pending = std::exchange(m_pending, {});
    flush();
    for (const auto& [id, one] : pending)
        if (self) answer(one, fail("engine_gone"));
    if (self) Q_EMIT died(death);
}

QString EngineClient::log() const {
    return QString::fromStdString(m_log.text());
}

}  // namespace duelo::ui
