// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>
#include <QtTest>

#include "../export/export_testing.h"
#include "experiments/common_axes.h"
#include "experiments/inference/params.h"
#include "ui/look/settings.h"
#include "ui/session/run_store.h"

/// Parts that tests share which open files and play runs.
namespace duelo::testing {

/// A folder of record files that goes with the test.
class Files {
public:
    [[nodiscard]] QString path(const char* name) const {
        return m_folder.filePath(QLatin1String(name));
    }
    QString write(const RecordLog& log, const char* name) const {
        return recordFile(log, path(name));
    }
    QString write(const QByteArray& bytes, const char* name) const {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("%s", name);
        return file.fileName();
    }

private:
    QTemporaryDir m_folder;
};

inline std::size_t columnOf(const Comparison& comparison, Device device, Mode mode = Mode::Eager,
                            std::size_t file = 0) {
    for (std::size_t i = 0; i < comparison.columns.size(); ++i) {
        const Column& column = comparison.columns[i];
        const Variant variant = variantOf(column.variant);
        if (column.file == file && variant.device == device && variant.mode == mode) return i;
    }
    qFatal("no such column");
}

inline void add(ui::RunStore& run, const Record& record) {
    run.add(std::span(&record, 1));
}

/// Calls `ask`, which has a store read files, and waits until it has. Returns the code of the
/// reason; empty: the files are shown.
template <typename Ask>
std::string readOf(ui::RunStore& run, Ask ask) {
    constexpr int kLimit_ms = 120'000;
    std::string code;
    const auto failed =
        QObject::connect(&run, &ui::RunStore::openFailed, &run,
                         [&code](const QString&, const Reason& reason) { code = reason.code; });
    ask();
    const bool done = QTest::qWaitFor([&] { return !run.isReading(); }, kLimit_ms);
    QObject::disconnect(failed);
    return done ? code : "still_reading";
}
inline std::string openIn(ui::RunStore& run, const QString& path) {
    return readOf(run, [&] { run.open(path); });
}
inline std::string addTo(ui::RunStore& run, const QString& path, duelo::Role role) {
    return readOf(run, [&] { run.addBeside(path, role); });
}
[[nodiscard]] inline bool opens(ui::RunStore& run, const QString& path) {
    return openIn(run, path).empty();
}
[[nodiscard]] inline bool adds(ui::RunStore& run, const QString& path, duelo::Role role) {
    return addTo(run, path, role).empty();
}
[[nodiscard]] inline bool leaves(ui::RunStore& run, std::size_t index) {
    return readOf(run, [&] { run.removeBeside(index); }).empty();
}
[[nodiscard]] inline bool resumes(ui::RunStore& run, const QString& path) {
    return readOf(run, [&] { run.beginResume(path); }).empty();
}
/// Ends a live run and waits until its file is shown.
inline void end(ui::RunStore& run) {
    (void)readOf(run, [&] { run.endRun(); });
}

/// The plan of one model and two sizes on four threads of the CPU, c001 and c002, as a run that has
/// only begun.
inline Header twoCellHeader() {
    const Plan plan{.experiment = "inference",
                    .cases = {{{"model", {"resnet18"}}, {"size_px", {224, 512}}}},
                    .variants = {{{"device", {"cpu"}}, {"threads", {4}}}}};
    Header header;
    header.run = "55555555-5555-4555-8555-555555555555";
    header.app = "0.1.0";
    header.started = "2026-05-07T08:00:00Z";
    header.plan = toJson(completed(plan, *findSpec(plan.experiment)));
    header.plan_hash = planHash(header.plan);
    header.cells = 2;
    header.machine = {.id = "eeee5555", .cpu = {.name = "Test CPU", .cores = 4}};
    return header;
}
inline CellRecord twoCellLine(int number) {
    return {.cell = number == 1 ? "c001" : "c002",
            .experiment = "inference",
            .work = InferenceCase{.model = "resnet18", .size_px = number == 1 ? 224 : 512},
            .variant = Variant{.device = Device::Cpu, .threads = 4}};
}
/// Returns the result of samples that a file has, whose figures must be theirs.
inline ResultRecord doneWith(const std::string& cell, const std::vector<double>& kept_ms) {
    const std::vector<double> sorted = sortedCopy(kept_ms);
    ResultRecord result;
    result.cell = cell;
    result.summary = Summary{.n = static_cast<std::int64_t>(sorted.size()),
                             .median_ms = median(sorted),
                             .ci95_ms = medianIntervalOfSorted(sorted),
                             .mean_ms = mean(sorted),
                             .min_ms = sorted.front(),
                             .p25_ms = quantileOfSorted(sorted, 0.25),
                             .p75_ms = quantileOfSorted(sorted, 0.75),
                             .max_ms = sorted.back()};
    return result;
}
/// Returns the result of a file without samples.
inline ResultRecord doneIn(const std::string& cell, double ms) {
    ResultRecord result;
    result.cell = cell;
    result.summary = Summary{.n = 9, .median_ms = ms};
    return result;
}

/// The median of a cell; -1 where it has no figure.
inline double medianAt(const ui::RunStore& run, std::size_t row, std::size_t column) {
    const ReportCell& cell = run.comparison()->rows[row].cells[column];
    return cell.measured() ? cell.result.summary->median_ms : -1;
}

/// Why a cell has no figure; empty where it has one.
inline std::string causeAt(const ui::RunStore& run, std::size_t row, std::size_t column) {
    const ReportCell& cell = run.comparison()->rows[row].cells[column];
    return cell.reason ? cell.reason->code : std::string();
}

inline Answer tick(const Comparison& comparison, std::size_t column, const char* code) {
    for (const Ledger& ledger : comparison.ledgers)
        if (ledger.column == column)
            for (const Ledger::Tick& one : ledger.ticks)
                if (one.code == code) return one.answer;
    qFatal("no such tick");
}

}  // namespace duelo::testing
