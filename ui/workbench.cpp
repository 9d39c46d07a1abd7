// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#include "base/places.h"
#include "base/reason_json.h"
#include "report/export.h"

namespace duelo::ui {

namespace {

constexpr std::chrono::seconds kProbePatience{30}, kShortPatience{20};
constexpr std::chrono::minutes kReadPatience{5};  ///< a folder of many thousand photographs
constexpr int kForecastPause_ms = 150;
constexpr int kWatch_ms = 5000;
constexpr int kThumbnail_px = 220;  ///< large enough for the card of a recognised picture

std::filesystem::path pathOf(const QString& path) {
    return fromUtf8(path.toStdString());
}

}  // namespace

Workbench::Workbench(Settings& settings, const QString& engine, const QStringList& arguments,
                     QObject* parent)
    : QObject(parent),
      m_settings(settings),
      m_client(engine, arguments),
      m_controller(m_client),
      m_recent(settings),
      m_engine(engine) {
    connect(&m_controller, &RunController::recordsArrived, &m_run,
            [this](const std::vector<Record>& records) { m_run.add(records); });
    connect(&m_controller, &RunController::stateChanged, this, &Workbench::followRun);
    connect(&m_client, &EngineClient::died, this, [this](const EngineDeath& death) {
        m_exits << QTime::currentTime().toString("HH:mm:ss ") + qs(death.reason.code) + ' ' +
                       qs(death.trace);
        if (!isMeasuring()) askAgain(death.reason);
    });
    for (QTimer* timer : {&m_forecastTimer, &m_dataTimer}) {
        timer->setSingleShot(true);
        timer->setInterval(kForecastPause_ms);
    }
    connect(&m_forecastTimer, &QTimer::timeout, this, &Workbench::sendForecast);
    connect(&m_dataTimer, &QTimer::timeout, this, &Workbench::sendData);
    m_watchTimer.setInterval(kWatch_ms);
    connect(&m_watchTimer, &QTimer::timeout, this, &Workbench::watchMachine);
}

/// An engine that dies beside a run, by a broken picture or because it was cancelled and did not
/// obey, costs nobody anything: the next one answers. Only if that one dies too is it told.
void Workbench::askAgain(const Reason& reason) {
    if (m_asksAgain) {
        Q_EMIT engineFailed(reason);
        return;
    }
    m_asksAgain = true;
    QTimer::singleShot(0, this, [this] {
        if (!isMeasuring()) askProbe();
    });
}

void Workbench::askProbe() {
    m_client.request({{"c", "probe"}}, this,
                     [this](const Result<Json>& reply) {
                         if (!reply) {
                             Q_EMIT engineFailed(reply.error());
                             return;
                         }
                         m_asksAgain = false;
                         m_probe = sheetFrom<ProbeSheet>(reply->value("sheet", Json()));
                         Q_EMIT probeArrived(*m_probe);
                         Q_EMIT warningsArrived(m_probe->warnings);
                         m_watchTimer.start();
                     },
                     {.timeout = kProbePatience});
}

void Workbench::watchMachine() {
    // While it measures, the engine itself observes between the rounds and tells it in the records.
    if (isMeasuring() || !m_client.isRunning()) return;
    m_client.request({{"c", "state"}}, this,
                     [this](const Result<Json>& reply) {
                         if (!reply) return;
                         Q_EMIT warningsArrived(sheetFrom<StateReply>(*reply).warnings);
                     },
                     {.timeout = kShortPatience});
}

void Workbench::askForecast(const Plan& plan) {
    m_forecastPlan = plan;
    ++m_forecastAsked;
    m_forecastTimer.start();
}

void Workbench::sendForecast() {
    if (isMeasuring()) return;
    const int asked = m_forecastAsked;
    m_client.request({{"c", "forecast"}, {"plan", toJson(m_forecastPlan)}}, this,
                     [this, asked](const Result<Json>& reply) {
                         if (asked == m_forecastAsked) Q_EMIT forecastArrived(reply);
                     },
                     {.timeout = kShortPatience});
}

void Workbench::askData(const Plan& plan) {
    m_dataPlan = plan;
    ++m_dataAsked;
    m_dataTimer.start();
}

void Workbench::sendData() {
    // Beside a measurement it would be measured; the page asks again when the run is over.
    if (isMeasuring()) {
        Q_EMIT dataArrived(fail("run_in_progress"));
        return;
    }
    const int asked = m_dataAsked;
    m_client.ask({m_dataPlan.experiment, "data", {{"plan", toJson(m_dataPlan)}}}, this,
                 [this, asked](const Result<Json>& reply) {
                     if (asked == m_dataAsked) Q_EMIT dataArrived(reply);
                 },
                 {.timeout = kReadPatience});
}

void Workbench::askSamples(const Plan& plan, const QVector<qint64>& samples) {
    Json numbers = Json::array();
    for (const qint64 sample : samples) numbers.push_back(sample);
    m_client.ask(
        {plan.experiment, "samples", {{"plan", toJson(plan)}, {"samples", std::move(numbers)}}},
        this, [this](const Result<Json>& reply) { Q_EMIT samplesArrived(reply); },
        {.timeout = kReadPatience});
}

void Workbench::askThumbnail(const QString& input) {
    if (m_thumbnailsAsked.contains(input)) return;
    m_thumbnailsAsked.insert(input);
    m_client.request({{"c", "thumbnail"}, {"path", input.toStdString()}, {"max_px", kThumbnail_px}},
                     this,
                     [this, input](const Result<Json>& reply) { takeThumbnail(input, reply); },
                     {.timeout = kShortPatience});
}

void Workbench::takeThumbnail(const QString& input, const Result<Json>& reply) {
    if (!reply) {
        m_thumbnailsAsked.remove(input);
        Q_EMIT thumbnailFailed(input, reply.error());
        return;
    }
    const int width = reply->value("width_px", 0), height = reply->value("height_px", 0);
    const QByteArray rgb =
        QByteArray::fromBase64(QByteArray::fromStdString(reply->value("rgb", "")));
    if (width <= 0 || height <= 0 || rgb.size() != qsizetype{3} * width * height) {
        Q_EMIT thumbnailFailed(input, {"thumbnail_invalid", {{"path", input.toStdString()}}});
        return;
    }
    const QImage image(reinterpret_cast<const uchar*>(rgb.constData()), width, height, 3 * width,
                       QImage::Format_RGB888);
    const Text text = textOf(m_settings);
    QStringList notes;
    for (const Json& note : reply->value("notes", Json::array()))
        notes << qs(text.reason(reasonFromJson(note)));
    Q_EMIT thumbnailArrived(input, image.copy(), notes);
}

void Workbench::askImages(const QStringList& paths) {
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
                         },
                         {.timeout = kShortPatience});
    }
}

