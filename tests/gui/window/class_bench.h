// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>

#include <QDir>

#include "../export/export_testing.h"
#include "machine/probe_sheet.h"

/// Files of a class, made by hand from the examples of reports: for tests and screenshots.
namespace duelo::testing {

inline constexpr int kClassPcs = 30, kClassWithoutGpu = 4;  ///< every seventh, from the fifth on
inline bool seatHasGpu(int seat) {
    return seat % 7 != 5;
}

/// One PC's file: ResNet-18 with a random tensor at three sizes, eager, on the CPU and maybe a GPU.
/// Seat 14 is on battery, and slow.
inline RecordLog classLog(int seat, const std::string& student) {
    const bool gpu = seatHasGpu(seat);
    RecordLog log = gpu ? examples::gpuPc() : examples::cpuPc();
    Header& header = std::get<Header>(log.records.front());
    char id[40];
    std::snprintf(id, sizeof id, "00000000-0000-4000-8000-%012d", seat);
    header.run = id;
    header.machine.id = "pc" + std::to_string(1000 + seat);
    header.label = {{"student", student},
                    {"group", seat % 2 ? "G1" : "G2"},
                    {"room", "L12"},
                    {"seat", std::string(seat < 10 ? "0" : "") + std::to_string(seat)}};
    header.state.power_source = seat == 14 ? "battery" : "ac";
    std::set<std::string> dropped;
    std::map<std::string, double> factors;
    Params cpu, other, first, last;
    for (const Record& record : log.records) {
        const auto* cell = std::get_if<CellRecord>(&record);
        if (!cell) continue;
        if (cell->work.text("model") != "resnet18" || cell->work.integer("batch") != 1 ||
            cell->variant.text("mode") != "eager") {
            dropped.insert(cell->cell);
            continue;
        }
        const bool onCpu = deviceOf(cell->variant) == Device::Cpu;
        (onCpu ? cpu : other) = cell->variant;
        if (first.empty()) first = cell->work;
        last = cell->work;
        // Between 0.8 and 1.2, the same in every run of the tests.
        const auto place = static_cast<double>((seat * 37 + (onCpu ? 0 : 53)) % 41) / 100;
        factors[cell->cell] = (0.8 + place) * (onCpu && seat == 14 ? 3.4 : 1) * (onCpu ? 1 : 0.3);
    }
    const auto scale = [&](Record& record) {
        if (auto* samples = std::get_if<Samples>(&record))
            for (double& ms : samples->wall_ms) ms *= factors[samples->cell];
        auto* result = std::get_if<ResultRecord>(&record);
        if (!result) return;
        result->flags.clear();
        result->discarded.clear();
        result->parts.clear();
        result->metrics.clear();
        if (!result->summary) return;
        Summary& s = *result->summary;
        const double by = factors[result->cell];
        for (double* ms : {&s.median_ms, &s.mean_ms, &s.min_ms, &s.p25_ms, &s.p75_ms, &s.max_ms})
            *ms *= by;
        if (s.ci95_ms) s.ci95_ms = Interval{s.ci95_ms->low * by, s.ci95_ms->high * by};
    };
    std::erase_if(log.records, [&](const Record& record) {
        return std::holds_alternative<Notice>(record) ||
               std::visit(
                   [&](const auto& one) {
                       if constexpr (requires { one.cell; }) return dropped.contains(one.cell);
                       return false;
                   },
                   record);
    });
    for (Record& record : log.records) scale(record);
    if (gpu && seat % 3 == 0)
        std::get<Header>(log.records.front()).prediction =
            Prediction{.base = cpu.json(),
                       .other = other.json(),
                       .first = first.json(),
                       .last = last.json(),
                       .answers = {{"times_last", seat % 2 ? "30_to_100" : "10_to_30"}}};
    if (auto& asked = std::get<Header>(log.records.front()).prediction; asked && seat % 2)
        asked->answers = {{"times_last", "above_30"}};
    return log;
}

inline std::string studentOf(int seat) {
    return "Zacarías Benavente" + std::to_string(seat);
}

/// A folder of thirty PCs, of which four have no GPU, as a learning platform unpacks them.
inline void writeClass(const QString& folder, int pcs = kClassPcs) {
    for (int seat = 1; seat <= pcs; ++seat) {
        const QString own = QDir(folder).filePath(
            QStringLiteral("%1_%2_assignsubmission_file").arg(ui::qs(studentOf(seat))).arg(seat));
        QDir().mkpath(own);
        recordFile(classLog(seat, studentOf(seat)),
                   QDir(own).filePath(QStringLiteral("pc%1.duelo").arg(seat, 2, 10, QChar('0'))));
    }
}

inline void writeBytes(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("%s", qPrintable(path));
}

/// What `probe --out` writes on a PC whose driver is too old.
inline void writeProbe(const QString& path, int seat, bool oldDriver) {
    ProbeSheet sheet{.kind = "probe", .app = "0.2.0"};
    sheet.machine = std::get<Header>(classLog(seat, {}).records.front()).machine;
    sheet.gpu.name = "NVIDIA GeForce RTX 3060";
    sheet.gpu.available = !oldDriver;
    sheet.gpu.driver = oldDriver ? "551.86" : "580.65";
    if (oldDriver)
        sheet.gpu.reason = Reason{"driver_too_old", {{"found", "551.86"}, {"needed", "580"}}, {}};
    Json json = toJson(sheet);
    json["label"] = {{"room", "L12"}, {"seat", std::to_string(seat)}};
    writeBytes(path, QByteArray::fromStdString(json.dump()));
}

}  // namespace duelo::testing
