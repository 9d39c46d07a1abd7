// SPDX-License-Identifier: GPL-3.0-or-later
/// bench_class_page [FILES] [CELLS OF EACH], by default 1000 and 50
///
/// A class opened in the window and looked at: how long each step took, the longest time that the
/// window did not answer meanwhile, and the most memory that it held. It wants a quiet machine; a
/// display or Xvfb shows more than offscreen does.
#include <cstdlib>
#include <fstream>

#include <QLabel>
#include <QTemporaryDir>

#include "../../bench/class_files.h"
#include "base/places.h"
#include "machine/process_memory.h"
#include "turns.h"
#include "ui/charts/scatter_chart.h"
#include "ui/classroom/class_page.h"
#include "ui/shell/application.h"
#include "ui/shell/main_window.h"

using namespace duelo;
using ui::ClassFilters;

int main(int argc, char** argv) {
    ui::Application application(argc, argv);
    const int files = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int cells = argc > 2 ? std::atoi(argv[2]) : 50;
    const QTemporaryDir folder;
    const auto inFolder = fromUtf8(folder.filePath("L12").toStdString());
    std::filesystem::create_directories(inFolder);
    for (int i = 0; i < files; ++i) bench::writeFile(inFolder, i, cells);
    ui::Settings settings(folder.filePath("duelo.ini"), {});
    settings.setResultsFolder(folder.path());
    application.applyAppearance(settings);
    ui::Session work(settings, ui::EngineClient::enginePath(), {"serve"});
    ui::MainWindow window(settings, work);
    window.resize(1280, 720);
    window.show();
    testing::Turns turns;
    turns.step("a window without files", [] {});
    turns.step("the page of the class", [&] { window.showPage("class"); });
    auto* page = window.findChild<ui::ClassPage*>();
    auto* status = page->findChild<QLabel*>("classStatus");
    const QString all = QString::number(files) + ' ';
    std::printf("%d files of %d cells\n", files, cells);
    turns.step(
        "opened", [&] { window.openFiles({folder.filePath("L12")}); },
        [&] { return status->text().startsWith(all) && !page->chart().isEmpty(); });
    const auto see = [&](const char* name, ClassFilters::View view) {
        turns.step(name, [&] {
            page->filters().setView(view);
            Q_EMIT page->filters().edited();
        });
    };
    see("speed-up", ClassFilters::View::Ratios);
    see("seats", ClassFilters::View::Seats);
    see("set aside", ClassFilters::View::LeftOut);
    see("times", ClassFilters::View::Times);
    turns.step("a PC that is clicked", [&] { Q_EMIT page->chart().markChosen(1); });
    page->filters().setView(ClassFilters::View::Times);
    bench::writeFile(inFolder, files, cells);
    turns.step(
        "one more file", [] {},
        [&] { return status->text().startsWith(QString::number(files + 1)); });
    constexpr int kOthers = 10'000;
    const auto photographs = inFolder / "photographs";
    std::filesystem::create_directories(photographs);
    for (int i = 0; i < kOthers; ++i)
        std::ofstream(photographs / (std::to_string(i) + ".jpg")) << i;
    turns.step(
        "10,000 files that are not ours", [] {},
        [&] { return status->text().startsWith(QString::number(files + 1 + kOthers)); });
    std::printf("  %.0f MB of memory at most\n",
                static_cast<double>(processMemory().peak_bytes) / 1e6);
    return 0;
}
