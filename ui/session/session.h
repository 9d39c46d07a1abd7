// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <QImage>
#include <QObject>
#include <QStringList>

#include "ui/look/settings.h"
#include "ui/session/background.h"
#include "ui/session/engine_client.h"
#include "ui/session/forecasts.h"
#include "ui/session/gpu_monitor.h"
#include "ui/session/keep_awake.h"
#include "ui/session/machine_watch.h"
#include "ui/session/recent_files.h"
#include "ui/session/recent_info.h"
#include "ui/session/run_controller.h"
#include "ui/session/run_store.h"
#include "ui/session/self_test.h"
#include "ui/session/thumbnails.h"

namespace duelo::ui {

/// Engine, runs and files behind the window, without a widget: what was asked of the engine comes
/// back as a signal. One run at a time; each page has an open run of its own, and what is measured
/// or opened on another changes nothing of it.
class Session final : public QObject {
    Q_OBJECT

public:
    /// `settings` must outlive it.
    Session(Settings& settings, const QString& engine, const QStringList& arguments,
            QObject* parent = nullptr);

    /// The open run of the page that was turned to last, or of what was measured or opened since.
    [[nodiscard]] RunStore& run() { return *m_front; }
    /// The open run of the page that shows this experiment; of an unknown one it is run().
    [[nodiscard]] RunStore& runOf(std::string_view experiment);
    /// The run that is under way, or that was the last.
    [[nodiscard]] RunStore& measured() { return *m_live; }
    /// Returns the page of measured().
    [[nodiscard]] QString measuredPage() const;
    /// Returns the run that a report is based on: run(), or where that is empty, the one before it.
    [[nodiscard]] RunStore& evidence() { return m_front->isEmpty() ? *m_filled : *m_front; }
    /// Makes runOf() this experiment what run() is.
    void turnTo(std::string_view experiment);
    [[nodiscard]] RunController& controller() { return m_controller; }
    [[nodiscard]] EngineClient& client() { return m_client; }
    [[nodiscard]] RecentFiles& recent() { return m_recent; }
    [[nodiscard]] GpuMonitor& gpu() { return m_gpu; }
    [[nodiscard]] RecentInfos& recentInfos() { return m_recentInfos; }
    [[nodiscard]] Settings& settings() { return m_settings; }
    /// Whether something is measured, from the click until the file of the run is read back and
    /// shown.
    [[nodiscard]] bool isMeasuring() const;
    /// The one gate of everything that starts a run, whatever the form says: nothing is measured
    /// or examined, and the engine has answered.
    [[nodiscard]] bool canMeasure() const { return !whyNotMeasure(); }
    /// Reasons: "run_in_progress", "self_test_in_progress", "probe_in_progress", and why the engine
    /// does not answer.
    [[nodiscard]] std::optional<Reason> whyNotMeasure() const;
    /// The system is asked not to fall asleep.
    [[nodiscard]] bool isKeepingAwake() const { return m_awake != nullptr; }
    /// The engine's sheet of this machine; none until it has answered.
    [[nodiscard]] const std::optional<ProbeSheet>& probe() const { return m_watch.sheet(); }
    /// The warnings about what may spoil the figures, as warningsArrived() told them last.
    [[nodiscard]] const std::vector<Reason>& warnings() const { return m_watch.warnings(); }

    /// Refused while something is measured or tested; one that is under way is enough.
    void askProbe();
    /// Asks for the forecast on the button, as Forecasts::ask() does.
    void askForecast(const Plan& plan, const QString& asker);
    void askThumbnail(const QString& input);
    /// Whether that costs the engine nothing.
    [[nodiscard]] bool knowsThumbnail(const QString& input) const {
        return m_thumbnails.knows(input);
    }
    /// The images among files and folders.
    void askImages(const QStringList& paths);
    /// Runs these without a question, now and later: they were typed or chosen in a form here. The
    /// same text in somebody's plan is allowed with it; a text that differs in one letter is not.
    void allowOwn(const Attachments& attachments);
    /// Asks what an experiment's own widget wants to know of it, as EngineClient::ask() does.
    void ask(Question question, QObject* context, EngineClient::Handler handler,
             RequestOptions options = {});
    /// Tells by refused() that what the user asked such a widget for cannot be.
    void refuse(const Reason& reason);
    /// Asks the engine about this PC again, now or once the run is over: what it told holds no
    /// longer.
    void probeAgain() { m_watch.askAgain(); }

    /// Refused while something is measured or examined; one that is under way is enough.
    void runSelfTest();
    [[nodiscard]] const SelfTest& selfTest() const { return m_selfTest; }
    /// Reads what a file says of its PC: headerRead() or headerUnread() follows.
    void readHeader(const QString& file);
    /// "11:42:07 engine_crashed ...", one line per end of an engine.
    [[nodiscard]] QStringList engineExits() const { return m_exits; }

