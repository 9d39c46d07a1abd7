// SPDX-License-Identifier: GPL-3.0-or-later
/// bench_window start               G22: from the start of a process to the first painted window,
///                                  Duelo's against one that shows nothing but a chart
/// bench_window observe ENGINE      G2: the same case measured with the window live, its chart
///                                  painting, and headless; ratios of p50 and p99
/// bench_window first ENGINE        a student's first session: from the start of the window with a
///                                  fresh profile, by the start page's button, its questions and
///                                  F5, to the first row and to the handout's table; and its clicks
///
/// The first two interleave what they compare. "start" wants a display or Xvfb; offscreen it paints
/// too.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include <QApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

#include "base/places.h"
#include "experiments/specs.h"
#include "stats/statistics.h"
#include "ui/charts/lines_chart.h"
#include "ui/form/chip_group.h"
#include "ui/form/experiment_form.h"
#include "ui/results/experiment_page.h"
#include "ui/shell/application.h"
#include "ui/shell/main_window.h"

using namespace duelo;

namespace {

constexpr int kStarts = 15, kTurns = 20;

double ms(std::chrono::steady_clock::duration duration) {
    return std::chrono::duration<double, std::milli>(duration).count();
}

/// Ends the process once the window has painted; tells its largest memory.
class UntilPainted : public QObject {
public:
    explicit UntilPainted(QWidget& window) : m_window(window) { window.installEventFilter(this); }

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() != QEvent::UpdateRequest && event->type() != QEvent::Paint) return false;
        m_window.removeEventFilter(this);
        QMetaObject::invokeMethod(
            qApp, [] { QCoreApplication::quit(); }, Qt::QueuedConnection);
        return false;
    }

private:
    QWidget& m_window;
};

int showWindow(int argc, char** argv) {
    ui::Application application(argc, argv);
    QTemporaryDir folder;
    ui::Settings settings(folder.filePath("duelo.ini"), {});
    application.applyAppearance(settings);
    ui::Session work(settings, ui::EngineClient::enginePath(), {"serve"});
    ui::MainWindow window(settings, work);
    const UntilPainted end(window);
    window.show();
    return QApplication::exec();
}

int showBareChart(int argc, char** argv) {
    QApplication application(argc, argv);
    LinesValue value;
    value.series.emplace_back();
    for (int i = 0; i < 10; ++i) value.series[0].points.push_back({double(i), double(i * i)});
    ui::LinesChart view;
    view.setValue(value);
    view.resize(1280, 720);
    const UntilPainted end(view);
    view.show();
    return QApplication::exec();
}

int benchStart(const QString& self) {
    std::vector<double> window_ms, bare_ms;
    for (int i = 0; i < kStarts; ++i)
        for (const bool bare : {false, true}) {
            const auto began = std::chrono::steady_clock::now();
            if (QProcess::execute(self, {bare ? "bare" : "window"}) != 0) return 1;
            (bare ? bare_ms : window_ms).push_back(ms(std::chrono::steady_clock::now() - began));
        }
    std::printf(
        "G22 start to first painting: window %.0f ms, bare chart %.0f ms, ratio %.2f "
        "(medians of %d)\n",
        median(window_ms), median(bare_ms), median(window_ms) / median(bare_ms), kStarts);
    return 0;
}

Plan observedPlan() {
    const Plan plan{
        .experiment = "inference",
        .cases = {{{"model", {"resnet18"}}, {"size_px", {224}}}},
        .variants = {{{"threads", {1}}}},  // one core for the engine, one for whoever looks on
        .preset = Preset::Quick};
    return completed(plan, *findSpec(plan.experiment));
}

std::vector<double> keptOf(const QString& file) {
    std::vector<double> kept_ms;
    const auto log = readRecords(fromUtf8(file.toStdString()));
    if (!log) return kept_ms;
    for (const Record& record : log->records)
        if (const auto* samples = std::get_if<Samples>(&record))
            for (std::size_t i = 0; i < samples->wall_ms.size(); ++i)
                if (i >= samples->discard.size() || samples->discard[i] == 0)
                    kept_ms.push_back(samples->wall_ms[i]);
    return kept_ms;
}

