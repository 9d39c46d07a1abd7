// SPDX-License-Identifier: GPL-3.0-or-later
/// screenshots FOLDER [LANGUAGE [THEME [WIDTHxHEIGHT [ZOOM]]]]
///
/// Every page and dialog of the window as PNG, in both languages and all themes, at 1024x600,
/// 1280x720 and 1920x1080, zoom 100 and 200 %, or what is asked for, from the fake engine, so that
/// two builds can be compared picture by picture. QT_SCALE_FACTOR=2 draws as a screen of that scale
/// does. Built and run by the target "screenshots"; people look at them, and tst_pages_drawn finds
/// what is cut.
#include <QComboBox>
#include <QListWidget>
#include <QPlainTextEdit>
#include <cstdio>

#include "class_bench.h"
#include "report/view.h"
#include "training_bench.h"
#include "ui/charts/scatter_chart.h"
#include "ui/classroom/class_page.h"
#include "ui/lab_report/report_page.h"
#include "ui/pages/guide_page.h"
#include "ui/results/lesson_tab.h"
#include "ui/shell/application.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

QString nameOf(ui::ThemeChoice theme) {
    const std::string_view word = ui::kThemeWords[static_cast<std::size_t>(theme)];
    return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
}

class Album {
public:
    Album(ui::Application& application, QDir folder, QString language, ui::ThemeChoice theme,
          QSize size, int zoom)
        : m_application(application),
          m_folder(std::move(folder)),
          m_language(std::move(language)),
          m_theme(theme),
          m_size(size),
          m_zoom(zoom) {}

    bool make() {
        return pages() && live() && scaling() && imported() && training() && troubles() &&
               presentation();
    }

private:
    std::unique_ptr<WindowBench> bench(const QString& scenario, int zoom = 0,
                                       const QString& program = DUELO_FAKE_ENGINE) {
        auto made =
            std::make_unique<WindowBench>(scenario, m_language.toUtf8().constData(), program);
        made->settings.setTheme(m_theme);
        made->settings.setZoomPercent(zoom > 0 ? zoom : m_zoom);
        m_application.applyAppearance(made->settings);
        made->window->rebuild();
        made->window->resize(m_size);
        return made;
    }
    bool keep(QWidget& widget, const QString& name) {
        QTest::qWait(60);
        const QString zoom = m_zoom == 100 ? QString() : QString("_%1").arg(m_zoom);
        const QString file = m_folder.filePath(QString("%1_%2_%3_%4%5.png")
                                                   .arg(name, m_language, nameOf(m_theme))
                                                   .arg(m_size.width())
                                                   .arg(zoom));
        std::puts(qPrintable(file));
        return widget.grab().save(file);
    }
    bool dialog(QAction& action, const QString& name) {
        bool kept = false;
        inNextDialog([&](QDialog& box) {
            kept = keep(box, name);
            box.reject();
        });
        action.trigger();
        return kept;
    }

