// SPDX-License-Identifier: GPL-3.0-or-later
// The class game (P-08) as two groups play it: one makes a comparison that misleads, the other
// opens the file and finds out by what.
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QMenu>
#include <QMimeData>
#include <QToolButton>

#include "record/game.h"
#include "ui/results/cards.h"
#include "ui/shell/game_dialogs.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

class TestGameInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void P_08_madeAndSeenThrough_data();
    void P_08_madeAndSeenThrough();
    void P_08_nothingToPlayWith();
    void P_08_isTheTeachersToStart();

private:
    static void press(QDialog& dialog, const char* name) {
        auto* button = dialog.findChild<QPushButton*>(name);
        QVERIFY2(button && button->isEnabled(), name);
        button->click();
    }
    static QString said(const QDialog& dialog, const char* name) {
        return dialog.findChild<QLabel*>(name)->text();
    }
};

void TestGameInWindow::P_08_madeAndSeenThrough_data() {
    QTest::addColumn<QByteArray>("language");
    QTest::newRow("Spanish") << QByteArray("es");
    QTest::newRow("English") << QByteArray("en");
}

void TestGameInWindow::P_08_madeAndSeenThrough() {
    QFETCH(QByteArray, language);
    WindowBench bench("gpu", language.constData());
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    const QString measured = bench.work->run().path();
    const QString watermark = QString::fromStdString(bench.word("game.watermark"));
    const auto* bar = bench.frame().findChild<QWidget*>("gameBar");
    QVERIFY(bar->isHidden());

    const QString game = bench.path("juego.duelo");
    QString headline;
    inNextDialog([&](QDialog& dialog) {
        QVERIFY(qobject_cast<ui::CheatDialog*>(&dialog));
        auto* slow = dialog.findChild<QComboBox*>("slowCell");
        auto* fast = dialog.findChild<QComboBox*>("fastCell");
        QVERIFY(slow->currentIndex() != fast->currentIndex());  // the worst against the best
        fast->setCurrentIndex(slow->currentIndex());
        dialog.findChild<QComboBox*>("fastTime")->setCurrentIndex(0);
        dialog.findChild<QComboBox*>("slowTime")->setCurrentIndex(0);
        // A time against itself is no comparison, not even a misleading one.
        QVERIFY(!dialog.findChild<QPushButton*>("cheatKeep")->isEnabled());
        auto* time = dialog.findChild<QComboBox*>("slowTime");
        QVERIFY(time->findData("first") > 0);
        time->setCurrentIndex(time->findData("first"));
        dialog.findChild<QLineEdit*>("slowName")->setText("<b>PyTorch</b>");
        headline = said(dialog, "cheatHeadline");
        QVERIFY(headline.contains("<b>PyTorch</b>"));
        chooseFile(game);
        press(dialog, "cheatKeep");
    });
    bench.window->actions().cheat->trigger();
    QVERIFY2(QFile::exists(game), qPrintable(bench.message()));
    QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), kSoonMs);
    QCOMPARE(bench.frame().findChild<QLabel*>("game")->text(), watermark);
    QCOMPARE(bench.headline(), headline);
    for (const CardValue& card : bench.frame().cards().cards()) QVERIFY(card.id != "ledger");
    const auto untouched = readRecords(measured.toStdString());
    QVERIFY(untouched && !gameOf(untouched->header()));

    // The other group: wrong at first, then right, then the trick itself.
    bench.frame().findChild<QPushButton*>("findTrick")->click();
    auto* trick = bench.window->findChild<ui::TrickDialog*>();
    QVERIFY(trick && !trick->isModal());  // the tables are looked at beside it
    {
        QDialog& dialog = *trick;
        const auto boxes = dialog.findChildren<QCheckBox*>();
        QVERIFY(boxes.size() > 4);
        for (QCheckBox* box : boxes) {
            QVERIFY(!box->isChecked());
            box->setChecked(box->objectName() == "tick_same_precision");
        }
        press(dialog, "trickCheck");
        QVERIFY(said(dialog, "trickResult") != QString::fromStdString(bench.word("game.solved")));
        for (QCheckBox* box : boxes)
            box->setChecked(box->objectName() == "tick_same_time" ||
                            box->objectName() == "tick_both_warm");
        press(dialog, "trickCheck");
        QCOMPARE(said(dialog, "trickResult"), QString::fromStdString(bench.word("game.solved")));
        const auto before = dialog.findChildren<QLabel*>().size();
        press(dialog, "trickShow");
        QVERIFY(dialog.findChildren<QLabel*>().size() > before + boxes.size());
        dialog.reject();
    }

    // Whatever leaves the program says so: each line of the table too.
    bench.window->actions().copyTable->trigger();
    const QString copied = QGuiApplication::clipboard()->text();
    QCOMPARE(copied.count(watermark), copied.count("\r\n") - 1);
}

void TestGameInWindow::P_08_nothingToPlayWith() {
    WindowBench bench("normal", "en");
    QVERIFY(bench.ready());
    bench.window->showPage("inference");
    bench.window->actions().cheat->trigger();
    QVERIFY(bench.message().contains("No measurement is open"));
}

/// It stands among what a teacher prepares, and in no student's menu.
void TestGameInWindow::P_08_isTheTeachersToStart() {
    WindowBench bench("gpu", "en");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    for (const auto* button : bench.window->findChildren<QToolButton*>())
        if (button->menu())
            QVERIFY(!button->menu()->actions().contains(bench.window->actions().cheat));
    bench.window->showPage("class");
    QAction* game = nullptr;
    for (const auto* button : bench.window->findChildren<QPushButton*>())
        if (button->text() == "For the class" && button->isVisible())
            game = button->menu()->actions().last();
    QVERIFY(game && game->text().startsWith("Cheat on purpose"));
    bool opened = false;
    inNextDialog([&](QDialog& dialog) {
        opened = qobject_cast<ui::CheatDialog*>(&dialog) != nullptr;
        dialog.reject();
    });
    game->trigger();
    QVERIFY(opened);
}

int main(int argc, char** argv) {
    return runInApplication<TestGameInWindow>(argc, argv);
}
#include "tst_game_in_window.moc"
