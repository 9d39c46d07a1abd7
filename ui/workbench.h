// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QImage>
#include <QObject>
#include <QProcess>
#include <QSet>
#include <QStringList>
#include <QTimer>
#include <QVector>

#include "machine/probe_sheet.h"
#include "ui/client/engine_client.h"
#include "ui/client/run_controller.h"
#include "ui/keep_awake.h"
#include "ui/look/settings.h"
#include "ui/models/recent_files.h"
#include "ui/models/run_model.h"

namespace duelo::ui {

/// Engine, run and files behind the window, without a widget: what was asked of the engine comes
/// back as a signal. One run at a time; the open run is what run() shows.
class Workbench final : public QObject {
    Q_OBJECT

public:
    /// `settings` must outlive it.
    Workbench(Settings& settings, const QString& engine, const QStringList& arguments,
              QObject* parent = nullptr);

    [[nodiscard]] RunModel& run() { return m_run; }
    [[nodiscard]] RunController& controller() { return m_controller; }
    [[nodiscard]] EngineClient& client() { return m_client; }
    [[nodiscard]] RecentFiles& recent() { return m_recent; }
    [[nodiscard]] bool isMeasuring() const {
        return m_controller.state() != RunController::State::Idle;
    }
    /// The system is asked not to fall asleep.
    [[nodiscard]] bool isKeepingAwake() const { return m_awake != nullptr; }
    /// None until the engine has answered.
    [[nodiscard]] const std::optional<ProbeSheet>& probe() const { return m_probe; }

    void askProbe();
    /// For the button; asked once the user pauses.
    void askForecast(const Plan& plan);
    void askThumbnail(const QString& input);
    /// The images among files and folders.
    void askImages(const QStringList& paths);
    /// What a plan would train on and with; asked once the user pauses.
    void askData(const Plan& plan);
    /// The pictures of samples of a plan's first data set, by their numbers there.
    void askSamples(const Plan& plan, const QVector<qint64>& samples);
    void checkWeights(const QString& model, const QString& file);
    void downloadWeights(const QString& model);

    /// In a process of its own, beside the one that serves.
    void runSelfTest();
    /// "11:42:07 engine_crashed ...", one line per end of an engine.
    [[nodiscard]] QStringList engineExits() const { return m_exits; }

    /// Starts a run in a new file of the results folder. Reasons: as checkWritable() of
    /// report/export.h, asked before minutes are spent.
    [[nodiscard]] Result<void> measure(const Plan& plan);
    [[nodiscard]] Result<void> resume(const QString& file);
    [[nodiscard]] Result<void> open(const QString& file);

Q_SIGNALS:
    void probeArrived(const duelo::ProbeSheet& sheet);
    void engineFailed(const duelo::Reason& reason);
    void warningsArrived(const std::vector<duelo::Reason>& warnings);
    void forecastArrived(const duelo::Result<duelo::Json>& forecast);
    void thumbnailArrived(const QString& input, const QImage& image, const QStringList& notes);
    void thumbnailFailed(const QString& input, const duelo::Reason& reason);
    void imagesArrived(const QStringList& inputs);
    void dataArrived(const duelo::Result<duelo::Json>& reply);
    void samplesArrived(const duelo::Result<duelo::Json>& reply);
    /// Of images, weights: what the user asked for cannot be.
    void refused(const duelo::Reason& reason);
    void weightsChecked(const QString& model, const QString& file);
    void weightsProgress(const QString& model, qint64 done_bytes, qint64 total_bytes);
    void weightsFetched(const QString& model);
    void selfTestArrived(const QString& text, bool running);

private:
    void askAgain(const Reason& reason);
    void sendForecast();
    void sendData();
    void takeThumbnail(const QString& input, const Result<Json>& reply);
    void watchMachine();
    void followRun(RunController::State state);
    [[nodiscard]] QString newRunFile() const;
    [[nodiscard]] Json label() const;

    Settings& m_settings;
    EngineClient m_client;
    RunController m_controller;
    RunModel m_run;
    RecentFiles m_recent;
    std::optional<ProbeSheet> m_probe;
    Plan m_forecastPlan, m_dataPlan;
    int m_forecastAsked = 0, m_dataAsked = 0;  ///< replies to earlier questions are passed over
    bool m_asksAgain = false;  ///< the engine died, and the next one has not answered yet
    QTimer m_forecastTimer, m_dataTimer, m_watchTimer;
    QSet<QString> m_thumbnailsAsked;
    std::unique_ptr<KeepAwake> m_awake;
    QString m_engine;
    QStringList m_exits;
    std::unique_ptr<QProcess> m_selfTest;
};

}  // namespace duelo::ui