    bool pages() {
        const auto made = bench("gpu");
        bool good = made->ready();
        QTest::qWait(300);
        ui::MainWindow& window = *made->window;
        good = good && keep(window, "start");
        for (const char* gallery : {"measure", "learn"}) {
            window.showPage(gallery);
            good = good && keep(window, gallery);
        }
        for (const Spec& spec : specs()) {
            if (!spec.page.empty()) continue;  // shown on another's
            window.showPage(QString::fromStdString(spec.id));
            QTest::qWait(300);
            good = good && keep(window, "page_" + QString::fromStdString(spec.id)) &&
                   lessons(window, spec);
        }
        good = good && report(*made) && classroom(*made);
        for (int step = 1; step <= 8; ++step) {
            window.showPage("guide");
            window.findChild<ui::GuidePage*>()->showStep(step);
            good = good && keep(window, QString("guide_%1").arg(step));
        }
        window.showPage("glossary");
        good = good && keep(window, "glossary");
        window.showPage("diagnosis");
        good = good && keep(window, "diagnosis");
        window.showPage("inference");  // not every experiment has a program for PyTorch
        const auto& actions = window.actions();
        return good && dialog(*actions.settings, "settings") && dialog(*actions.keys, "keys") &&
               dialog(*actions.script, "script") && dialog(*actions.about, "about");
    }
    /// Takes pictures of the tabs that an experiment shows before anything is measured.
    bool lessons(ui::MainWindow& window, const Spec& spec) {
        if (!spec.view || spec.view->lessons.empty()) return true;
        ui::ExperimentFrame& frame = window.experimentPage(spec.id).frame();
        bool good = true;
        for (int tab = 0; auto* view = qobject_cast<ui::ResultTab*>(frame.chart(tab)); ++tab) {
            if (view->needsResult()) continue;
            frame.showChart(tab);
            auto* lesson = qobject_cast<ui::LessonTab*>(view);
            if (lesson) lesson->setStep(2);
            good = good && keep(window, QString("%1_%2").arg(ui::qs(spec.id)).arg(tab));
        }
        frame.showChart(0);
        return good;
    }
    /// With an answer that cites what was measured.
    bool report(WindowBench& made) {
        made.measure(smallPlan(3, {Device::Cpu, Device::Cuda}));
        if (!made.idle()) return false;
        made.window->showPage("report");
        QTest::qWait(100);
        auto* page = made.window->findChild<ui::ReportPage*>();
        auto* evidence = page->findChild<QListWidget*>("evidence");
        if (!keep(*made.window, "report_cover")) return false;
        page->showSection(3);
        QTest::qWait(50);
        ui::AnswerEditor& answer = *page->editors().first();
        answer.setFocus();
        answer.insertPlainText(m_language == "es" ? "La CPU tarda " : "The CPU takes ");
        for (const int row : {evidence->count() - 1, 1}) {
            evidence->setCurrentRow(row);
            QTest::keyClick(evidence, Qt::Key_Return);
            answer.insertPlainText(m_language == "es" ? "y es 77 veces " : "and is 77 times ");
        }
        QTest::qWait(700);
        return keep(*made.window, "report");
    }
    /// Thirty PCs: the charts, a PC that was clicked, the wall of seats, in a presentation.
    bool classroom(WindowBench& made) {
        using View = ui::ClassFilters::View;
        made.window->showPage("class");
        auto* page = made.window->findChild<ui::ClassPage*>();
        bool good = keep(*made.window, "class_empty");
        const QString folder = made.path("L12");
        writeClass(folder);
        test::put(ui::pathOf(folder + "/notas.txt"), "no");
        for (const int seat : {3, 9, 22}) writeProbeOf(folder, seat, true);
        writeProbeOf(folder, 4, false);
        made.window->openFiles({folder});
        const auto& marks = page->chart().value().marks;
        if (!QTest::qWaitFor([&] { return marks.size() == 168; }, kSoonMs)) return false;
        QTest::qWait(300);
        for (std::size_t i = 0; i < marks.size(); ++i)
            if (marks[i].words.find(" 14\n512") != std::string::npos && marks[i].style == 0)
                Q_EMIT page->chart().markChosen(static_cast<int>(i));
        QTest::qWait(700);
        const std::pair<View, const char*> views[] = {{View::Times, "class_times"},
                                                      {View::Ratios, "class_ratios"},
                                                      {View::Predictions, "class_predictions"},
                                                      {View::Seats, "class_seats"},
                                                      {View::LeftOut, "class_left_out"}};
        for (const auto& [view, name] : views) {
            page->filters().setView(view);
            Q_EMIT page->filters().edited();
            QTest::qWait(100);
            good = good && keep(*made.window, name);
        }
        return good;
    }
    bool live() {
        Plan plan = smallPlan(4, {Device::Cpu, Device::Cuda});
        plan.cases.resize(2, plan.cases.front());
        plan.cases[0]["size_px"] = {128, 224, 512, 1024};
        plan.cases[1]["size_px"] = {224};
        plan.cases[1]["input"] = {"sample:astronaut.png", "sample:chelsea.png",
                                  "sample:coffee.png"};
        const auto made = bench("gpu+slow=500");
        if (!made->ready()) return false;
        made->measure(plan);
        if (!QTest::qWaitFor([&] { return made->work->run().runningCell() == "c006"; }, kSoonMs))
            return false;
        QTest::qWait(200);
        bool good = keep(*made->window, "live");
        good = made->idle() && good;
        QTest::qWait(1000);  // for the photographs, which no run waits for
        const char* const names[] = {"measured_lines", "measured_distribution", "measured_course"};
        for (int tab = 0; tab < 3; ++tab) {
            made->frame().showChart(tab);
            made->frame().table().selectRow(2);
            good = good && keep(*made->window, names[tab]);
        }
        Q_EMIT made->frame().selectionChanged(1);
        good = good && keep(*made->window, "measured_photos");
        const QString file = made->work->run().path();
        made->window->showPage("home");
        good = good && keep(*made->window, "start_recent");

        const auto poor = bench("normal");  // a PC without GPU beside the other's file
        good = good && poor->measured(plan);
        good = good && keep(*poor->window, "no_gpu");
        poor->work->run().addBeside(file, duelo::Role::Shared);
        good = good && QTest::qWaitFor([&] { return !poor->work->run().isReading(); }, kSoonMs);
        return good && keep(*poor->window, "shared_gpu");
    }
    /// Shows a sweep over the numbers of threads that the form's link chooses.
    bool scaling() {
        const auto made = bench("gpu");
        Plan plan = smallPlan(1);
        plan.variants.front()["threads"] = {1, 2, 3, 4, 8};
        if (!made->measured(plan)) return false;
        made->frame().showChart(3);
        bool good = keep(*made->window, "scaling");
        auto* which = made->frame().chart(3)->findChild<QComboBox*>("which");
        which->setCurrentIndex(1);
        Q_EMIT which->activated(1);
        return keep(*made->window, "scaling_efficiency") && good;
    }

