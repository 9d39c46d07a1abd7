// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>

#include "../../classroom/class_testing.h"
#include "ui/look/settings.h"

/// The files of a class, for the tests of its page and for screenshots.
namespace duelo::testing {

inline constexpr int kClassPcs = 30, kClassWithoutGpu = 4;

/// "Zacarías Benavente7", whom nobody must read of in a presentation.
inline std::string studentOf(int seat) {
    return "Zacarías Benavente" + std::to_string(seat);
}

/// PC 5, 12, 19 and 26 have no GPU; 14 is on battery and slow; of 8 the GPU's times drift; every
/// third has predicted.
inline test::Pc classPc(int seat) {
    // Between 0.8 and 1.2, the same in every run.
    const auto factorOf = [seat](int salt) { return 0.8 + (seat * 37 + salt) % 41 / 100.0; };
    test::Pc pc{.number = seat,
                .gpu = seat % 7 != 5,
                .student = studentOf(seat),
                .sizes = {224, 512, 1024},
                .cpu_ms = 20 * factorOf(0) * (seat == 14 ? 3.4 : 1),
                .gpu_ms = 1.9 * factorOf(53) * (seat % 11 == 0 ? 3 : 1),
                .power_source = seat == 14 ? "battery" : "ac"};
    if (seat == 8) pc.gpu_flags = {"drift"};
    if (!pc.gpu || seat % 3 != 0) return pc;
    const auto work = [](int size) {
        return Json{{"model", "resnet18"}, {"input", "random"}, {"size_px", size}, {"batch", 1}};
    };
    const auto variant = [](const char* device) {
        return Json{{"device", device}, {"precision", "fp32"}, {"mode", "eager"}};
    };
    const char* const bands[] = {"3_to_10", "10_to_30", "1_to_3", "above_30"};
    pc.prediction = Prediction{.base = variant("cpu"),
                               .other = variant("cuda"),
                               .first = work(224),
                               .last = work(1024),
                               .answers = {{"times_last", bands[seat / 3 % 4]}}};
    return pc;
}

/// A folder as a learning platform unpacks what was handed in.
inline void writeClass(const QString& folder, int pcs = kClassPcs) {
    for (int seat = 1; seat <= pcs; ++seat) {
        const QString own =
            QStringLiteral("%1_%2_assignsubmission_file").arg(ui::qs(studentOf(seat))).arg(seat);
        const QString name = QStringLiteral("pc%1.duelo").arg(seat, 2, 10, QChar('0'));
        test::writePc(ui::pathOf(QDir(folder).filePath(own + '/' + name)), classPc(seat));
    }
}

/// Writes the file that `probe --out` writes on a PC, maybe with a driver that is too old.
inline void writeProbeOf(const QString& folder, int seat, bool oldDriver) {
    GpuSheet gpu{.available = !oldDriver, .name = "RTX 3060"};
    gpu.driver = oldDriver ? "551.86" : "580.65";
    if (oldDriver)
        gpu.reason = Reason{"driver_too_old", {{"found", "551.86"}, {"needed", "580"}}, {}};
    test::writeProbe(ui::pathOf(QDir(folder).filePath(QStringLiteral("probe%1.json").arg(seat))),
                     classPc(seat), gpu);
}

}  // namespace duelo::testing
