// SPDX-License-Identifier: GPL-3.0-or-later
/// animation FOLDER [LANGUAGE]
///
/// The frames of the README's animation, from the fake engine: a live run, then the duel of one of
/// its rows. A frame is called NN_X_Y_MS.png: its number, where the part of the picture that
/// changed begins, how long it is seen. All have the same 256 colours. The target "animation" joins
/// them by apng.py.
#include <algorithm>
#include <cstdio>
#include <map>

#include "report/duel.h"
#include "ui/results/duel_tab.h"
#include "ui/results/duel_view.h"
#include "ui/results/results_table.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

constexpr QSize kWindow(1280, 720), kPicture(960, 540);
constexpr int kColors = 256;
constexpr int kStep_ms = 450, kPause_ms = 1500, kEnd_ms = 4000;
constexpr int kMostLiveFrames = 12, kDuelFrames = 10;

struct Frame {
    QImage picture;
    int shown_ms = 0;
};

class Film {
public:
    void take(QWidget& window, int shown_ms) {
        QTest::qWait(60);  // until it is painted
        const QImage picture =
            window.grab()
                .toImage()
                .scaled(kPicture, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                .convertToFormat(QImage::Format_RGB32);
        if (!m_frames.empty() && m_frames.back().picture == picture)
            m_frames.back().shown_ms += shown_ms;
        else
            m_frames.push_back({picture, shown_ms});
    }
    void hold(int shown_ms) {
        if (!m_frames.empty()) m_frames.back().shown_ms = shown_ms;
    }
    [[nodiscard]] bool save(const QDir& folder) const {
        const QVector<QRgb> colors = commonColors();
        QImage before;
        for (std::size_t i = 0; i < m_frames.size(); ++i) {
            const QImage now = m_frames[i].picture.convertToFormat(QImage::Format_Indexed8, colors);
            const QRect part = changed(before, now);
            const QString name = QString("%1_%2_%3_%4.png")
                                     .arg(i, 2, 10, QChar('0'))
                                     .arg(part.x())
                                     .arg(part.y())
                                     .arg(m_frames[i].shown_ms);
            if (!now.copy(part).save(folder.filePath(name))) return false;
            before = now;
        }
        return !m_frames.empty();
    }

private:
    /// Returns the colours that most points have; the other points get the nearest of them.
    [[nodiscard]] QVector<QRgb> commonColors() const {
        std::map<QRgb, int> points;
        for (const Frame& frame : m_frames)
            for (int y = 0; y < frame.picture.height(); ++y)
                for (int x = 0; x < frame.picture.width(); ++x) ++points[frame.picture.pixel(x, y)];
        std::vector<std::pair<int, QRgb>> order;
        for (const auto& [color, count] : points) order.emplace_back(-count, color);
        std::ranges::sort(order);
        QVector<QRgb> colors;
        for (const auto& [count, color] : order)
            if (colors.size() < kColors) colors << color;
        while (colors.size() < kColors) colors << qRgb(0, 0, 0);  // every frame has as many
        return colors;
    }
    /// Returns the part that has changed; at least one point, because a frame has a size.
    [[nodiscard]] static QRect changed(const QImage& before, const QImage& now) {
        if (before.isNull()) return now.rect();
        QRect part;
        for (int y = 0; y < now.height(); ++y)
            for (int x = 0; x < now.width(); ++x)
                if (before.pixelIndex(x, y) != now.pixelIndex(x, y)) part |= QRect(x, y, 1, 1);
        return part.isEmpty() ? QRect(0, 0, 1, 1) : part;
    }

    std::vector<Frame> m_frames;
};

void filmRun(WindowBench& bench, Film& film) {
    film.take(*bench.window, kStep_ms);
    Plan plan = smallPlan(4, {Device::Cpu, Device::Cuda});
    plan.cases.front()["size_px"] = {128, 224, 512, 1024};
    bench.measure(plan);
    for (int i = 0; i < kMostLiveFrames && bench.work->isMeasuring(); ++i) {
        QTest::qWait(kStep_ms);
        film.take(*bench.window, kStep_ms);
    }
    if (!bench.idle()) return;
    film.take(*bench.window, kPause_ms);
}

bool filmDuel(WindowBench& bench, Film& film) {
    ui::ExperimentFrame& frame = bench.frame();
    frame.table().selectRow(2);
    int tab = 0;
    while (frame.chart(tab) && !qobject_cast<ui::DuelTab*>(frame.chart(tab))) ++tab;
    if (!frame.chart(tab)) return false;
    frame.showChart(tab);
    const auto shown = bench.page().shown();
    if (!shown || !shown->row) return false;
    const auto pairs = duelPairs(shown->comparison, *shown->row);
    if (pairs.empty()) return false;
    const auto& [a, b] = pairs.front();
    const double finish_s =
        duelOf(shown->comparison, *shown->row, a, b, false, shown->labels).finish_s();
    auto* view = frame.chart(tab)->findChild<ui::DuelView*>();
    film.take(*bench.window, kPause_ms);
    for (int i = 1; i <= kDuelFrames; ++i) {
        view->advanceTo(finish_s * i / kDuelFrames);
        film.take(*bench.window, kStep_ms);
    }
    film.hold(kEnd_ms);
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    ui::Application application(argc, argv);
    const QStringList arguments = application.arguments();
    QDir folder(arguments.value(1, "animation"));
    if (!folder.mkpath(".")) return 1;
    for (const QString& old : folder.entryList({"*_*_*_*.png"})) folder.remove(old);
    WindowBench bench("gpu+slow=500", arguments.value(2, "es").toUtf8().constData());
    bench.window->resize(kWindow);
    if (!bench.ready()) return 1;
    bench.window->showPage("inference");
    QTest::qWait(500);  // thumbnails and forecast
    Film film;
    filmRun(bench, film);
    if (!filmDuel(bench, film) || !film.save(folder)) {
        std::fputs("animation: there is no duel to be shown\n", stderr);
        return 1;
    }
    return 0;
}
