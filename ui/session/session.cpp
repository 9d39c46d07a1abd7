// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session.h"

#include <utility>

#include <QFileInfo>
#include <QTime>

#include "base/reason_json.h"

namespace duelo::ui {

namespace {

constexpr std::chrono::seconds kProbePatience{30}, kShortPatience{20};
constexpr int kWatch_ms = 5000;

}  // namespace

Session::Session(Settings& settings, const QString& engine, const QStringList& arguments,
                 QObject* parent)
    : QObject(parent),
      m_settings(settings),
      m_client(engine, arguments),
      m_controller(m_client),
      m_recent(settings),
      m_engine(engine) {
    connect(&m_controller, &RunController::recordsArrived, &m_run,
            [this](const std::vector<Record>& records) { m_run.add(records); });
    connect(&m_controller, &RunController::stateChanged, this, &Session::followRun);
    connect(&m_client, &EngineClient::died, this, [this](const EngineDeath& death) {
        m_exits << QTime::currentTime().toString("HH:mm:ss ") + qs(death.reason.code) + ' ' +
                       qs(death.trace);
        if (m_controller.state() == RunController::State::Idle) askAgain(death.reason);
    });
    connect(&m_thumbnails, &Thumbnails::arrived, this,
            [this](const QString& input, const QImage& image, const std::vector<Reason>& notes) {
                const Text text = textOf(m_settings);
                QStringList told;
                for (const Reason& note : notes) told << qs(text.reason(note));
                Q_EMIT thumbnailArrived(input, image, told);
            });
    connect(&m_thumbnails, &Thumbnails::failed, this, &Session::thumbnailFailed);
    connect(&m_selfTest, &SelfTest::told, this, [this](const QString& text, bool running) {
        Q_EMIT selfTestArrived(text, running);
        tellGate();
    });
    connectFiles();
    connect(&m_forecasts, &Forecasts::arrived, this, &Session::forecastArrived);
    m_watchTimer.setInterval(kWatch_ms);
    connect(&m_watchTimer, &QTimer::timeout, this, &Session::watchMachine);
}

/// An engine that dies beside a run, by a broken picture or because it was cancelled and did not
/// obey, costs nobody anything: the next one answers. Only if that one dies too is it told.
void Session::askAgain(const Reason& reason) {
    if (m_asksAgain) {
        tellProblem(reason);
        return;
    }
    m_asksAgain = true;
    QTimer::singleShot(0, this, &Session::probeAgain);
}

void Session::askProbe() {
    if (isMeasuring()) {
        Q_EMIT refused({"run_in_progress"});
        return;
    }
    if (m_probing) return;
    m_probing = true;
    m_outdated = false;
    tellGate();
    m_client.request({{"c", "probe"}}, this,
                     [this](const Result<Json>& reply) {
                         m_probing = false;
                         if (reply) {
                             m_asksAgain = false;
                             m_problem.reset();
                             m_probe = sheetFrom<ProbeSheet>(reply->value("sheet", Json()));
                             Q_EMIT probeArrived(*m_probe);
                             m_forgets = m_settings.unwritable();
                             tellWarnings(m_probe->warnings);
                             m_watchTimer.start();
                         } else {
                             tellProblem(reply.error());
                         }
                         tellGate();
                     },
                     {.timeout = kProbePatience});
}

void Session::tellProblem(const Reason& reason) {
    m_problem = reason;
    Q_EMIT engineFailed(reason);
    tellGate();
}

bool Session::isMeasuring() const {
    return m_controller.state() != RunController::State::Idle || m_run.isLive() ||
           !m_resuming.isEmpty();
}

std::optional<Reason> Session::whyNotMeasure() const {
    if (isMeasuring()) return Reason{"run_in_progress"};
    if (m_selfTest.isRunning()) return Reason{"self_test_in_progress"};
    if (m_problem) return m_problem;
    if (m_probing || !m_probe) return Reason{"probe_in_progress"};
    return std::nullopt;
}

void Session::tellGate() {
    if (std::exchange(m_could, canMeasure()) != m_could) Q_EMIT canMeasureChanged();
}

/// With what is wrong here and not in the engine.
void Session::tellWarnings(std::vector<Reason> warnings) {
    if (m_forgets)
        warnings.push_back(
            {"settings_unwritable", {{"path", m_settings.file().toStdString()}}, {}});
    Q_EMIT warningsArrived(warnings);
}

void Session::watchMachine() {
    // While it measures, the engine itself observes between the rounds and tells it in the records.
    if (isMeasuring() || !m_client.isRunning()) return;
    m_client.request({{"c", "state"}}, this,
                     [this](const Result<Json>& reply) {
                         if (!reply) return;
                         tellWarnings(sheetFrom<StateReply>(*reply).warnings);
                     },
                     {.timeout = kShortPatience});
}

void Session::askForecast(const Plan& plan, const QString& asker) {
    m_forecasts.ask(plan, asker);
}

void Session::ask(Question question, QObject* context, EngineClient::Handler handler,
                  RequestOptions options) {
    m_client.ask(std::move(question), context, std::move(handler), std::move(options));
}

void Session::refuse(const Reason& reason) {
    Q_EMIT refused(reason);
}

void Session::probeAgain() {
    if (isMeasuring())
        m_outdated = true;
    else
        askProbe();
}

void Session::askThumbnail(const QString& input) {
    m_thumbnails.ask(input);
}

void Session::askImages(const QStringList& paths) {
    for (const QString& path : paths) {
        if (!QFileInfo(path).isDir()) {
            Q_EMIT imagesArrived({path});
            continue;
        }
        m_client.request({{"c", "images"}, {"path", path.toStdString()}}, this,
                         [this](const Result<Json>& reply) {
                             if (!reply) {
                                 Q_EMIT refused(reply.error());
                                 return;
                             }
                             QStringList inputs;
                             for (const Json& image : reply->value("images", Json::array()))
                                 inputs << qs(image.get<std::string>());
                             Q_EMIT imagesArrived(inputs);
                             for (const Json& reason : reply->value("skipped", Json::array()))
                                 Q_EMIT refused(reasonFromJson(reason));
                         },
                         {.timeout = kShortPatience});
    }
}

void Session::runSelfTest() {
    if (isMeasuring()) {
        Q_EMIT refused({"run_in_progress"});
        return;
    }
    if (!m_selfTest.isRunning()) m_selfTest.start(m_engine, languageOf(m_settings));
}

}  // namespace duelo::ui
