// SPDX-License-Identifier: GPL-3.0-or-later
/// bench_blocks [samples per cell, default 20]
///
/// The longest time that the window does not answer while the largest run is opened, looked
/// through and closed: the longest turn of the event loop of each step, in time and in what of it
/// the window worked, and how long the step took; then one update of a page with 1,000 cells. It
/// wants a quiet machine; a display or Xvfb shows more than offscreen does.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <QTemporaryDir>

#include "../results/large_run.h"
#include "base/places.h"
#include "record/record_file.h"
#include "stats/statistics.h"
#include "turns.h"
#include "ui/results/experiment_frame.h"
#include "ui/results/experiment_page.h"
#include "ui/results/results_table.h"
#include "ui/shell/application.h"
#include "ui/shell/main_window.h"

using namespace duelo;

namespace {

constexpr int kUpdates = 31;

bool write(const QString& path, std::size_t samples, int sizes = 20) {
    auto file = RecordFile::create(fromUtf8(path.toStdString()));
    if (!file) return false;
    return std::ranges::all_of(testing::largeRun(samples, sizes), [&](const Record& record) {
        return (*file)->write(record).has_value();
    });
}

}  // namespace

int main(int argc, char** argv) {
    ui::Application application(argc, argv);
    const std::size_t samples = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 20;
    const QTemporaryDir folder;
    const QString path = folder.filePath("large.duelo"), other = folder.filePath("other.duelo");
    if (samples < 2 || !write(path, samples) || !write(other, 2)) return 2;
    ui::Settings settings(folder.filePath("duelo.ini"), {});
    settings.setResultsFolder(folder.path());
    application.applyAppearance(settings);
    ui::Session work(settings, ui::EngineClient::enginePath(), {"serve"});
    ui::MainWindow window(settings, work);
    window.resize(1280, 720);
    window.show();
    testing::Turns turns;
    const auto shown = [&] { return !work.run().isReading(); };
    std::printf("%zu cells with %zu samples each\n", testing::kLargeRunCells, samples);
    turns.step("a window without a file", [] {});
    turns.step(
        "opened", [&] { (void)work.open({path}); }, shown);
    ui::ExperimentFrame& frame = window.experimentPage("inference").frame();
    turns.step("another row", [&] { frame.table().selectRow(3); });
    for (int tab = 1; tab < 3; ++tab) turns.step("another tab", [&] { frame.showChart(tab); });
    turns.step("another table", [&] { Q_EMIT frame.selectionChanged(1); });
    turns.step("to its last row", [&] { frame.table().scrollToBottom(); });
    turns.step(
        "another file beside it", [&] { work.run().addBeside(other, duelo::Role::Shared); }, shown);
    turns.step(
        "and away", [&] { work.run().removeBeside(1); }, shown);
    turns.step("another page", [&] { window.showPage("home"); });
    turns.step("and back", [&] { window.showPage("inference"); });
    turns.step(
        "closed", [&] { work.run().clear(); }, shown);
    const QString small = folder.filePath("1000.duelo");
    if (!write(small, samples, 2)) return 2;
    turns.step(
        "1,000 cells opened", [&] { (void)work.open({small}); }, shown);
    std::vector<double> updates_ms;
    for (int i = 0; i < kUpdates; ++i) {
        const double before_ms = testing::threadTime_ms();
        Q_EMIT work.run().changed();
        frame.repaint();
        updates_ms.push_back(testing::threadTime_ms() - before_ms);
    }
    std::printf("one update of their page: %.1f ms of work (median of %d), largest %.1f ms\n",
                median(updates_ms), kUpdates, *std::ranges::max_element(updates_ms));
    return 0;
}
