// SPDX-License-Identifier: GPL-3.0-or-later
// Prints what opening the largest run costs, step by step, and what a window spends on it while it
// is being measured. The time is the processor's where the system tells it (not on Windows), so
// that what else runs counts little; the steps are interleaved all the same.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>

#include <QApplication>
#include <QEventLoop>
#include <QProcess>
#include <QTemporaryDir>

#include "experiments/compare.h"
#include "experiments/inference/view.h"
#include "large_run.h"
#include "machine/process_memory.h"
#include "record/record_file.h"
#include "report/export.h"
#include "report/finding.h"
#include "report/sample_charts.h"
#include "ui/results/results_model.h"

using namespace duelo;

namespace {

constexpr int kRounds = 5;
constexpr std::size_t kBatch = 20;  // records that arrive together

double millisecondsOf(const std::function<void()>& work) {
    const std::clock_t start = std::clock();
    work();
    return 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void stop(const Reason& reason) {
    std::fprintf(stderr, "%s: %s\n", reason.code.c_str(), reason.message.c_str());
    std::exit(1);
}

void write(const QString& path, const std::vector<Record>& records) {
    auto file = RecordFile::create(path.toStdString());
    if (!file) stop(file.error());
    for (const Record& record : records)
        if (const auto written = (*file)->write(record); !written) stop(written.error());
}

/// On the store's own thread; the processor's time is that of all threads.
void show(ui::RunStore& run, const QString& path) {
    QEventLoop loop;
    QObject::connect(&run, &ui::RunStore::opened, &loop, &QEventLoop::quit);
    QObject::connect(&run, &ui::RunStore::openFailed, &loop,
                     [](const QString&, const Reason& reason) { stop(reason); });
    run.open(path);
    loop.exec();
}

struct Step {
    const char* name;
    std::function<void()> work;
    std::vector<double> ms{};
};

void printSteps(std::vector<Step>& steps) {
    for (int round = 0; round < kRounds; ++round)
        for (Step& step : steps) step.ms.push_back(millisecondsOf(step.work));
    for (const Step& step : steps) std::printf("  %-46s %9.1f ms\n", step.name, median(step.ms));
}

/// Prints the times of the calls that a window's models make when a run is opened, in their order.
void printOpening(const std::filesystem::path& path, std::size_t samples) {
    RecordLog log;
    std::optional<Comparison> made;
    const Text text(Language::Spanish);
    ui::RunStore run;
    const auto open = [&](ui::RunStore& model) {
        show(model, QString::fromStdString(path.string()));
    };
    open(run);
    ui::ResultsModel results(run, text);
    ReportOptions options;
    std::vector<Step> steps{
        {"reading the records", [&] { log = std::move(*readRecords(path)); }},
        {"comparison",
         [&] {
             made = std::move(*compare({&log, 1}));
         }},
        {"RunStore: opened, compared, told", [&] { open(run); }},
        {"ResultsModel: made for all rows", [&] { ui::ResultsModel(run, text).refresh({}); }},
        {"ResultsModel: another table",
         [&] {
             results.refresh(0);
             results.refresh({});
         }},
        {"chart of lines, sentence and table titles",
         [&] {
             const Labels labels(*run.comparison(), text);
             const Shown shown{.comparison = *run.comparison(), .labels = labels, .table = 0};
             (void)chartsOf(inferenceView().charts.front(), shown);
             (void)findingOf(shown);
         }},
        {"distribution and course of one row",
         [&] {
             const Labels labels(*run.comparison(), text);
             const Shown shown{
                 .comparison = *run.comparison(), .labels = labels, .table = 0, .row = 999};
             (void)distributionOf(shown);
             (void)courseOf(shown);
         }},
        {"CSV of all cells", [&] { (void)reportText(*made, ReportFormat::Csv, options); }}};
    std::printf("%zu cells with %zu samples each, %.1f MB, medians of %d rounds\n",
                testing::kLargeRunCells, samples,
                static_cast<double>(std::filesystem::file_size(path)) / 1e6, kRounds);
    printSteps(steps);
}

/// Every record arrives in batches, as fast as the model takes them.
void printLive(const std::vector<Record>& records) {
    ui::RunStore run;
    const ui::ResultsModel results(run, Text(Language::Spanish));
    int compared = 0;
    QObject::connect(&run, &ui::RunStore::changed, &run, [&] { ++compared; });
    run.beginRun("live.duelo");
    const std::span<const Record> all(records);
    std::vector<double> ms;
    double total_ms = 0;
    for (std::size_t at = 0; at < all.size(); at += kBatch) {
        ms.push_back(millisecondsOf([&] {
            run.add(all.subspan(at, std::min(kBatch, all.size() - at)));
            QApplication::processEvents();
        }));
        total_ms += ms.back();
    }
    ms.push_back(millisecondsOf([&] {
        QEventLoop loop;
        QObject::connect(&run, &ui::RunStore::ended, &loop, &QEventLoop::quit);
        run.endRun();
        loop.exec();
    }));
    std::printf("live: %zu records in %zu batches: %.0f ms, %d comparisons\n", all.size(),
                ms.size() - 1, total_ms, compared);
    std::printf("  batch: median %.3f ms, longest %.1f ms; end of run %.1f ms\n", median(ms),
                *std::max_element(ms.begin(), ms.end() - 1), ms.back());
}

/// In a process of its own: what it needed to open the file, and before that.
int printMemory(const QString& path, const Text& text) {
    const auto peakMiB = [] { return static_cast<double>(processMemory().peak_bytes) / (1 << 20); };
    const double before = peakMiB();
    ui::RunStore run;
    show(run, path);
    const ui::ResultsModel results(run, text);
    std::printf("memory: %.0f MiB with %d rows open, %.0f MiB without\n", peakMiB(),
                results.rowCount(), before);
    return 0;
}

}  // namespace

/// bench_open [samples per cell, default 20]; bench_open open FILE
int main(int argc, char** argv) {
    const QApplication application(argc, argv);
    if (argc > 2) return printMemory(QString::fromLocal8Bit(argv[2]), Text(Language::Spanish));
    const std::size_t samples = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 20;
    if (samples < 2) return 2;
    const QTemporaryDir folder;
    const QString path = folder.filePath("large.duelo");
    const std::vector<Record> records = testing::largeRun(samples);
    write(path, records);
    printOpening(path.toStdString(), samples);
    printLive(records);
    std::fflush(stdout);
    return QProcess::execute(QApplication::applicationFilePath(), {"open", path});
}
