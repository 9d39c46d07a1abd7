// SPDX-License-Identifier: GPL-3.0-or-later
// Y-17: what takes long is done beside the window, which goes on to be drawn; whoever gives it up
// gets nothing, and neither does a window that goes meanwhile.
#include <atomic>
#include <stdexcept>
#include <thread>

#include <QApplication>
#include <QProgressDialog>
#include <QPushButton>
#include <QTimer>
#include <QWidget>
#include <QtTest>

#include "ui/session/beside.h"

using namespace duelo;

namespace {

/// Work that goes on until it is not wanted any more.
class Endless {
public:
    int operator()(const ui::Background::Task& task) const {
        while (task.isWanted()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ++*m_ended;
        return 1;
    }
    [[nodiscard]] int ended() const { return *m_ended; }

private:
    std::shared_ptr<std::atomic<int>> m_ended = std::make_shared<std::atomic<int>>(0);
};

/// Presses the button of the dialog as soon as there is one.
void giveUpSoon(QTimer& timer) {
    QObject::connect(&timer, &QTimer::timeout, &timer, [&timer] {
        auto* dialog = qobject_cast<QProgressDialog*>(QApplication::activeModalWidget());
        if (!dialog) return;
        timer.stop();
        dialog->findChild<QPushButton*>()->click();
    });
    timer.start(5);
}

}  // namespace

class TestBeside : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theWindowGoesOn_Y_17();
    void givenUp_Y_17();
    void whatIsThrownComesHere();
};

void TestBeside::theWindowGoesOn_Y_17() {
    QWidget window;
    ui::Background background(window);
    int turns = 0;
    QTimer timer;
    connect(&timer, &QTimer::timeout, &timer, [&turns] { ++turns; });
    timer.start(1);
    const auto here = std::this_thread::get_id();
    const auto there = ui::doneBeside(background, &window, "writing", [&](const auto&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        return std::this_thread::get_id();
    });
    QVERIFY(there && *there != here);
    QVERIFY(turns > 0);
}

void TestBeside::givenUp_Y_17() {
    QWidget window;
    ui::Background background(window);
    QTimer timer;
    giveUpSoon(timer);
    const Endless work;
    QVERIFY(!ui::doneBeside(background, &window, "writing", work));
    QTRY_COMPARE(work.ended(), 1);
    // The next one is none of its business.
    QCOMPARE(ui::doneBeside(background, &window, "writing", [](const auto&) { return 2; }), 2);
}

void TestBeside::whatIsThrownComesHere() {
    QWidget window;
    ui::Background background(window);
    const auto fails = [](const auto&) -> int { throw std::runtime_error("full"); };
    QVERIFY_EXCEPTION_THROWN(
        static_cast<void>(ui::doneBeside(background, &window, "writing", fails)),
        std::runtime_error);
}

QTEST_MAIN(TestBeside)
#include "tst_beside.moc"
