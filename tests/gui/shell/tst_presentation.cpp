// SPDX-License-Identifier: GPL-3.0-or-later
// A laptop and a projector beside it.
#include <QApplication>
#include <QFile>
#include <QScreen>
#include <QTemporaryDir>
#include <QTest>
#include <QWidget>
#include <QWindow>

#include "ui/shell/presentation.h"

using namespace duelo::ui;

class TestPresentation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void otherScreenIsThePresentations() {
        QCOMPARE(QGuiApplication::screens().size(), 2);
        QWidget window;
        window.resize(640, 400);
        window.show();
        QCOMPARE(window.screen(), QGuiApplication::primaryScreen());
        QCOMPARE(presentationScreen(window)->name(), QString("projector"));
        // Where somebody has put it, it stays.
        window.windowHandle()->setScreen(QGuiApplication::screens().at(1));
        QCOMPARE(presentationScreen(window)->name(), QString("projector"));
    }

    void windowFillsTheProjectorAndComesBack() {
        QWidget window;
        window.setGeometry(100, 100, 640, 400);
        window.show();
        const QRect before = window.geometry();
        Presentation presentation(window);
        presentation.end();  // of none
        QCOMPARE(window.geometry(), before);
        presentation.begin();
        QVERIFY(window.isFullScreen());
        QTRY_COMPARE(window.geometry(), QGuiApplication::screens().at(1)->geometry());
        presentation.begin();
        presentation.end();
        QVERIFY(!window.isFullScreen());
        QTRY_COMPARE(window.size(), before.size());
        QTRY_VERIFY(QGuiApplication::primaryScreen()->geometry().contains(window.geometry()));
    }

    void windowOnTheProjectorStaysWhereItWas() {
        QWidget window;
        window.show();
        window.windowHandle()->setScreen(QGuiApplication::screens().at(1));
        window.setGeometry(1400, 100, 640, 400);
        const QRect before = window.geometry();
        Presentation presentation(window);
        presentation.begin();
        QTRY_COMPARE(window.geometry(), QGuiApplication::screens().at(1)->geometry());
        presentation.end();
        QVERIFY(!window.isFullScreen());
        QTRY_COMPARE(window.geometry(), before);
    }
};

int main(int argc, char** argv) {
    const QTemporaryDir folder;
    QFile screens(folder.filePath("screens.json"));
    if (!screens.open(QIODevice::WriteOnly)) return 1;
    screens.write(R"({"screens": [
        {"name": "laptop", "x": 0, "y": 0, "width": 1280, "height": 720,
         "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1},
        {"name": "projector", "x": 1280, "y": 0, "width": 1024, "height": 768,
         "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}]})");
    screens.close();
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + screens.fileName().toLocal8Bit());
    QApplication application(argc, argv);
    TestPresentation test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_presentation.moc"