    /// Starts a run in a new file of the results folder. Reasons: whyNotMeasure(),
    /// "attachment_not_allowed" {name, sha256}, and those of checkWritable() of report/export.h,
    /// asked before minutes are spent. The prediction, where one was asked for, goes with it as it
    /// is, but for how many runs were measured before.
    [[nodiscard]] Result<void> measure(const Plan& plan, std::optional<Prediction> prediction = {});
    /// Reads the file, then resumed() or refused(). Reasons: whyNotMeasure().
    [[nodiscard]] Result<void> resume(const QString& file);
    /// Shows a run that another process has under way in this file, live: followed(), or as open()
    /// where it is under way no more. open() and resume() of such a file do the same. Reasons:
    /// "run_in_progress". `stop`: and ends it, as RunController::cancel() does.
    [[nodiscard]] Result<void> follow(const QString& file, bool stop = false);
    /// Measures the doubtful rows of a file again: RunStore::doubtfulRows() of them. As resume().
    [[nodiscard]] Result<void> repeat(const QString& file);
    /// Shows the first alone and the others beside it as they are read: opened() or refused(), with
    /// the next in place of one that cannot be read. Reasons: "run_in_progress": what is measured
    /// gets no column that nobody asked for.
    [[nodiscard]] Result<void> open(const QStringList& files);
    /// Moves a file from the recent ones to the system's bin: binned() or refused() follows.
    void moveToBin(const QString& file);

Q_SIGNALS:
    void probeArrived(const duelo::ProbeSheet& sheet);
    void engineFailed(const duelo::Reason& reason);
    void warningsArrived(const std::vector<duelo::Reason>& warnings);
    void forecastArrived(const QString& asker, const duelo::Result<duelo::Json>& forecast);
    void thumbnailArrived(const QString& input, const QImage& image, const QStringList& notes);
    void thumbnailFailed(const QString& input, const duelo::Reason& reason);
    void imagesArrived(const QStringList& inputs);
    /// Tells that what the user asked for cannot be done, with images, weights, files or
    /// measurements.
    void refused(const duelo::Reason& reason);
    void selfTestArrived(const QString& text, bool running);
    void canMeasureChanged();
    /// Asks to allow what came with a plan and nobody has allowed here. It is answered at once, by
    /// RunController::allow(), or the run is refused.
    void allowWanted(const duelo::Attachments& attachments);
    void runChanged();  ///< RunStore::changed() of any, and run() is another
    void reading(const QString& path, qint64 done_bytes, qint64 total_bytes);
    void opened(const QString& file);
    void resumed(const QString& file);
    /// A run of another process is shown, live.
    void followed(const QString& file);
    /// The run is over, and what it has found is shown.
    void finished(const duelo::ui::RunEnd& end);
    void binned(const QString& file);
    void headerRead(const QString& file, const duelo::Header& header);
    void headerUnread(const duelo::Reason& reason);

private:
    void withRunOf(const QString& file, std::function<void(RunStore&)> what);
    void turnTo(RunStore& run);
    void followNow(RunStore& run, const QString& file,
                   std::shared_ptr<const RunningMeasurement> process);
    [[nodiscard]] Result<void> goOn(const QString& file, bool repeats);
    [[nodiscard]] Attachments unseenOf(const Plan& plan) const;
    [[nodiscard]] Result<void> askToAllow(const Plan& plan);
    void connectEngine();
    void connectRun(RunStore& run);
    void openNext();
    void takeOpened(RunStore& run, const QString& file);
    void takeResumed(RunStore& run, const QString& file);
    void takeEnd();
    void takeUnopened(const QString& file, const Reason& reason);
    void tellGate();
    [[nodiscard]] std::optional<Reason> whyBusy() const;
    void countRun(const std::vector<Record>& records);
    void followRun(RunController::State state);
    void showWhatWas();
    [[nodiscard]] QString newRunFile() const;
    [[nodiscard]] Json label() const;

    Settings& m_settings;
    EngineClient m_client;
    RunController m_controller;
    std::map<std::string, std::unique_ptr<RunStore>, std::less<>> m_runs;  ///< by page
    RunStore *m_front = nullptr, *m_live = nullptr;                        ///< run(), measured()
    RunStore* m_filled = nullptr;  ///< the front that showed something last
    RecentFiles m_recent;
    RecentInfos m_recentInfos;
    Forecasts m_forecasts{m_client, [this] { return !isMeasuring(); }};
    Thumbnails m_thumbnails{m_client};
    SelfTest m_selfTest;
    MachineWatch m_watch;
    GpuMonitor m_gpu{m_client, [this] { return isMeasuring() || m_selfTest.isRunning(); }};
    bool m_could = false;  ///< canMeasure() as it was told last
    QString m_toCount;     ///< experiment of a new run that has measured nothing yet
    QStringList m_toOpen;  ///< after the one that is read
    QString m_opening, m_resuming, m_following;
    QString m_toFollow;            ///< nothing of it has been read yet
    bool m_stopsFollowed = false;  ///< as soon as it is followed
    QString m_before;              ///< what was open when the run was begun
    QString m_restoring;           ///< is read to be shown as before, without a word
    bool m_repeats = false;        ///< what is to be resumed
    std::optional<RunEnd> m_end;   ///< told once the file is shown
    std::unique_ptr<KeepAwake> m_awake;
    QString m_engine;
    QStringList m_exits;
    Background m_background{*this};
};

}  // namespace duelo::ui