    /// GPU times without a file, on a PC without a GPU: both tabs of the dialog, and the table.
    bool imported() {
        const auto poor = bench("normal");
        Plan plan = smallPlan();
        plan.cases.front()["size_px"] = {224, 512, 1024};
        bool good = poor->measured(plan);
        inNextDialog([&](QDialog& box) {
            box.findChild<QLineEdit*>("time 224")->setText("0,0040");
            good = good && keep(box, "import_typed");
            for (const char* size : {"512", "1024"})
                box.findChild<QLineEdit*>(QString("time ") + size)->setText("31 ms");
            box.findChild<QLineEdit*>("importSource")->setText("grupo 7, RTX 3060");
            box.accept();
        });
        Q_EMIT poor->page().form().otherTimesWanted(false);
        good = good && QTest::qWaitFor([&] { return !poor->work->run().isReading(); }, kSoonMs) &&
               keep(*poor->window, "import_table");
        inNextDialog([&](QDialog& box) {
            box.findChild<QPlainTextEdit*>("importOutput")
                ->setPlainText(
                    "CUDA disponible: True\nTiempo en CPU: 0.0912 segundos\n"
                    "Tiempo en GPU: 0.3127 segundos\n");
            good = good && keep(box, "import_printed");
            box.reject();
        });
        Q_EMIT poor->page().form().otherTimesWanted(true);
        return good;
    }
    bool training() {
        const auto made = bench("gpu+slow=3000");
        ui::MainWindow& window = *made->window;
        window.showPage("training");
        if (!made->ready()) return false;
        QTest::qWait(500);
        bool good = true;
        Plan plan = trainingPlan({Device::Cpu, Device::Cuda});
        plan.variants.front()["mode"] = {"eager", "fused"};
        plan.cases.front()["epochs"] = {12};
        window.experimentPage("training").setPlan(plan);
        window.actions().run->trigger();
        if (!QTest::qWaitFor([&] { return made->work->run().runningCell() == "c002"; }, kSoonMs))
            return false;
        QTest::qWait(1500);
        good = good && keep(window, "train_live") && made->idle();
        ui::ExperimentFrame& frame = window.experimentPage("training").frame();
        for (int tab = 1; auto* view = frame.chart(tab); ++tab) {
            frame.showChart(tab);
            QTest::qWait(300);
            good = good && keep(window, qPrintable(QString("train_%1").arg(tab)));
            if (auto* other = view->findChild<QPushButton*>("otherRun")) other->click();
        }
        good = good && made->idle() && keep(window, "train_finder");
        plan.cases.front()["batch"] = {16, 32, 64, 128};
        return good && sweep(plan);
    }
    /// Several batches, on a machine that is fast; the parts of the page that differ then.
    bool sweep(const Plan& plan) {
        const auto made = bench("gpu");
        made->window->showPage("training");
        if (!made->ready()) return false;
        made->window->experimentPage("training").setPlan(plan);
        made->window->actions().run->trigger();
        if (!made->idle()) return false;
        made->window->experimentPage("training").frame().showChart(3);
        auto* times = made->window->experimentPage("training")
                          .frame()
                          .chart(3)
                          ->findChild<QComboBox*>("which");
        times->setCurrentIndex(1);
        Q_EMIT times->activated(1);
        return keep(*made->window, "train_batches");
    }
    bool troubles() {
        const auto dead = bench("abort@any");
        bool good = dead->measured(smallPlan(6)) && keep(*dead->window, "three_deaths");
        const auto none = bench({}, 0, "/nowhere/duelo-engine");
        none->work->askProbe();
        QTest::qWait(500);
        none->window->showPage("home");
        good = good && keep(*none->window, "no_engine");
        none->window->showPage("diagnosis");
        return good && keep(*none->window, "no_engine_diagnosis");
    }
    bool presentation() {
        const auto large = bench("gpu", m_size.width() >= 1920 ? 150 : 130);
        bool good = large->measured(smallPlan(3, {Device::Cpu, Device::Cuda})) &&
                    keep(*large->window, "zoomed");
        const auto made = bench("gpu");
        good = good && made->measured(smallPlan(3, {Device::Cpu, Device::Cuda}));
        made->window->actions().present->trigger();
        made->window->showNormal();
        made->window->resize(m_size);
        good = good && keep(*made->window, "presentation");
        const auto narrow = bench("gpu");
        narrow->window->resize(1024, 640);
        return good && narrow->measured(smallPlan(3, {Device::Cpu, Device::Cuda})) &&
               keep(*narrow->window, "narrow");
    }

