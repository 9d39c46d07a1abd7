// SPDX-License-Identifier: GPL-3.0-or-later
// Prints what painting a million samples costs: decimated as CourseChart does it, and as the
// polyline of every sample (G23). Interleaved, so that a busy moment of the machine hits both.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>

#include <QApplication>
#include <QImage>
#include <QPainter>

#include "report/decimate.h"
#include "stats/statistics.h"
#include "ui/charts/column_strokes.h"
#include "ui/charts/course_chart.h"

using namespace duelo;

namespace {

constexpr std::size_t kSamples = 1'000'000;
constexpr int kWidth = 1400, kHeight = 700, kRounds = 9;

struct Samples {
    std::vector<double> t_s, wall_ms;
};

Samples samples() {
    std::mt19937_64 random(1);
    std::lognormal_distribution<double> noise(0, 0.1);
    Samples made;
    for (std::size_t i = 0; i < kSamples; ++i) {
        made.t_s.push_back(static_cast<double>(i) * 1e-3);
        made.wall_ms.push_back(noise(random));
    }
    return made;
}

QPointF pixel(const Samples& from, std::size_t i) {
    return {from.t_s[i] / from.t_s.back() * kWidth, kHeight * (1 - from.wall_ms[i] / 2)};
}

template <typename Work>
double millisecondsOf(Work&& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

}  // namespace

int main(int argc, char** argv) {
    const QApplication application(argc, argv);
    const Samples all = samples();
    QImage image(kWidth, kHeight, QImage::Format_RGB32);

    const auto naive = [&] {
        QPolygonF line;
        line.reserve(static_cast<qsizetype>(kSamples));
        for (std::size_t i = 0; i < kSamples; ++i) line.append(pixel(all, i));
        QPainter painter(&image);
        painter.setPen(QPen(Qt::blue, 1));
        painter.drawPolyline(line);
    };
    ui::CourseChart chart;
    chart.setLive(true);
    CourseValue value;
    value.series.push_back({"CPU", 0, {all.t_s, all.wall_ms}});
    chart.resize(kWidth, kHeight);
    chart.setValue(value);
    chart.grab();
    const auto decimated = [&] {
        QPolygonF line;
        for (const std::size_t i : decimate(all.t_s, all.wall_ms, 0, all.t_s.back(), kWidth))
            line.append(pixel(all, i));
        QPainter painter(&image);
        painter.setPen(QPen(Qt::blue, 1));
        painter.drawLines(ui::columnStrokes(line));
    };
    const auto frame = [&](CourseValue& next) {
        chart.setValue(std::move(next));
        chart.render(&image);
    };

    std::vector<double> naive_ms, decimated_ms, frame_ms, ratios;
    for (int round = 0; round < kRounds; ++round) {
        CourseValue next = value;  // the copy is the caller's
        naive_ms.push_back(millisecondsOf(naive));
        decimated_ms.push_back(millisecondsOf(decimated));
        frame_ms.push_back(millisecondsOf([&] { frame(next); }));
        ratios.push_back(naive_ms.back() / decimated_ms.back());
    }
    std::printf("%zu samples in %d x %d pixels, medians of %d rounds\n", kSamples, kWidth, kHeight,
                kRounds);
    std::printf("  polyline of every sample              %8.2f ms\n", median(naive_ms));
    std::printf("  decimated and painted                 %8.2f ms\n", median(decimated_ms));
    std::printf("  ratio                                 %8.1f (goal 50)\n", median(ratios));
    std::printf("  CourseChart: new value, axes and all  %8.2f ms\n", median(frame_ms));
    return 0;
}