double quantile(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

int benchObserver(int argc, char** argv, const QString& engine) {
    ui::Application application(argc, argv);
    QTemporaryDir folder;
    ui::Settings settings(folder.filePath("duelo.ini"), {});
    settings.setResultsFolder(folder.path());
    application.applyAppearance(settings);
    ui::Session work(settings, engine, {"serve"});
    ui::MainWindow window(settings, work);
    window.show();
    // The same engine process, and a controller that no model listens to: only the window differs.
    ui::RunController headless(work.client());
    std::vector<std::vector<double>> live_ms, alone_ms;  // by turn
    QEventLoop wait;
    QObject::connect(&work, &ui::Session::probeArrived, &wait, &QEventLoop::quit);
    QObject::connect(&headless, &ui::RunController::finished, &wait, &QEventLoop::quit);
    QObject::connect(&work, &ui::Session::finished, &wait, &QEventLoop::quit);
    work.askProbe();
    wait.exec();
    window.experimentPage("inference").form().setPlan(observedPlan());
    // On its own page F5 begins at once; from the start page it would ask for a prediction first.
    window.showPage("inference");
    const auto live = [&] {
        window.show();
        window.actions().run->trigger();
        wait.exec();
        live_ms.push_back(keptOf(work.run().path()));
    };
    const auto alone = [&](int turn) {
        window.hide();
        headless.start({observedPlan(), folder.filePath(QString("h%1.duelo").arg(turn)), {}});
        wait.exec();
        alone_ms.push_back(keptOf(headless.file()));
    };
    for (int turn = 0; turn < kTurns; ++turn) {  // each is first as often as the other
        if (turn % 2 == 0) live();
        alone(turn);
        if (turn % 2 == 1) live();
    }
    // Turn by turn: a disturbed run takes more samples until it is precise, and among all samples
    // those of such runs would decide.
    for (const auto& [name, share] : {std::pair{"p50", 0.5}, {"p99", 0.99}}) {
        std::vector<double> ratios;
        for (int turn = 0; turn < kTurns; ++turn) {
            const auto& seen = live_ms[static_cast<std::size_t>(turn)];
            const auto& unseen = alone_ms[static_cast<std::size_t>(turn)];
            if (seen.empty() || unseen.empty()) return 1;
            ratios.push_back(quantile(seen, share) / quantile(unseen, share));
        }
        std::printf("G2 %s: window / headless, of %d turns: median %.4f, quartiles %.4f and %.4f\n",
                    name, kTurns, median(ratios), quantile(ratios, 0.25), quantile(ratios, 0.75));
    }
    return 0;
}

/// Somebody who answers at once: what is left is what Duelo takes.
int benchFirstSession(int argc, char** argv, const QString& engine) {
    const auto began = std::chrono::steady_clock::now();
    const auto seconds = [&] { return ms(std::chrono::steady_clock::now() - began) / 1e3; };
    ui::Application application(argc, argv);
    QTemporaryDir folder;
    ui::Settings settings(folder.filePath("duelo.ini"), {});
    settings.setResultsFolder(folder.path());
    application.applyAppearance(settings);
    ui::Session work(settings, engine, {"serve"});
    ui::MainWindow window(settings, work);
    window.show();
    work.askProbe();
    const auto until = [](const auto& what) {
        while (!what()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    };
    auto* button = window.findChild<QPushButton*>("compareButton");
    until([&] { return button->isEnabled() && work.canMeasure(); });
    std::printf("ready to measure: %.1f s\n", seconds());
    int clicks = 1;
    button->click();
    ui::ExperimentPage& page = window.experimentPage("inference");
    for (auto* asked : page.findChild<QWidget*>("prediction")->findChildren<ui::ChipGroup*>()) {
        asked->findChildren<QToolButton*>().first()->click();
        ++clicks;
    }
    if (!work.isMeasuring()) {
        window.actions().run->trigger();
        ++clicks;
    }
    const auto timed = [&] {
        const Comparison* now = work.run().comparison();
        if (!now) return std::pair<std::size_t, std::size_t>(0, 0);
        const auto done = std::ranges::count_if(now->rows, [](const Row& row) {
            return std::ranges::any_of(row.cells, &ReportCell::timed) &&
                   std::ranges::all_of(row.cells, [](const ReportCell& cell) {
                       return cell.id.empty() || cell.status.has_value();
                   });
        });
        return std::pair(static_cast<std::size_t>(done), now->rows.size());
    };
    if (!work.isMeasuring()) {
        std::fputs("it does not measure\n", stderr);
        return 1;
    }
    until([&] { return timed().first > 0 || !work.isMeasuring(); });
    std::printf("first row: %.1f s\n", seconds());
    until([&] { return !work.isMeasuring(); });
    std::printf("whole table, %zu of %zu rows: %.1f s, %d clicks\n", timed().first, timed().second,
                seconds(), clicks);
    return timed().first > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    const QString what = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QString();
    if (what == "window") return showWindow(argc, argv);
    if (what == "bare") return showBareChart(argc, argv);
    if (what == "start") return benchStart(QString::fromLocal8Bit(argv[0]));
    if (what == "observe" && argc > 2)
        return benchObserver(argc, argv, QString::fromLocal8Bit(argv[2]));
    if (what == "first" && argc > 2)
        return benchFirstSession(argc, argv, QString::fromLocal8Bit(argv[2]));
    std::fputs("bench_window start | bench_window observe ENGINE | bench_window first ENGINE\n",
               stderr);
    return 2;
}
