// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <QTime>

#include "base/json_text.h"
#include "base/reason_json.h"
#include "experiments/specs.h"

namespace duelo::ui {

namespace {

constexpr std::chrono::seconds kShortPatience{20};

/// One reason of all: what is told next would take its place. The first in full, the others by
/// name.
Reason leftOut(const Json& skipped) {
    Reason told = reasonFromJson(skipped.front());
    Json files = Json::array();
    for (std::size_t i = 1; i < skipped.size(); ++i)
        files.push_back(reasonFromJson(skipped[i]).args.value("file", ""));
    if (!files.empty())
        told.args[kNextReason] =
            toJson(Reason{"more_images_left_out", {{"n", files.size()}, {"files", files}}});
    return told;
}

}  // namespace

Session::Session(Settings& settings, const QString& engine, const QStringList& arguments,
                 QObject* parent)
    : QObject(parent),
      m_settings(settings),
      m_client(engine, arguments),
      m_controller(m_client),
      m_recent(settings),
      m_watch(m_client, settings, [this] { return isMeasuring() || m_selfTest.isRunning(); }),
      m_engine(engine) {
    m_controller.allow(settings.ownPrograms());
    m_front = m_live = m_filled = &runOf(specs().front().id);
    connectEngine();
    connect(&m_controller, &RunController::finished, this,
            [this](const RunEnd& end) { m_end = end; });
}

RunStore& Session::runOf(std::string_view experiment) {
    const Spec* spec = findSpec(experiment);
    if (!spec) return run();
    auto& run = m_runs[spec->page.empty() ? spec->id : spec->page];
    if (!run) {
        run = std::make_unique<RunStore>([this] { return m_settings.resultsFolder(); });
        connectRun(*run);
        const QString kept = "beside_" + qs(spec->page.empty() ? spec->id : spec->page);
        if (const auto known = parseJson(m_settings.state(kept).toStdString()))
            run->setKnownBeside(*known);
        connect(run.get(), &RunStore::besideNoted, this, [this, kept, store = run.get()] {
            m_settings.setState(kept,
                                QByteArray::fromStdString(jsonText(store->putAway().known())));
        });
    }
    return *run;
}

QString Session::measuredPage() const {
    const auto at = std::ranges::find_if(
        m_runs, [this](const auto& run) { return run.second.get() == m_live; });
    return at == m_runs.end() ? QString() : QString::fromStdString(at->first);
}

void Session::turnTo(std::string_view experiment) {
    turnTo(runOf(experiment));
}

void Session::turnTo(RunStore& run) {
    if (!m_front->isEmpty()) m_filled = m_front;
    if (std::exchange(m_front, &run) != &run) Q_EMIT runChanged();
}

void Session::connectEngine() {
    connect(&m_controller, &RunController::recordsArrived, this,
            [this](const std::vector<Record>& records) {
                m_live->add(records);
                countRun(records);
                if (!m_toFollow.isEmpty()) Q_EMIT followed(std::exchange(m_toFollow, {}));
            });
    connect(&m_controller, &RunController::stateChanged, this, &Session::followRun);
    connect(&m_client, &EngineClient::died, this, [this](const EngineDeath& death) {
        m_exits << QTime::currentTime().toString("HH:mm:ss ") + qs(death.reason.code) + ' ' +
                       qs(death.trace);
        if (m_controller.state() == RunController::State::Idle) m_watch.engineDied(death);
    });
    connect(&m_watch, &MachineWatch::arrived, this, &Session::probeArrived);
    connect(&m_watch, &MachineWatch::arrived, &m_gpu, [this](const ProbeSheet& sheet) {
        m_gpu.setPresent(sheet.gpu.available.value_or(false));
    });
    connect(&m_watch, &MachineWatch::failed, this, &Session::engineFailed);
    connect(&m_watch, &MachineWatch::warned, this, &Session::warningsArrived);
    connect(&m_watch, &MachineWatch::changed, this, &Session::tellGate);
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
        if (!running) m_watch.runEnded();
        tellGate();
    });
    connect(&m_forecasts, &Forecasts::arrived, this, &Session::forecastArrived);
}

void Session::askProbe() {
    if (const auto why = m_watch.isAsking() ? std::nullopt : whyBusy()) {
        Q_EMIT refused(*why);
        return;
    }
    m_watch.ask();
}

bool Session::isMeasuring() const {
    return m_controller.state() != RunController::State::Idle || m_live->isLive() ||
           !m_resuming.isEmpty() || !m_following.isEmpty();
}

/// Returns what occupies this PC, so that nothing else may be measured, tested or examined beside
/// it.
std::optional<Reason> Session::whyBusy() const {
    if (isMeasuring()) return Reason{"run_in_progress"};
    if (m_selfTest.isRunning()) return Reason{"self_test_in_progress"};
    if (m_watch.isAsking()) return Reason{"probe_in_progress"};
    return std::nullopt;
}

std::optional<Reason> Session::whyNotMeasure() const {
    const auto busy = whyBusy();
    return busy ? busy : m_watch.whyNotMeasure();
}

void Session::tellGate() {
    if (std::exchange(m_could, canMeasure()) != m_could) Q_EMIT canMeasureChanged();
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

void Session::askThumbnail(const QString& input) {
    m_thumbnails.ask(input);
}

void Session::askImages(const QStringList& paths) {
    struct Asked {
        qsizetype open;
        Json skipped = Json::array();
    };
    const auto asked = std::make_shared<Asked>(Asked{paths.size()});
    for (const QString& path : paths) {
        m_client.request({{"c", "images"}, {"path", path.toStdString()}}, this,
                         [this, asked](const Result<Json>& reply) {
                             if (reply) {
                                 QStringList inputs;
                                 for (const Json& image : reply->value("images", Json::array()))
                                     inputs << qs(image.get<std::string>());
                                 Q_EMIT imagesArrived(inputs);
                                 for (const Json& why : reply->value("skipped", Json::array()))
                                     asked->skipped.push_back(why);
                             } else {
                                 asked->skipped.push_back(toJson(reply.error()));
                             }
                             if (--asked->open == 0 && !asked->skipped.empty())
                                 Q_EMIT refused(leftOut(asked->skipped));
                         },
                         {.timeout = kShortPatience});
    }
}

void Session::runSelfTest() {
    if (m_selfTest.isRunning()) return;
    if (const auto why = whyBusy()) {
        Q_EMIT refused(*why);
        return;
    }
    m_selfTest.start(m_engine, languageOf(m_settings));
}

}  // namespace duelo::ui