    ui::Application& m_application;
    QDir m_folder;
    QString m_language;
    ui::ThemeChoice m_theme;
    QSize m_size;
    int m_zoom;
};

}  // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    ui::Application application(argc, argv);
    const QStringList arguments = application.arguments();
    const QDir folder(arguments.value(1, "screenshots"));
    if (!folder.mkpath(".")) return 1;
    const QString language = arguments.value(2), theme = arguments.value(3),
                  wanted = arguments.value(4);
    QList<QSize> sizes{{1024, 600}, {1280, 720}, {1920, 1080}};
    if (const QStringList sides = wanted.split('x'); sides.size() == 2)
        sizes = {{sides[0].toInt(), sides[1].toInt()}};
    QList<int> zooms{100, 200};
    if (const int zoom = arguments.value(5).toInt(); zoom > 0) zooms = {zoom};
    bool good = true;
    for (const QString& each : {QString("es"), QString("en")})
        for (const auto choice :
             {ui::ThemeChoice::Light, ui::ThemeChoice::Dark, ui::ThemeChoice::Contrast})
            for (const QSize size : sizes)
                for (const int zoom : zooms) {
                    if ((!language.isEmpty() && language != each) ||
                        (!theme.isEmpty() && theme != nameOf(choice)))
                        continue;
                    good = Album(application, folder, each, choice, size, zoom).make() && good;
                }
    return good ? 0 : 1;
}
