// SPDX-License-Identifier: GPL-3.0-or-later
/// bench_pages: the time of the window's own thread for a switch of the page, the presentation, a
/// zoom and a change of the theme, when two pages have been seen, half of them and all, each with a
/// result (window.md 9: 350 to 1,365 ms then). Prints the median and the most of several turns.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>

#include <QDir>

#include "measured_run.h"
#include "record/write_records.h"
#include "stats/statistics.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

constexpr int kTurns = 9, kSettles_ms = 120;

double threadMs() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Returns what this thread computes until an action is drawn and all that it left for later done.
double costOf(const std::function<void()>& act) {
    const double begin_ms = threadMs();
    act();
    QTest::qWait(kSettles_ms);
    return threadMs() - begin_ms;
}

void tell(const char* what, std::vector<double> costs_ms) {
    std::printf("  %-14s %6.1f ms, at most %6.1f\n", what, median(costs_ms),
                *std::ranges::max_element(costs_ms));
}

void toldWith(WindowBench& bench, const QStringList& pages) {
    ui::MainWindow& window = *bench.window;
    std::vector<double> switches, presented, zoomed, themed;
    const auto theme = [&](ui::ThemeChoice choice) {
        bench.settings.setTheme(choice);
        static_cast<ui::Application*>(qApp)->applyAppearance(bench.settings);
    };
    for (int turn = 0; turn < kTurns; ++turn) {
        switches.push_back(costOf([&] { window.showPage(pages[turn % pages.size()]); }));
        presented.push_back(costOf([&] { window.actions().present->trigger(); }));
        presented.push_back(costOf([&] { window.actions().present->trigger(); }));
        zoomed.push_back(costOf([&] { window.actions().zoomIn->trigger(); }));
        zoomed.push_back(costOf([&] { window.actions().zoomOut->trigger(); }));
        themed.push_back(costOf([&] { theme(ui::ThemeChoice::Dark); }));
        themed.push_back(costOf([&] { theme(ui::ThemeChoice::Light); }));
    }
    std::printf("%d pages seen\n", static_cast<int>(pages.size()));
    tell("page", switches);
    tell("presentation", presented);
    tell("zoom", zoomed);
    tell("theme", themed);
}

}  // namespace

int main(int argc, char** argv) {
    ui::Application application(argc, argv);
    WindowBench bench("gpu");
    QObject::connect(bench.window.get(), &ui::MainWindow::appearanceChanged, &application,
                     [&] { application.applyAppearance(bench.settings); });
    if (!bench.ready()) return 1;
    QStringList all, seen;
    for (const Spec& spec : specs())
        if (spec.page.empty()) all << ui::qs(spec.id);
    for (const QString& page : all) {
        const QString file = bench.path(page + ".duelo");
        const Spec& spec = *findSpec(page.toStdString());
        if (!writeRecords(measuredRun(spec).records, ui::pathOf(file))) return 1;
        bench.window->openRecords({file});
        if (!QTest::qWaitFor([&] { return bench.work->run().path() == file; }, kSoonMs)) return 1;
        bench.window->showPage(page);
        QTest::qWait(kSettles_ms);
        seen << page;
        if (seen.size() == 2 || seen.size() == all.size() / 2 || seen.size() == all.size())
            toldWith(bench, seen);
    }
}
