// SPDX-License-Identifier: GPL-3.0-or-later
#include "office_testing.h"
#include "ui/export/office_report.h"

using namespace duelo;
using namespace duelo::testing;

/// Checks the ODT and the DOCX with LibreOffice (Y-36), where it is installed.
class TestOfficePrograms : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

private Q_SLOTS:
    void initTestCase() {
        if (QStandardPaths::findExecutable("soffice").isEmpty() || !hasPoppler())
            QSKIP("no LibreOffice Writer or no poppler to open the files with");
    }

    void opened_Y_36_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("odt") << "a.odt";
        QTest::newRow("docx") << "a.docx";
    }
    void opened_Y_36() {
        QFETCH(QString, name);
        const Document document = studentsReport(Language::Spanish);
        const auto bytes = name.endsWith(".odt") ? ui::odtOf(document) : ui::docxOf(document);
        QVERIFY(bytes);
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes->data(), static_cast<qint64>(bytes->size()));
        file.close();
        const Said said =
            run("soffice",
                {"-env:UserInstallation=file://" + m_folder.filePath("profile"), "--headless",
                 "--convert-to", "pdf", "--outdir", m_folder.path(), file.fileName()});
        QVERIFY2(said.code == 0, qPrintable(said.err));
        const QString pdf = m_folder.filePath("a.pdf");
        const QString words = pdfText(pdf);
        const int pages = pdfInfo(pdf, "Pages").toInt();
        QVERIFY(pages > 1);
        QVERIFY2(words.contains(QStringLiteral("Página %1 de %1").arg(pages)), qPrintable(words));
        for (const DocSection& section : document.sections) {
            const QString heading = QString::fromStdString(section.heading);
            QVERIFY2(words.count(heading) >= 2, qPrintable(heading));  // in the contents too
        }
        QVERIFY(words.contains("Tabla 1. ") && words.contains("Figura 1. "));
        QCOMPARE(pdfInfo(pdf, "Title"), QString::fromStdString(document.title));
        QVERIFY(QFile::remove(pdf));
    }
};

QTEST_MAIN(TestOfficePrograms)
#include "tst_office_programs.moc"
