// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QTextDocument>
#include <QXmlStreamReader>
#include <QtTest>

#ifndef _WIN32
#include <unistd.h>
#endif

#include "export_testing.h"
#include "ui/export/chart_image.h"
#include "ui/export/exporter.h"

using namespace duelo;
using namespace duelo::testing;
using ui::ExportTarget;

/// Every entry of the menu, opened again by something else than what wrote it.
class TestExporter : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_temporary;
    QString m_folder, m_record;

    QString write(ExportTarget target, const QString& name, Language language = Language::Spanish) {
        const QString path = m_folder + QLatin1Char('/') + name;
        const auto files = ui::exportTo(target, gpuPc(), optionsOf(language), path, true, m_record);
        if (!files) qFatal("%s", files.error().code.c_str());
        if (*files != QStringList{path}) qFatal("other files were written");
        return path;
    }

private Q_SLOTS:
    void initTestCase() {
        m_record = recordFile(gpuLog(), m_temporary.filePath(QStringLiteral("aula.duelo")));
    }
    void init() {
        m_folder = m_temporary.filePath(QString::fromLatin1(QTest::currentTestFunction()));
        QVERIFY(QDir().mkpath(m_folder));
    }

    void choices() {
        QSet<QString> titles, names;
        QSet<ExportTarget> targets;
        for (const ui::ExportChoice& choice : ui::exportChoices()) {
            QVERIFY(!choice.title.isEmpty() && choice.suffix.startsWith(QLatin1Char('.')));
            QVERIFY(choice.filter().endsWith(QStringLiteral("(*%1)").arg(choice.suffix)));
            titles.insert(choice.title);
            targets.insert(choice.target);
            names.insert(choice.fileName(QStringLiteral("C:/año 1/aula.v2.duelo")));
        }
        QCOMPARE(titles.size(), 14);
        QCOMPARE(targets.size(), 14);
        QCOMPARE(names.size(), 14);  // two kinds of CSV do not overwrite each other
        QVERIFY(names.contains(QStringLiteral("aula.v2.pdf")));
        QCOMPARE(ui::exportChoices().front().fileName({}), QStringLiteral("duelo.pdf"));
    }

    void everyTarget() {
        for (const ui::ExportChoice& choice : ui::exportChoices()) {
            const QString path = write(choice.target, choice.fileName(m_record));
            QVERIFY2(QFileInfo(path).size() > 500, qPrintable(choice.title));
        }
        QCOMPARE(entriesOf(m_folder).size(), 14);  // nothing temporary stays behind
    }

    /// The language of the report is not the window's.
    void html() {
        for (const Language language : {Language::Spanish, Language::English}) {
            const QByteArray bytes = bytesOf(write(ExportTarget::Html, "a.html", language));
            QVERIFY(bytes.contains("<svg"));
            QVERIFY(!bytes.contains("src=") && !bytes.contains("href="));  // self-contained
            QTextDocument page;
            page.setHtml(QString::fromUtf8(bytes));
            const QString text = page.toPlainText();
            const Document document = compose(gpuPc(), optionsOf(language));
            for (const DocSection& section : document.sections)
                QVERIFY(text.contains(QString::fromStdString(section.heading)));
            QVERIFY(text.contains(QStringLiteral("Ana Núñez")));
        }
    }

    void workbook() {
        const QString python = qEnvironmentVariable("DUELO_PYTHON");
        if (!QFile::exists(python)) QSKIP("no python3 to read the workbook with");
        const Said answer =
            run(python, {QStringLiteral(DUELO_SOURCE_DIR "/tests/report/xlsx_cells.py"),
                         write(ExportTarget::Xlsx, "a.xlsx")});
        QVERIFY2(answer.code == 0, qPrintable(answer.err));
        const Json book = Json::parse(answer.out.toStdString());
        QCOMPARE(book["sheets"].size(), 4U);
        for (const Json& sheet : book["sheets"]) QCOMPARE(sheet["formulas"].get<int>(), 0);
    }

    void recordCopy() {
        QCOMPARE(bytesOf(write(ExportTarget::RecordCopy, "copy.duelo")), bytesOf(m_record));
        const auto none = ui::exportTo(ExportTarget::RecordCopy, gpuPc(), {},
                                       m_folder + QStringLiteral("/b.duelo"), false,
                                       QStringLiteral("/no/such/file"));
        QCOMPARE(none.error().code, std::string("file_unreadable"));
        QCOMPARE(entriesOf(m_folder), QStringList{QStringLiteral("copy.duelo")});
    }

    /// S0-20: lines in their colours, 3x; and an SVG that programs without style sheets read.
    void chart() {
        const QImage image(write(ExportTarget::ChartPng, "a.png"));
        QCOMPARE(image.width(), 2160);
        int blue = 0, vermilion = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                blue += image.pixel(x, y) == qRgb(0x00, 0x72, 0xb2);
                vermilion += image.pixel(x, y) == qRgb(0xd5, 0x5e, 0x00);
            }
        QVERIFY(blue > 500 && vermilion > 300 && blue > vermilion);  // the GPU's line is dashed
        QCOMPARE(image.pixel(0, 0), qRgb(255, 255, 255));

        const QByteArray svg = bytesOf(write(ExportTarget::ChartSvg, "a.svg"));
        QVERIFY(!svg.contains("<style") && !svg.contains("class=\"s"));
        QString words;
        QXmlStreamReader reader(svg);
        while (!reader.atEnd())
            if (reader.readNext() == QXmlStreamReader::Characters) words += reader.text();
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        for (const char* word : {"Tiempo (s)", "512", "CPU, directo", "0,1"})
            QVERIFY2(words.contains(QLatin1String(word)), word);
    }

    void longLegend() {
        LinesValue chart{.title = "T"};
        for (const char* name : {"CPU", "GPU"})
            chart.series.push_back({std::string(name) + std::string(60, 'n'), 0, {{1, 1}, {2, 2}}});
        const QString svg = QString::fromUtf8(ui::ChartImage(chart, {}).svg());
        // The second name begins a line of its own instead of leaving the picture.
        QStringList places;
        for (const char* name : {"CPUnn", "GPUnn"}) {
            const QRegularExpression at("<text x=\"([0-9.]+)\" y=\"([0-9.]+)\"[^>]*>" +
                                        QString(name));
            const auto found = at.match(svg);
            QVERIFY(found.hasMatch());
            places << found.captured(1) << found.captured(2);
        }
        QCOMPARE(places[0], places[2]);
        QVERIFY(places[1].toDouble() + 15 < places[3].toDouble());
    }

    void oneSizeIsBars() {
        RecordLog log = gpuLog();
        std::erase_if(log.records, [](const Record& record) {
            const auto* cell = std::get_if<CellRecord>(&record);
            return cell && cell->work.integer("size_px") != 224;
        });
        const Comparison comparison = *compare(std::vector<RecordLog>{log});
        for (const ExportTarget target : {ExportTarget::ChartPng, ExportTarget::ChartSvg})
            QVERIFY(ui::exportTo(target, comparison, {}, m_folder + QStringLiteral("/a"), true));
        for (const QString& name : entriesOf(m_folder)) QVERIFY(QDir(m_folder).remove(name));
    }

    /// R-20, for every one of them.
    void refusals() {
        const QString mine = m_folder + QStringLiteral("/mine");
        QFile file(mine);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("mine");
        file.close();
        for (const ui::ExportChoice& choice : ui::exportChoices()) {
            const auto code = [&](const QString& path) {
                const auto files = ui::exportTo(choice.target, gpuPc(), {}, path, false, m_record);
                return files ? std::string() : files.error().code;
            };
            QCOMPARE(code(mine), std::string("file_exists"));
            QCOMPARE(code(m_folder), std::string("target_is_folder"));
            QCOMPARE(code(m_folder + QStringLiteral("/no/such/a")), std::string("folder_missing"));
        }
        QCOMPARE(bytesOf(mine), QByteArray("mine"));
        QCOMPARE(entriesOf(m_folder).size(), 1);
    }

    /// Nobody finds a file that was given up while it was composed.
    void givenUpWritesNothing_Y_17() {
        for (const ui::ExportChoice& choice : ui::exportChoices()) {
            const QString path = m_folder + QStringLiteral("/given_up") + choice.suffix;
            const auto files = ui::exportTo(choice.target, gpuPc(), {}, path, false, m_record,
                                            [] { return false; });
            QVERIFY2(!files && files.error().code == "cancelled", qPrintable(choice.title));
            QVERIFY2(!QFile::exists(path), qPrintable(path));
        }
    }

    void readOnlyFolder() {
#ifdef _WIN32
        QSKIP("folders have no read-only mode here");
#else
        if (::geteuid() == 0) QSKIP("root may write everywhere");
        QFile(m_folder).setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        for (const ui::ExportChoice& choice : ui::exportChoices())
            QCOMPARE(ui::exportTo(choice.target, gpuPc(), {}, m_folder + QStringLiteral("/a"),
                                  false, m_record)
                         .error()
                         .code,
                     std::string("not_writable"));
        QFile(m_folder).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
#endif
    }
};

QTEST_MAIN(TestExporter)
#include "tst_exporter.moc"
