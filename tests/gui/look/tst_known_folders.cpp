// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/known_folders.h"

#include <QtTest>

using namespace duelo;

/// Folders in which a dialog begins.
class TestKnownFolders : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Y-31: a profile whose folder of downloads is missing opens a dialog on a folder all the
    /// same, not with "Downloads" as the name of the file.
    void oneThatExists_Y_31_data() {
        QTest::addColumn<QString>("wanted");
        QTest::addColumn<QString>("expected");
        const QString there = QDir::cleanPath(m_folder.path());
        QTest::newRow("it is there") << there << there;
        QTest::newRow("its last part is missing") << there + "/Downloads" << there;
        QTest::newRow("two parts are missing") << there + "/Documents/Duelo/" << there;
        QTest::newRow("a file stands there") << m_file.fileName() << there;
        QTest::newRow("none is told") << QString() << QDir::homePath();
        QTest::newRow("it is no place") << QString("results") << QDir::homePath();
    }
    void oneThatExists_Y_31() {
        QFETCH(QString, wanted);
        QFETCH(QString, expected);
        QCOMPARE(ui::existingFolder(wanted), expected);
    }
    void initTestCase() {
        m_file.setFileName(QDir::cleanPath(m_folder.filePath("one.duelo")));
        QVERIFY(m_file.open(QIODevice::WriteOnly));
    }

private:
    QTemporaryDir m_folder;
    QFile m_file;
};

QTEST_GUILESS_MAIN(TestKnownFolders)
#include "tst_known_folders.moc"
