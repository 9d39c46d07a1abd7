// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>

#include <QClipboard>
#include <QComboBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTableWidget>
#include <QtTest>

#include "../../report/training_examples.h"
#include "../session/store_testing.h"
#include "report/export.h"
#include "report/imported.h"
#include "ui/form/experiment_form.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

constexpr const char* kColab = "Tiempo en CPU: 0.0912 segundos\nTiempo en GPU: 0.3127 segundos\n";

Plan handoutsPlan() {
    Plan plan = smallPlan();
    plan.cases.front()["size_px"] = {224, 512, 1024};
    return plan;
}

template <typename W>
W& part(QDialog& dialog, const char* name) {
    auto* found = dialog.findChild<W*>(name);
    if (!found) qFatal("no %s", name);
    return *found;
}

void choose(QDialog& dialog, const char* name, const char* value) {
    auto& box = part<QComboBox>(dialog, name);
    box.setCurrentIndex(box.findData(QString(value)));
}

void typeHandouts(QDialog& dialog) {
    part<QLineEdit>(dialog, "time 224").setText("0,0040");
    part<QLineEdit>(dialog, "time 512").setText("0.0090");
    part<QLineEdit>(dialog, "time 1024").setText("31 ms");
    part<QLineEdit>(dialog, "importSource").setText("grupo 7, RTX 3060");
}

/// Whether the column can be added; else what the dialog says is wrong.
bool keeps(QDialog& dialog) {
    return part<QPushButton>(dialog, "importKeep").isEnabled();
}

QStringList titlesOf(const QAbstractItemModel& table) {
    QStringList titles;
    for (int c = 0; c < table.columnCount(); ++c)
        titles << table.headerData(c, Qt::Horizontal, Qt::ToolTipRole).toString();
    return titles;
}

void wait(WindowBench& bench, std::size_t files) {
    QTRY_COMPARE_WITH_TIMEOUT(bench.work->run().logs().size(), files, kSoonMs);
}

}  // namespace

class TestImportInWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Option B without a file: typed times and Colab's single line fill the handout's tables.
    void fillsTheHandoutsTables_S0_31_S0_32_S0_33() {
        WindowBench bench;
        QVERIFY(bench.measured(handoutsPlan()));
        inNextDialog([](QDialog& dialog) {
            typeHandouts(dialog);
            dialog.accept();
        });
        Q_EMIT bench.page().form().otherTimesWanted(false);
        wait(bench, 2);
        const QString wanted =
            ui::qs(bench.word("report.column_gpu_shared")) + " (escrito, sin archivo)";
        QVERIFY2(titlesOf(bench.table()).contains(wanted),
                 qPrintable(titlesOf(bench.table()).join(" | ")));
        const int column = int(titlesOf(bench.table()).indexOf(wanted));
        QCOMPARE(bench.cell(0, column), QString("0,00400"));
        QCOMPARE(bench.cell(2, column), QString("0,0310"));
        const int verdict = bench.table().columnCount() - 1;
        QCOMPARE(bench.cell(0, verdict), QString("sin comprobar"));

        inNextDialog([](QDialog& dialog) {
            part<QPlainTextEdit>(dialog, "importOutput").setPlainText(kColab);
            auto& lines = part<QTableWidget>(dialog, "importLines");
            if (lines.rowCount() != 1) return dialog.reject();
            part<QLineEdit>(dialog, "importSource").setText("Colab, T4");
            choose(dialog, "importRole", "reference");
            // The line does not say its size: without an answer there is no column.
            if (keeps(dialog)) return dialog.reject();
            static_cast<QComboBox*>(lines.cellWidget(0, 3))->setCurrentIndex(1);
            if (keeps(dialog)) dialog.accept();
        });
        Q_EMIT bench.page().form().otherTimesWanted(true);
        wait(bench, 3);
        const Comparison& comparison = *bench.work->run().comparison();
        std::set<CaseTable::Kind> kinds;
        for (const CaseTable& table : comparison.tables) kinds.insert(table.kind);
        QCOMPARE(kinds, (std::set{CaseTable::Kind::CpuOnly, CaseTable::Kind::SharedGpu,
                                  CaseTable::Kind::ReferenceGpu}));
        const std::string report =
            reportText(comparison, ReportFormat::Markdown, {.language = Language::Spanish}).value();
        for (const char* told :
             {"Tiempo GPU (s) (obtenido de otro grupo) (escrito, sin archivo)",
              "Tiempo de referencia (GPU) (s) (leído de la salida de un programa)", "0,00400",
              "0,0310", "0,313", "grupo 7, RTX 3060", "sin comprobar"})
            QVERIFY2(report.find(told) != std::string::npos, told);
        // Beside a later run too.
        QVERIFY(!bench.work->run().isLive());
        QVERIFY(bench.measured(handoutsPlan()));
        wait(bench, 3);
    }

    void saysWhatIsWrong_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("told");
        QTest::newRow("letters") << "abc"
                                 << "no es un tiempo";
        QTest::newRow("negative") << "-0,004"
                                  << "mayor que cero";
        QTest::newRow("zero") << "0,0000"
                              << "mayor que cero";
        QTest::newRow("two signs") << "1.234,5"
                                   << "más de un signo";
        QTest::newRow("unit") << "4 km"
                              << "unidad";
        QTest::newRow("nothing") << ""
                                 << "ningún tiempo";
    }
    void saysWhatIsWrong() {
        QFETCH(QString, typed);
        QFETCH(QString, told);
        WindowBench bench;
        QVERIFY(bench.measured(handoutsPlan()));
        QString said;
        bool kept = true;
        inNextDialog([&](QDialog& dialog) {
            part<QLineEdit>(dialog, "importSource").setText(QString::fromUtf8("\u202Eإبحار 😀"));
            part<QLineEdit>(dialog, "time 224").setText(typed);
            said = part<QLabel>(dialog, "importTold").text();
            kept = keeps(dialog);
            dialog.reject();
        });
        Q_EMIT bench.page().form().otherTimesWanted(false);
        QVERIFY2(said.contains(told), qPrintable(said));
        QVERIFY(!kept);
        QCOMPARE(bench.work->run().logs().size(), 1U);
    }

    /// A text that is too long for a program's output is refused before the field takes it.
    void refusesAHugeOutput() {
        WindowBench bench;
        QVERIFY(bench.measured(handoutsPlan()));
        QString said;
        int length = -1;
        inNextDialog([&](QDialog& dialog) {
            QApplication::clipboard()->setText(QString(100'000'000, 'x'));
            auto& output = part<QPlainTextEdit>(dialog, "importOutput");
            output.paste();
            length = output.document()->characterCount();
            said = part<QLabel>(dialog, "importTold").text();
            QApplication::clipboard()->clear();
            dialog.reject();
        });
        Q_EMIT bench.page().form().otherTimesWanted(true);
        QVERIFY2(said.contains("demasiado largo"), qPrintable(said));
        QVERIFY(length < 10);
    }

    /// An estimate is a card and no column.
    void estimateIsNoColumn() {
        WindowBench bench;
        QVERIFY(bench.measured(handoutsPlan()));
        const QStringList before = titlesOf(bench.table());
        inNextDialog([](QDialog& dialog) {
            typeHandouts(dialog);
            choose(dialog, "importKind", "simulated");
            dialog.accept();
        });
        Q_EMIT bench.page().form().otherTimesWanted(false);
        wait(bench, 2);
        // The cards follow the files a moment later, like everything that is drawn.
        const auto isTold = [&bench] {
            for (const QLabel* label : bench.frame().findChildren<QLabel*>())
                if (QString(label->text()).remove(QChar(0x200B)).contains("simulado")) return true;
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isTold(), kSoonMs);
        QCOMPARE(titlesOf(bench.table()), before);
    }

    /// S4-03, S4-04: what an own program printed stands among Duelo's ways to train.
    void ownProgramStandsAmongTheWays_S4_03() {
        WindowBench bench;
        QVERIFY(bench.ready());
        examples::TrainingFile file("own.duelo", {.epochs = 5});
        file.add(examples::Training{});
        const Files files;
        bench.window->openRecords({files.write(file.finish(), "own.duelo")});
        wait(bench, 1);
        QString refused, accuracy, accuracy_of_none = "unread";
        bool kept_before = true;
        inNextDialog([&](QDialog& dialog) {
            part<QPlainTextEdit>(dialog, "importOutput")
                .setPlainText("Tiempo total: 9,00 s\nAccuracy: 80 %\n");
            // Another program that tells none does not get the one before's.
            part<QPlainTextEdit>(dialog, "importOutput").setPlainText("Tiempo total: 8,00 s\n");
            accuracy_of_none = part<QLineEdit>(dialog, "importAccuracy").text();
            part<QPlainTextEdit>(dialog, "importOutput")
                .setPlainText("Época 5\nTiempo total: 12,00 s\nAccuracy: 91.87 %\n");
            accuracy = part<QLineEdit>(dialog, "importAccuracy").text();
            part<QLineEdit>(dialog, "importTechnology").setText("Python, NumPy");
            kept_before = keeps(dialog);
            part<QLineEdit>(dialog, "importSource").setText("mlp.py, grupo 7");
            part<QLineEdit>(dialog, "importAccuracy").setText("919 %");
            if (!keeps(dialog)) refused = part<QLabel>(dialog, "importTold").text();
            part<QLineEdit>(dialog, "importAccuracy").setText(accuracy);
            if (keeps(dialog)) return dialog.accept();
            dialog.reject();
        });
        Q_EMIT bench.window->experimentPage("training").form().otherTimesWanted(true);
        wait(bench, 2);
        QCOMPARE(accuracy, QString("91,87 %"));
        QCOMPARE(accuracy_of_none, QString());
        QVERIFY(!kept_before);  // nobody knows yet whose it is
        QVERIFY2(refused.contains("919 %"), qPrintable(refused));
        const std::string report =
            reportText(*bench.work->run().comparison(), ReportFormat::Markdown,
                       {.language = Language::Spanish})
                .value();
        for (const char* told : {"mlp.py, grupo 7", "Python, NumPy", "91,87"})
            QVERIFY2(report.find(told) != std::string::npos, told);
    }

    /// Nothing measured: there is no row that a time could be for.
    void needsARow() {
        WindowBench bench;
        QVERIFY(bench.ready());
        bench.window->showPage("inference");
        Q_EMIT bench.page().form().otherTimesWanted(false);
        QTRY_VERIFY(bench.message().contains("Mida antes en la CPU"));
    }
};

int main(int argc, char** argv) {
    return runInApplication<TestImportInWindow>(argc, argv);
}
#include "tst_import_in_window.moc"
