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
#include "report/carbon.h"
#include "report/export.h"
#include "ui/session/session.h"

namespace duelo::ui {

namespace {

/// Empty: the file does not say it.
std::string experimentOf(const Header& header) {
    const auto at = header.plan.is_object() ? header.plan.find("experiment") : header.plan.end();
    return at != header.plan.end() && at->is_string() ? at->get<std::string>() : std::string();
}

}  // namespace

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
    for (const char* name : {"subject", "teacher", "student", "group", "room", "seat", kCarbonField,
                             kCarbonSourceField})
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
    turnTo(plan.experiment);
    m_live = m_front;
    m_before = m_live->path();
    m_live->beginRun(file);
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
    tellGate();
    withRunOf(file, [this, file](RunStore& run) {
        m_live = &run;
        run.beginResume(file);
    });
    return {};
}

/// Looks on a thread of which experiment a file is. Where that cannot be told, the open run is
/// tried, which says why.
void Session::withRunOf(const QString& file, std::function<void(RunStore&)> what) {
    m_background.start([this, file, what = std::move(what)](const Background::Task& task) {
        const auto log = readProgress(pathOf(file));
        const std::string experiment = log ? experimentOf(log->header()) : std::string();
        task.tell([this, experiment, what] { what(runOf(experiment)); });
    });
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
        const std::string experiment = log ? experimentOf(log->header()) : std::string();
        task.tell([this, file, found, experiment] {
            m_following.clear();
            tellGate();
            if (found) return followNow(runOf(experiment), file, found);
            m_stopsFollowed = false;
            if (const auto opened = open({file}); !opened) Q_EMIT refused(opened.error());
        });
    });
    return {};
}

void Session::followNow(RunStore& run, const QString& file,
                        std::shared_ptr<const RunningMeasurement> process) {
    m_toOpen.clear();
    m_before = file;
    m_live = &run;
    turnTo(run);
    run.beginRun(file);
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
    withRunOf(m_opening, [this, file = m_opening](RunStore& run) {
        if (file == m_opening) run.open(file);  // else something else was asked for meanwhile
    });
}

void Session::connectRun(RunStore& run) {
    connect(&run, &RunStore::changed, this, &Session::runChanged);
    connect(&run, &RunStore::reading, this, &Session::reading);
    connect(&run, &RunStore::opened, this,
            [this, &run](const QString& file) { takeOpened(run, file); });
    connect(&run, &RunStore::resumed, this,
            [this, &run](const QString& file) { takeResumed(run, file); });
    connect(&run, &RunStore::openFailed, this, &Session::takeUnopened);
    connect(&run, &RunStore::notKept, this, &Session::refused);
    connect(&run, &RunStore::ended, this, &Session::takeEnd);
}

void Session::takeEnd() {
    m_watch.runEnded();
    tellGate();
    m_forecasts.askWhatWaits();
    showWhatWas();
    if (m_end) Q_EMIT finished(*std::exchange(m_end, {}));
}

/// A run that was refused before it had a file takes nothing from what was shown.
void Session::showWhatWas() {
    const QString before = std::exchange(m_before, {});
    RunStore& run = *m_live;
    const QString file = run.path();
    if (!run.isEmpty() || file.isEmpty() || QFileInfo::exists(file)) return;
    std::vector<std::pair<QString, duelo::Role>> beside;
    for (std::size_t i = 1; i < run.logs().size(); ++i)
        beside.emplace_back(QString::fromStdString(utf8(run.logs()[i].path)), run.roleOf(i));
    if (before.isEmpty() || !QFileInfo::exists(before)) return run.clear();
    m_restoring = before;
    run.open(before);
    for (const auto& [path, role] : beside) run.addBeside(path, role);
}

void Session::takeOpened(RunStore& run, const QString& file) {
    if (file == std::exchange(m_restoring, {}) || file != m_opening) return;
    m_recent.add(file);
    m_opening.clear();
    for (const QString& other : std::exchange(m_toOpen, {}))
        run.addBeside(other, duelo::Role::Shared);
    turnTo(run);
    Q_EMIT opened(file);
    if (auto process = runningOn(run.logs().front())) followNow(run, file, std::move(process));
}

void Session::takeResumed(RunStore& run, const QString& file) {
    turnTo(run);
    if (auto process = runningOn(run.logs().front())) {
        m_resuming.clear();
        return followNow(run, file, std::move(process));
    }
    const auto plan = run.plan();
    if (const auto allowed = plan ? askToAllow(*plan) : Result<void>(); !allowed) {
        m_resuming.clear();
        run.endRun();
        Q_EMIT refused(allowed.error());
        return;
    }
    m_client.freezeDelivery(plan && plan->preset == Preset::Strict);
    const auto settled = run.logs().front().settledCells();
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
    if (isMeasuring() && file == m_live->path()) {
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
            for (auto& [page, run] : m_runs)
                if (file == run->path() && !run->isLive()) run->clear();
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
    m_live->endRun();
}

}  // namespace duelo::ui