void Workbench::checkWeights(const QString& model, const QString& file) {
    m_client.ask(
        {"inference", "weights", {{"model", model.toStdString()}, {"path", file.toStdString()}}},
        this, [this, model, file](const Result<Json>& reply) {
            if (reply)
                Q_EMIT weightsChecked(model, file);
            else
                Q_EMIT refused(reply.error());
        });
}

void Workbench::downloadWeights(const QString& model) {
    m_client.request({{"c", "weights"}, {"model", model.toStdString()}}, this,
                     [this, model](const Result<Json>& reply) {
                         Q_EMIT weightsFetched(model);
                         if (!reply)
                             Q_EMIT refused(reply.error());
                         else
                             askProbe();  // which tells that the weights are official now
                     },
                     {.progress = [this, model](std::int64_t done, std::int64_t total) {
                         Q_EMIT weightsProgress(model, done, total);
                     }});
}

void Workbench::runSelfTest() {
    if (isMeasuring()) {
        Q_EMIT refused({"run_in_progress"});
        return;
    }
    if (m_selfTest) return;
    m_selfTest = std::make_unique<QProcess>();
    m_selfTest->setProcessChannelMode(QProcess::MergedChannels);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("DUELO_LANG", languageOf(m_settings) == Language::Spanish ? "es" : "en");
    m_selfTest->setProcessEnvironment(environment);
    auto text = std::make_shared<QString>();
    const auto read = [this, text] {
        *text += QString::fromUtf8(m_selfTest->readAll());
        Q_EMIT selfTestArrived(*text, m_selfTest->state() != QProcess::NotRunning);
    };
    const auto end = [this, read] {
        read();
        m_selfTest.release()->deleteLater();
    };
    connect(m_selfTest.get(), &QProcess::readyRead, this, read);
    connect(m_selfTest.get(), &QProcess::finished, this, end);
    connect(m_selfTest.get(), &QProcess::errorOccurred, this,
            [this, text, end](QProcess::ProcessError error) {
                if (error != QProcess::FailedToStart) return;  // finished() follows
                *text += m_selfTest->errorString();
                end();
            });
    Q_EMIT selfTestArrived({}, true);
    m_selfTest->start(m_engine, {"self-test"});
}

/// Unique among thirty PCs that start in the same second: date, time, and the machine's id.
QString Workbench::newRunFile() const {
    const QString id = m_probe && !m_probe->machine.id.empty()
                           ? qs(visibleText(m_probe->machine.id))
                           : QStringLiteral("pc");
    const QString stem = QDateTime::currentDateTime().toString("yyyy-MM-dd-HHmmss") + '-' + id;
    const QDir folder(m_settings.resultsFolder());
    QString file = folder.filePath("duelo-" + stem + ".duelo");
    for (int n = 2; QFileInfo::exists(file); ++n)
        file = folder.filePath(QString("duelo-%1-%2.duelo").arg(stem).arg(n));
    return file;
}

Json Workbench::label() const {
    Json out = Json::object();
    for (const char* name : {"subject", "teacher", "student", "group"})
        if (const QString value = m_settings.field(name); !value.isEmpty())
            out[name] = value.toStdString();
    return out;
}

Result<void> Workbench::measure(const Plan& plan) {
    if (isMeasuring()) return fail("run_in_progress");
    const QString file = newRunFile();
    QDir().mkpath(QFileInfo(file).path());
    if (auto writable = checkWritable(pathOf(file)); !writable) return writable;
    m_settings.setPlan(QByteArray::fromStdString(toJson(plan).dump()));
    m_client.freezeDelivery(plan.preset == Preset::Strict);
    m_run.beginRun(file);
    m_controller.start({plan, file, label()});
    return {};
}

Result<void> Workbench::resume(const QString& file) {
    if (isMeasuring()) return fail("run_in_progress");
    if (auto begun = m_run.beginResume(file); !begun) return begun;
    const auto plan = m_run.plan();
    m_client.freezeDelivery(plan && plan->preset == Preset::Strict);
    m_controller.resume(file);
    return {};
}

Result<void> Workbench::open(const QString& file) {
    if (isMeasuring()) return fail("run_in_progress");
    const QString path = QFileInfo(file).absoluteFilePath();
    if (auto opened = m_run.open(path); !opened) return opened;
    m_recent.add(path);
    return {};
}

void Workbench::followRun(RunController::State state) {
    if (state != RunController::State::Idle) {
        if (!m_awake) m_awake = std::make_unique<KeepAwake>();
        return;
    }
    m_awake.reset();
    m_client.freezeDelivery(false);
    m_run.endRun();
    if (QFileInfo::exists(m_controller.file())) m_recent.add(m_controller.file());
}

}  // namespace duelo::ui
