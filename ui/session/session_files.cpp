// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a Session: what a run writes, what is opened, resumed and thrown away.
#include <algorithm>
#include <utility>

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "base/places.h"
#include "experiments/specs.h"
#include "report/export.h"
#include "ui/session/session.h"

namespace duelo::ui {

/// Unique among thirty PCs that start in the same second: date, time, and the machine's id.
QString Session::newRunFile() const {
    const QString id = probe() && !probe()->machine.id.empty()
                           ? qs(visibleText(probe()->machine.id))
                           : QStringLiteral("pc");
    const QString stem = QDateTime::currentDateTime().toString("yyyy-MM-dd-HHmmss") + '-' + id;
    const QDir folder(m_settings.resultsFolder());
    QString file = folder.filePath("duelo-" + stem + ".duelo");
    for (int n = 2; QFileInfo::exists(file); ++n)
        file = folder.filePath(QString("duelo-%1-%2.duelo").arg(stem).arg(n));
    return file;
}

Json Session::label() const {
    Json out = Json::object();
    for (const char* name : {"subject", "teacher", "student", "group", "room", "seat"})
        if (const QString value = m_settings.field(name); !value.isEmpty())
            out[name] = value.toStdString();
    return out;
}

void Session::allowOwn(const Attachments& attachments) {
    if (attachments.empty()) return;
    const std::set<std::string> digests = digestsOf(attachments);
    m_controller.allow(digests);
    m_settings.addOwnPrograms(digests);
}

/// Returns the attachments that nobody has allowed yet. Those of the experiment itself come with
/// Duelo and need no consent.
Attachments Session::unseenOf(const Plan& plan) const {
    std::set<std::string> seen = m_controller.allowed();
    if (const Spec* spec = findSpec(plan.experiment)) seen.merge(digestsOf(spec->attachments));
    Attachments unseen = plan.attachments;
    std::erase_if(unseen, [&](const auto& one) { return seen.contains(one.second.sha256()); });
    return unseen;
}

Result<void> Session::askToAllow(const Plan& plan) {
    if (const Attachments unseen = unseenOf(plan); !unseen.empty()) Q_EMIT allowWanted(unseen);
    for (const auto& [name, attachment] : unseenOf(plan))
        return fail("attachment_not_allowed", {{"name", name}, {"sha256", attachment.sha256()}});
    return {};
}

Result<void> Session::measure(const Plan& plan, std::optional<Prediction> prediction) {
    if (auto why = whyNotMeasure()) return tl::unexpected(*std::move(why));
    if (auto allowed = askToAllow(plan); !allowed) return allowed;
    const QString file = newRunFile();
    QDir().mkpath(QFileInfo(file).path());
    if (auto writable = checkWritable(pathOf(file)); !writable) return writable;
    m_toOpen.clear();
    m_settings.setPlan(qs(plan.experiment), QByteArray::fromStdString(toJson(plan).dump()));
    m_client.freezeDelivery(plan.preset == Preset::Strict);
    m_before = m_run.path();
    m_run.beginRun(file);
    m_toCount = QString::fromStdString(plan.experiment);
    if (prediction) prediction->seen_runs = m_settings.measuredRuns(m_toCount);
    m_controller.start({plan, file, label(), std::move(prediction)});
    return {};
}

/// Counts a run as one that the user has seen, from its first figure on.
void Session::countRun(const std::vector<Record>& records) {
    const auto isFigure = [](const Record& record) {
        const auto* result = std::get_if<ResultRecord>(&record);
        return result && result->status == duelo::Status::Done;
    };
    if (m_toCount.isEmpty() || !std::ranges::any_of(records, isFigure)) return;
    m_settings.countRun(std::exchange(m_toCount, {}));
}

Result<void> Session::resume(const QString& file) {
    return goOn(file, false);
}

Result<void> Session::repeat(const QString& file) {
    return goOn(file, true);
}

Result<void> Session::goOn(const QString& file, bool repeats) {
    if (auto why = whyNotMeasure()) return tl::unexpected(*std::move(why));
    m_toOpen.clear();
    m_resuming = file;
    m_repeats = repeats;
    m_run.beginResume(file);
    tellGate();
    return {};
}

/// Follows a run that another process has under way. Where that is not possible any more, it is a
/// file like any other.
Result<void> Session::follow(const QString& file, bool stop) {
    if (isMeasuring()) return fail("run_in_progress");
    m_following = file;
    m_stopsFollowed = stop;
    tellGate();
    m_background.start([this, file](const Background::Task& task) {
        const auto log = readProgress(pathOf(file));
        const auto found = log ? runningOn(*log) : nullptr;
        task.tell([this, file, found] {
            m_following.clear();
            tellGate();
            if (found) return followNow(file, found);
            m_stopsFollowed = false;
            if (const auto opened = open({file}); !opened) Q_EMIT refused(opened.error());
        });
    });
    return {};
}

void Session::followNow(const QString& file, std::shared_ptr<const RunningMeasurement> process) {
    m_toOpen.clear();
    m_before = file;
    m_run.beginRun(file);
    m_toFollow = file;
    m_controller.follow(file, std::move(process));
    if (std::exchange(m_stopsFollowed, false)) m_controller.cancel();
}

Result<void> Session::open(const QStringList& files) {
    if (m_controller.isFollowing())
        m_controller.leave();
    else if (isMeasuring())
        return fail("run_in_progress");
    m_toOpen.clear();
    for (const QString& file : files) m_toOpen << QFileInfo(file).absoluteFilePath();
    openNext();
    return {};
}

void Session::openNext() {
    if (m_toOpen.isEmpty()) return;
    m_opening = m_toOpen.takeFirst();
    m_run.open(m_opening);
}

void Session::connectFiles() {
    connect(&m_run, &RunStore::opened, this, &Session::takeOpened);
    connect(&m_run, &RunStore::resumed, this, &Session::takeResumed);
    connect(&m_run, &RunStore::openFailed, this, &Session::takeUnopened);
    connect(&m_run, &RunStore::notKept, this, &Session::refused);
    connect(&m_controller, &RunController::finished, this,
            [this](const RunEnd& end) { m_end = end; });
    connect(&m_run, &RunStore::ended, this, [this] {
        m_watch.runEnded();
        tellGate();
        m_forecasts.askWhatWaits();
        showWhatWas();
        if (m_end) Q_EMIT finished(*std::exchange(m_end, {}));
    });
}

/// A run that was refused before it had a file takes nothing from what was shown.
void Session::showWhatWas() {
    const QString before = std::exchange(m_before, {});
    const QString file = m_run.path();
    if (!m_run.isEmpty() || file.isEmpty() || QFileInfo::exists(file)) return;
    std::vector<std::pair<QString, duelo::Role>> beside;
    for (std::size_t i = 1; i < m_run.logs().size(); ++i)
        beside.emplace_back(QString::fromStdString(utf8(m_run.logs()[i].path)), m_run.roleOf(i));
    if (before.isEmpty() || !QFileInfo::exists(before)) return m_run.clear();
    m_restoring = before;
    m_run.open(before);
    for (const auto& [path, role] : beside) m_run.addBeside(path, role);
}

void Session::takeOpened(const QString& file) {
    if (file == std::exchange(m_restoring, {})) return;
    m_recent.add(file);
    m_opening.clear();
    for (const QString& other : std::exchange(m_toOpen, {}))
        m_run.addBeside(other, duelo::Role::Shared);
    Q_EMIT opened(file);
    if (auto process = runningOn(m_run.logs().front())) followNow(file, std::move(process));
}

void Session::takeResumed(const QString& file) {
    if (auto process = runningOn(m_run.logs().front())) {
        m_resuming.clear();
        return followNow(file, std::move(process));
    }
    const auto plan = m_run.plan();
    if (const auto allowed = plan ? askToAllow(*plan) : Result<void>(); !allowed) {
        m_resuming.clear();
        m_run.endRun();
        Q_EMIT refused(allowed.error());
        return;
    }
    m_client.freezeDelivery(plan && plan->preset == Preset::Strict);
    const auto settled = m_run.logs().front().settledCells();
    if (m_repeats)
        m_controller.repeat(file, settled);
    else
        m_controller.resume(file, settled);
    m_resuming.clear();
    Q_EMIT resumed(file);
}

void Session::takeUnopened(const QString& file, const Reason& reason) {
    if (file == m_resuming) {
        m_resuming.clear();
        tellGate();
    } else if (file == m_opening) {
        m_opening.clear();
        openNext();
    }
    Q_EMIT refused(reason);
}

void Session::readHeader(const QString& file) {
    m_background.start([this, file](const Background::Task& task) {
        auto log = readProgress(pathOf(file));
        task.tell([this, file, log = std::move(log)] {
            if (log)
                Q_EMIT headerRead(file, log->header());
            else
                Q_EMIT headerUnread(log.error());
        });
    });
}

/// Works on a thread: on a share that is gone this takes long too.
void Session::moveToBin(const QString& file) {
    if (isMeasuring() && file == m_run.path()) {
        Q_EMIT refused({"run_in_progress"});
        return;
    }
    m_background.start([this, file](const Background::Task& task) {
        const bool moved = QFile::moveToTrash(file);
        task.tell([this, file, moved] {
            if (!moved) {
                Q_EMIT refused({"bin_failed", {{"path", file.toStdString()}}});
                return;
            }
            m_recent.remove(file);
            if (file == m_run.path() && !isMeasuring()) m_run.clear();
            Q_EMIT binned(file);
        });
    });
}

void Session::followRun(RunController::State state) {
    tellGate();
    // Listed from its start: a window that is closed meanwhile leaves it to be resumed.
    if (QFileInfo::exists(m_controller.file())) m_recent.add(m_controller.file());
    if (state != RunController::State::Idle) {
        if (!m_awake) m_awake = std::make_unique<KeepAwake>();
        return;
    }
    m_awake.reset();
    m_client.freezeDelivery(false);
    m_run.endRun();
}

}  // namespace duelo::ui
