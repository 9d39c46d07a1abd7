// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtTest>
#include <vector>

#include "base/places.h"
#include "experiments/compare.h"
#include "report/document.h"
#include "report_examples.h"

/// Parts that the tests of exports share: examples as comparisons and files, and other programs
/// that open the files that were written.
namespace duelo::testing {

/// The example with the plan that it is the result of.
inline RecordLog gpuLog() {
    const Plan plan{.experiment = "inference",
                    .cases = {{{"model", {"resnet18"}}, {"size_px", {224}}}},
                    .variants = {Block()}};
    RecordLog log = examples::gpuPc();
    Header& header = std::get<Header>(log.records.front());
    header.plan = toJson(completed(plan, *findSpec(plan.experiment)));
    header.plan_hash = planHash(header.plan);
    return log;
}
inline Comparison gpuPc() {
    return *compare(std::vector<RecordLog>{gpuLog()});
}
/// Option B: a PC without a GPU, the GPU column from another group.
inline Comparison optionB() {
    return *compare(std::vector<RecordLog>{examples::cpuPc(), examples::otherPc()});
}

inline ReportOptions optionsOf(Language language) {
    ReportOptions options;
    options.language = language;
    options.fields = {"", "Prof. Ruiz", "Ana Núñez", "3.º B", ""};
    return options;
}

/// The example as a file of its own, as the engine writes it.
inline QString recordFile(const RecordLog& log, const QString& path) {
    auto file = RecordFile::create(fromUtf8(path.toStdString()));
    if (!file) qFatal("%s", file.error().code.c_str());
    for (const Record& record : log.records)
        if (auto written = (*file)->write(record); !written)
            qFatal("%s", written.error().code.c_str());
    return path;
}

inline QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QStringList entriesOf(const QString& folder) {
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

struct Said {
    int code = -1;
    QString out, err;
};
inline Said run(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForFinished(120000)) process.kill();
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

/// The words of a PDF as poppler reads them; empty where it is not installed.
inline QString pdfText(const QString& path) {
    return run(QStringLiteral("pdftotext"), {QStringLiteral("-raw"), path, QStringLiteral("-")})
        .out;
}
inline bool hasPoppler() {
    return !QStandardPaths::findExecutable(QStringLiteral("pdftotext")).isEmpty() &&
           !QStandardPaths::findExecutable(QStringLiteral("pdfinfo")).isEmpty();
}
/// A line of pdfinfo, such as "Pages".
inline QString pdfInfo(const QString& path, const QString& name) {
    for (const QString& line : run(QStringLiteral("pdfinfo"), {path}).out.split(QLatin1Char('\n')))
        if (line.startsWith(name + QLatin1Char(':'))) return line.mid(name.size() + 1).trimmed();
    return {};
}

}  // namespace duelo::testing
