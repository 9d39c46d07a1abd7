// SPDX-License-Identifier: GPL-3.0-or-later
// The window on the engine that is shipped: a tiny plan, a photograph that is recognised, and a
// network that is trained on real digits.
#include <algorithm>

#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>

#include "experiments/training/output.h"
#include "training_bench.h"
#include "ui/charts/grids_chart.h"
#include "ui/experiments/training/data_view.h"
#include "ui/experiments/training/mistakes_view.h"
#include "ui/results/cards.h"
#include "ui/results/results_model.h"

using namespace duelo;
using namespace duelo::testing;

class TestRealEngine : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private Q_SLOTS:
    /// With a lock of its own: the same test runs beside it in other faces.
    void initTestCase() {
        qputenv("DUELO_LOCK_FILE", QFile::encodeName(m_folder.filePath("lock")));
    }
    void tinyPlanIsMeasured_S0_18();
    void photographIsSeen_S0_48();
    void digitsAreLearnt_S2_13_S2_44_S4_01();
    void aPictureIsPooled_S2_41();
    void whatAFileBringsRunsAfterItWasSeen_X_07();
};

void TestRealEngine::tinyPlanIsMeasured_S0_18() {
    WindowBench bench({}, "es", DUELO_ENGINE);
    QVERIFY(bench.ready());
    QVERIFY(!caseValues(bench.window->experimentPage("inference").form().plan(), "model")
                 .empty());  // proposed
    Plan plan = smallPlan(2);
    plan.variants.front()["threads"] = {1};
    bench.measure(plan);
    QTRY_VERIFY_WITH_TIMEOUT(!bench.work->isMeasuring(), 120'000);
    QVERIFY2(bench.message().isEmpty(), qPrintable(bench.message()));
    QCOMPARE(bench.table().rowCount(), 2);
    const auto seconds = [&](int row) {
        return bench.table().index(row, 1).data(ui::ResultsModel::ValueRole).toDouble();
    };
    QVERIFY(seconds(0) > 0 && seconds(1) > 0);
    const auto log = readRecords(bench.work->run().path().toStdString());
    QVERIFY(log && log->integrity == Integrity::Sealed);
    for (const Record& record : log->records)
        if (const auto* result = std::get_if<ResultRecord>(&record)) {
            const double shown = seconds(result->cell == "c001" ? 0 : 1);
            QVERIFY(std::abs(shown - result->summary->median_ms / 1000) < 1e-12);
        }
}

void TestRealEngine::photographIsSeen_S0_48() {
    WindowBench bench({}, "en", DUELO_ENGINE);
    QVERIFY(bench.ready());
    Plan plan = smallPlan(1);
    plan.cases.front()["input"] = {"sample:coffee.png"};
    plan.variants.front()["threads"] = {1};
    const QString sample = "sample:coffee.png";
    QSignalSpy seen(bench.work.get(), &ui::Session::thumbnailArrived);
    bench.measure(plan);
    QTRY_VERIFY_WITH_TIMEOUT(!bench.work->isMeasuring(), 120'000);
    // The card asks for it when it has something to say of it.
    const auto pictured = [&] {
        return std::ranges::any_of(seen, [&](const auto& arrived) {
            return arrived.at(0).toString() == sample &&
                   arrived.at(1).template value<QImage>().width() > 40;
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(pictured(), 60'000);
    // Random weights recognise nothing, and the card says so instead of a class.
    const QString told = QString::fromStdString(bench.word("explain.class_random"));
    const auto said = [&] {
        return std::ranges::any_of(bench.frame().findChildren<QLabel*>(),
                                   [&](const QLabel* label) { return label->text() == told; });
    };
    QTRY_VERIFY_WITH_TIMEOUT(said(), 60'000);
    // However large it is, the cards are as wide as their column.
    const QScrollArea& cards = bench.frame().cards();
    QTRY_VERIFY(cards.isVisible() && cards.widget()->width() <= cards.viewport()->width());
}

void TestRealEngine::digitsAreLearnt_S2_13_S2_44_S4_01() {
    WindowBench bench({}, "en", DUELO_ENGINE);
    QVERIFY(bench.ready());
    bench.window->showPage("training");
    ui::ExperimentPage& page = bench.window->experimentPage("training");
    Plan plan = trainingPlan();
    plan.cases.front()["model"] = {"mlp"};
    plan.cases.front()["data"] = {"digits"};
    plan.cases.front()["batch"] = {64};
    plan.cases.front()["epochs"] = {3};
    plan.variants.front()["threads"] = {1};
    plan.variants.front()["mode"] = {"eager", "fused"};
    page.setPlan(plan);
    // The real counts, before anything is trained.
    auto* data = page.findChild<ui::DataView*>();
    const auto counted = [&] {
        const auto tables = data->findChildren<QTableWidget*>();
        return !tables.isEmpty() && tables.front()->rowCount() == 11 &&
               tables.front()->item(10, 1)->text() == "3500";
    };
    QTRY_VERIFY_WITH_TIMEOUT(counted(), 60'000);
    QVERIFY(toJson(page.form().plan()) == toJson(plan));

    bench.window->actions().run->trigger();
    QVERIFY(bench.work->isMeasuring());
    QTRY_VERIFY_WITH_TIMEOUT(!bench.work->isMeasuring(), 120'000);
    const Comparison* comparison = bench.work->run().comparison();
    QVERIFY(comparison && comparison->rows.size() == 1);
    for (const ReportCell& cell : comparison->rows.front().cells) {
        QCOMPARE(epochsOf(cell).size(), 3U);
        const auto trained = trainedOf(cell.result);
        QVERIFY(trained && trained->test_accuracy > 0.5);
    }
    const auto pictures = [&] {
        int count = 0;
        for (auto* label : page.findChild<ui::MistakesView*>()->findChildren<QLabel*>())
            count += label->pixmap().isNull() ? 0 : 1;
        return count;
    };
    page.showTab("Mistakes");
    QTRY_VERIFY_WITH_TIMEOUT(pictures() > 0, 60'000);
}

/// The engine decodes it; picture and map stand beside each other, as bright as they are.
void TestRealEngine::aPictureIsPooled_S2_41() {
    WindowBench bench({}, "en", DUELO_ENGINE);
    QVERIFY(bench.ready());
    Plan plan = usualPlan(*findSpec("max_pool"), Facts{});
    plan.preset = Preset::Quick;
    plan.cases.front()["numbers"] = {"picture"};
    plan.cases.front()["picture"] = {"sample:camera.png"};
    plan.cases.front()["size_px"] = {16};
    plan.variants.front()["kernel"] = {"loops"};
    bench.window->showPage("max_pool");
    ui::ExperimentPage& page = bench.window->experimentPage("max_pool");
    page.setPlan(plan);
    page.showTab("Picture and map");
    bench.window->actions().run->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!bench.work->isMeasuring(), 120'000);
    page.showTab("Picture and map");
    const auto* tab = page.frame().chart(page.frame().currentChart());
    const auto* chart = tab->findChild<ui::GridsChart*>();
    QVERIFY(chart && chart->isVisible());
    const GridsValue& value = chart->value();
    QCOMPARE(value.grids.at(0).cells.size(), std::size_t{256});
    QCOMPARE(value.grids.at(1).cells.size(), std::size_t{64});
    QVERIFY(value.grids[1].cells[9].grey && *value.grids[1].cells[9].grey <= 1);
    // Nothing of it is cut: what finds no room can be scrolled to.
    QVERIFY(chart->height() >= chart->heightForWidth(chart->width()));
    QVERIFY(std::holds_alternative<GridsValue>(page.currentChart()));
}

/// A file of somebody else's, with a command and a kernel in it: opening it runs nothing, and nor
/// does F5 before its text was seen here.
void TestRealEngine::whatAFileBringsRunsAfterItWasSeen_X_07() {
#ifdef Q_OS_UNIX
    WindowBench bench({}, "en", DUELO_ENGINE);
    QVERIFY(bench.ready());
    const QString trace = bench.path("trace");
    const Attachment command("touch " + trace.toStdString()),
        kernel("extern \"C\" __global__ void matmul2() {}\n");
    // A command is called by what it is.
    const auto nameOf = [&](const Attachment& text) {
        return text == command ? command.text() : std::string("theirs.cu");
    };
    const auto foreign = [&](const char* experiment, const char* axis, const Attachment& text) {
        Plan plan = usualPlan(*findSpec(experiment), Facts{});
        plan.preset = Preset::Quick;
        plan.attachments = {{nameOf(text), text}};
        plan.variants.front()[axis] = {referenceTo(nameOf(text), text)};
        if (std::string_view(axis) == "source") {
            plan.variants.front()["device"] = {"cuda"};
            plan.variants.front()["kernel"] = {"own"};
        }
        Header header;
        header.run = std::string("66666666-6666-4666-8666-66666666666") + experiment[0];
        header.app = "0.1.0";
        header.started = "2026-05-08T08:00:00Z";
        header.plan = toJson(plan);
        header.plan_hash = planHash(header.plan);
        header.cells = 1;
        const QString path = bench.path(QString::fromUtf8(experiment) + ".duelo");
        if (!(*RecordFile::create(ui::pathOf(path)))->write(header)) qFatal("not written");
        return path;
    };
    const auto answer = [](const std::string& expected, bool allow) {
        inNextDialog([expected, allow](QDialog& dialog) {
            const auto* shown = dialog.findChild<QPlainTextEdit*>();
            if (!shown || !shown->toPlainText().contains(QString::fromStdString(expected)))
                qFatal("not the text that would run");
            QMetaObject::invokeMethod(&dialog, allow ? "accept" : "reject", Qt::DirectConnection);
        });
    };
    for (const auto& [experiment, axis, text] : {std::tuple("matrix_product", "source", kernel),
                                                 std::tuple("program", "command", command)}) {
        const QString path = foreign(experiment, axis, text);
        bench.window->openFiles({path});
        QTRY_COMPARE_WITH_TIMEOUT(bench.work->run().path(), path, kSoonMs);
        bench.window->showPage(experiment);
        ui::ExperimentPage& page = bench.window->experimentPage(experiment);
        QTRY_VERIFY_WITH_TIMEOUT(page.plan().attachments.contains(nameOf(text)), kSoonMs);
        QTRY_VERIFY_WITH_TIMEOUT(bench.work->canMeasure(), kSoonMs);
        answer(text.text(), false);
        bench.window->actions().run->trigger();
        QVERIFY(!bench.work->isMeasuring());
        QVERIFY2(bench.messageOf(page.frame()).contains(QString::fromStdString(nameOf(text))),
                 qPrintable(bench.messageOf(page.frame())));
        QVERIFY(!QFile::exists(trace));
    }
    // The command, once it was allowed; the kernel would take a GPU.
    answer(command.text(), true);
    bench.window->actions().run->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(trace), 120'000);
    QTRY_VERIFY_WITH_TIMEOUT(!bench.work->isMeasuring(), 120'000);
#else
    QSKIP("no command to be had that only leaves a trace");
#endif
}

int main(int argc, char** argv) {
    return runInApplication<TestRealEngine>(argc, argv);
}
#include "tst_real_engine.moc"
