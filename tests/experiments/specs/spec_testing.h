// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include <QTemporaryDir>
#include <QTest>

#include "all_specs.h"
#include "base/json_text.h"

/// Parts that the tests of all specs share.
namespace duelo::test {

inline const Facts kTwoCores{.physical_cores = 2, .devices = {Device::Cpu, Device::Cuda}};
inline const Facts kEightCores{.physical_cores = 8, .devices = {Device::Cpu, Device::Cuda}};

inline QString text(const Json& json) {
    return QString::fromStdString(jsonText(json));
}

inline QStringList codes(const std::vector<Problem>& problems) {
    QStringList list;
    for (const Problem& problem : problems)
        list << QString::fromStdString(problem.reason.code + ' ') + text(problem.reason.args);
    return list;
}

/// Returns the plan of a text; the texts in these tests have no errors.
inline Plan planOf(const QString& json) {
    return planFromJson(parseJson(json.toStdString()).value()).value();
}

/// "c001 {work} {variant}"
inline QStringList described(const std::vector<Cell>& cells) {
    QStringList list;
    for (const Cell& cell : cells)
        list << QString("%1 %2 %3")
                    .arg(QString::fromStdString(cell.id))
                    .arg(text(cell.work.json()), text(cell.variant.json()));
    return list;
}

/// A row for each experiment.
inline void rows() {
    QTest::addColumn<QString>("id");
    for (const Spec& spec : allSpecs())
        QTest::newRow(spec.id.c_str()) << QString::fromStdString(spec.id);
}

/// The experiment of the row.
inline const Spec& fetched() {
    QFETCH(QString, id);
    return *findAny(id.toStdString());
}

inline const Attachment kKernel(
    "extern \"C\" __global__ void pool_each_window() {}\n"
    "extern \"C\" __global__ void matmul1() {}\n");

/// The kernel in a file, as it is typed.
inline std::string kernelFile() {
    static const QTemporaryDir folder;
    const std::string path = folder.filePath("pool.cu").toStdString();
    std::ofstream(path, std::ios::binary) << kKernel.text();
    return path;
}

}  // namespace duelo::test
