// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QProgressDialog>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "experiments/specs.h"
#include "ui/form/experiment_form.h"
#include "ui/results/experiment_frame.h"
#include "ui/results/experiment_page.h"
#include "ui/shell/application.h"
#include "ui/shell/main_window.h"

/// Parts that the tests of the window share.
namespace duelo::testing {

inline constexpr int kSoonMs = 30'000;

/// Preset, seconds and sizes so small that the fake engine plays them at once.
inline Plan smallPlan(int cells = 3, std::vector<Device> devices = {Device::Cpu}) {
    Plan plan = usualPlan(*findSpec("inference"), Facts{.devices = std::move(devices)});
    std::vector<Json>& sizes = plan.cases.front()["size_px"];
    sizes.clear();
    for (int i = 0; i < cells; ++i) sizes.push_back(64 + 32 * i);
    plan.preset = Preset::Quick;
    return plan;
}

using Values = std::vector<Json>;

/// Returns the values of an axis in the first block of cases of a plan.
inline const Values& caseValues(const Plan& plan, std::string_view axis) {
    return valuesIn(plan.cases.front(), axis);
}

/// A window on a fake engine, with settings and results in a folder of its own.
class WindowBench {
public:
    explicit WindowBench(const QString& scenario = "normal", const char* language = "es",
                         const QString& program = QStringLiteral(DUELO_FAKE_ENGINE))
        : settings(m_folder.filePath("duelo.ini"), m_folder.filePath("none.ini")) {
        settings.setLanguage(parseWord<Language>(language));
        settings.setTheme(ui::ThemeChoice::Light);
        settings.setDecimal(',');
        settings.setResultsFolder(m_folder.filePath("resultados ñ"));
        QStringList arguments{"serve"};
        if (!scenario.isEmpty()) arguments << scenario;
        if (auto* application = qobject_cast<ui::Application*>(qApp))
            application->applyAppearance(settings);
        work = std::make_unique<ui::Session>(settings, program, arguments);
        work->controller().setCancelLimit(std::chrono::milliseconds(400));
        window = std::make_unique<ui::MainWindow>(settings, *work);
        window->resize(1280, 720);
        window->show();
        window->activateWindow();
        QApplication::setActiveWindow(window.get());  // keys go to the active one
    }

    /// Shows the window with the engine's answer; false when none comes.
    [[nodiscard]] bool ready() {
        static_cast<void>(page());
        work->askProbe();
        return QTest::qWaitFor([this] { return button().isEnabled(); }, kSoonMs);
    }
    void measure(const Plan& plan = smallPlan()) {
        window->showPage("inference");
        page().form().setPlan(plan);
        window->actions().run->trigger();
    }
    [[nodiscard]] bool idle() {
        return QTest::qWaitFor([this] { return !work->isMeasuring(); }, kSoonMs);
    }
    [[nodiscard]] bool measured(const Plan& plan = smallPlan()) {
        if (!ready()) return false;
        measure(plan);
        return idle();
    }

    /// Waits until so many cells have a result in the table.
    [[nodiscard]] bool hasMeasured(int cells) {
        return QTest::qWaitFor(
            [&] {
                const Comparison* comparison = work->run().comparison();
                int count = 0;
                if (comparison)
                    for (const Row& row : comparison->rows)
                        for (const ReportCell& cell : row.cells) count += cell.measured();
                return count >= cells;
            },
            kSoonMs);
    }

    [[nodiscard]] ui::ExperimentPage& page() const { return window->experimentPage("inference"); }
    [[nodiscard]] ui::ExperimentFrame& frame() const { return page().frame(); }
    [[nodiscard]] QPushButton& button() const {
        return *frame().findChild<QPushButton*>("runButton");
    }
    [[nodiscard]] QAbstractItemModel& table() const { return *frame().table().model(); }
    [[nodiscard]] QString cell(int row, int column) const {
        return table().index(row, column).data().toString();
    }
    /// The sentence above the answer; empty while there is none.
    [[nodiscard]] QString message() const { return messageOf(frame()); }
    [[nodiscard]] static QString messageOf(ui::ExperimentFrame& of) {
        const auto* label = of.findChild<QLabel*>("message");
        return label->isVisibleTo(&of) ? label->text() : QString();
    }
    [[nodiscard]] QString headline() const {
        return frame().findChild<QLabel*>("headline")->text();
    }
    [[nodiscard]] QPushButton& messageAction() const {
        return *frame().findChild<QPushButton*>("messageAction");
    }
    /// The button that measures the cells that are missing.
    [[nodiscard]] QPushButton& resumeButton() const {
        return *frame().findChild<QPushButton*>("resumeRun");
    }
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    [[nodiscard]] std::string word(const std::string& key) const {
        return ui::textOf(settings)(key, {{"unit", "s"}});
    }

private:
    QTemporaryDir m_folder;

public:
    ui::Settings settings;
    std::unique_ptr<ui::Session> work;
    std::unique_ptr<ui::MainWindow> window;
};

/// Calls `act` in the next dialog that opens, as a user would act there: once, inside the dialog's
/// own loop.
inline void inNextDialog(std::function<void(QDialog&)> act) {
    auto* timer = new QTimer(qApp);
    timer->setInterval(20);
    QObject::connect(timer, &QTimer::timeout, qApp, [timer, act = std::move(act)] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (!dialog || !dialog->isVisible()) return;
        if (qobject_cast<QProgressDialog*>(dialog)) return;  // what takes long on a slow machine
        timer->deleteLater();
        timer->stop();
        act(*dialog);
    });
    timer->start();
}

/// Chooses this file in the next file dialog.
inline void chooseFile(const QString& path) {
    inNextDialog([path](QDialog& dialog) {
        auto* name = dialog.findChild<QLineEdit*>("fileNameEdit");
        if (name) name->setText(path);
        QMetaObject::invokeMethod(&dialog, name ? "accept" : "reject", Qt::DirectConnection);
    });
}

/// Runs a test in the program's own application: its translations, its look, its net for throws.
template <typename Test>
int runInApplication(int argc, char** argv) {
    ui::Application application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

}  // namespace duelo::testing
