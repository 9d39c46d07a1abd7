// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "experiments/compare.h"
#include "export_testing.h"
#include "lab_report/compose_lab_report.h"
#include "report_examples.h"
#include "ui/export/pdf_report.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

constexpr double kPageWidth_pt = 595, kMargin_pt = 50;

struct Word {
    QString text;
    double left = 0, right = 0;
};

/// Every word of a PDF and where it stands.
std::vector<Word> placedWords(const QString& pdf) {
    static const QRegularExpression word(
        QStringLiteral("<word xMin=\"([-0-9.]+)\" yMin=\"[-0-9.]+\" xMax=\"([-0-9.]+)\" "
                       "yMax=\"[-0-9.]+\">([^<]*)</word>"));
    const QString xml =
        run(QStringLiteral("pdftotext"), {QStringLiteral("-bbox"), pdf, QStringLiteral("-")}).out;
    std::vector<Word> words;
    for (auto it = word.globalMatch(xml); it.hasNext();) {
        const auto match = it.next();
        words.push_back(
            {match.captured(3), match.captured(1).toDouble(), match.captured(2).toDouble()});
    }
    return words;
}

DocTable tableOf(std::size_t columns, std::size_t rows) {
    DocTable table;
    table.id = "t";
    table.title = "Título";
    for (std::size_t c = 0; c < columns; ++c) {
        table.columns.push_back("Columna" + std::to_string(c));
        table.numeric.push_back(c > 0);
    }
    for (std::size_t r = 0; r < rows; ++r) {
        auto& cells = table.rows.emplace_back();
        cells.push_back({"fila" + std::to_string(r), std::nullopt, 0});
        for (std::size_t c = 1; c < columns; ++c) {
            const double value = static_cast<double>(r * columns + c) / 4;
            cells.push_back({formatFixed(value, 2, {','}), value, 2});
        }
    }
    return table;
}

Document documentOf(DocTable table) {
    Document document;
    document.numbers = {','};
    document.title = "Prueba";
    document.sections.push_back({"Sección", {std::move(table)}, false});
    return document;
}

}  // namespace

/// The report on paper, read back by another program (poppler).
class TestPdfReport : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    QString written(const Document& document) {
        const QString path = m_folder.filePath(QStringLiteral("año.pdf"));
        const auto done = ui::writePdf(document, path, true);
        if (!done) qFatal("%s", done.error().code.c_str());
        return path;
    }
    static void inside(const QString& pdf) {
        const auto words = placedWords(pdf);
        QVERIFY(!words.empty());
        for (const Word& word : words)
            QVERIFY2(word.left >= kMargin_pt && word.right <= kPageWidth_pt - kMargin_pt,
                     qPrintable(word.text));
    }

private Q_SLOTS:
    void initTestCase() {
        if (!hasPoppler()) QSKIP("poppler's pdftotext and pdfinfo are not installed");
    }

    void words_data() {
        QTest::addColumn<bool>("gpu");
        QTest::addColumn<bool>("spanish");
        for (const bool gpu : {true, false})
            for (const bool spanish : {true, false})
                QTest::addRow("%s %s", gpu ? "GPU" : "option B", spanish ? "es" : "en")
                    << gpu << spanish;
    }
    /// S0-26..33, S0-54: every word of the document is on the pages, and none outside the margins.
    void words() {
        QFETCH(bool, gpu);
        QFETCH(bool, spanish);
        const Language language = spanish ? Language::Spanish : Language::English;
        const Document document = compose(gpu ? gpuPc() : optionB(), optionsOf(language));
        const QString pdf = written(document);
        const QString text = pdfText(pdf);
        // The narrow space in a number comes out of a PDF as any space, or as none.
        const QRegularExpression space(QStringLiteral("[ \\x{202f}]"));
        const auto has = [&](const std::string& words) {
            for (const QString& word : QString::fromStdString(words).split(space))
                if (!text.contains(word) && word.size() < 20) return false;
            return true;
        };
        if (document.declaration) {
            QVERIFY(text.startsWith(QString::fromStdString(*document.declaration).left(20)));
            QVERIFY(has(*document.declaration));
        }
        QCOMPARE(document.declaration.has_value(), !gpu);
        for (const auto& [name, value] : document.fields) QVERIFY2(has(value), value.c_str());
        for (const DocSection& section : document.sections) {
            QVERIFY2(has(section.heading), section.heading.c_str());
            for (const DocBlock& block : section.blocks)
                if (const auto* table = std::get_if<DocTable>(&block)) {
                    QVERIFY2(has(table->title), table->title.c_str());
                    for (const auto& row : table->rows)
                        for (const DocCell& cell : row) QVERIFY2(has(cell.text), cell.text.c_str());
                } else if (const auto* list = std::get_if<DocList>(&block)) {
                    for (const std::string& item : list->items) QVERIFY2(has(item), item.c_str());
                } else if (const auto* chart = std::get_if<ChartValue>(&block)) {
                    QVERIFY2(has(descriptionOf(*chart)), descriptionOf(*chart).c_str());
                } else {
                    QVERIFY(has(std::get<DocParagraph>(block).text));
                }
        }
        QVERIFY(text.contains(QStringLiteral("Núñez")));
        QVERIFY(text.contains(spanish ? QStringLiteral("0,0") : QStringLiteral("0.0")));
        inside(pdf);
    }

    void pages() {
        for (const Language language : {Language::Spanish, Language::English}) {
            const Document document = compose(gpuPc(), optionsOf(language));
            const QString pdf = written(document);
            const int pages = pdfInfo(pdf, QStringLiteral("Pages")).toInt();
            QVERIFY2(pages >= 4 && pages <= 12, qPrintable(QString::number(pages)));
            const QString text = pdfText(pdf);
            const Text words(language);
            for (const int page : {1, pages})
                QVERIFY(text.contains(QString::fromStdString(
                    words("report.page", {{"page", page}, {"pages", pages}}))));
            QCOMPARE(pdfInfo(pdf, QStringLiteral("Title")), QString::fromStdString(document.title));
            QVERIFY(pdfInfo(pdf, QStringLiteral("Creator")).startsWith(QStringLiteral("Duelo")));
            QVERIFY(pdfInfo(pdf, QStringLiteral("Page size")).contains(QStringLiteral("A4")));
        }
    }

    /// Y-35: of a table that goes on, no page has fewer than three rows, and none its notes without
    /// them; a page is not left white because a table of a few rows more does not fit on it.
    void noOrphans_Y_35() {
        for (std::size_t before = 20; before < 50; ++before)
            for (const std::size_t rows : {3U, 7U, 8U, 12U}) {
                Document document = documentOf(tableOf(3, before));
                DocTable table = tableOf(2, rows);
                for (auto& row : table.rows) row.front().text = "otra";
                table.notes = {"Una nota.", "Otra nota."};
                document.sections.front().blocks.emplace_back(std::move(table));
                const QStringList pages =
                    pdfText(written(document)).split(QChar::FormFeed, Qt::SkipEmptyParts);
                qsizetype seen = 0;
                for (const QString& page : pages) {
                    const qsizetype here = page.count("otra");
                    QVERIFY2(here == 0 || here >= 3, qPrintable(page));
                    seen += here;
                    QCOMPARE(page.contains("Una nota."), here > 0 && seen == qsizetype(rows));
                    if (seen > here) QVERIFY(rows > 6);  // a short one is not parted
                }
                QCOMPARE(seen, qsizetype(rows));
            }
    }

    /// Y-35: an annex leaves no good part of a page white, and does not begin at the foot of one.
    void annexFollows_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("pages");
        QTest::newRow("little before it") << 2 << 1;
        QTest::newRow("a page and little before it") << 40 << 2;
        QTest::newRow("most of a second page before it") << 74 << 3;
    }
    void annexFollows() {
        QFETCH(int, rows);
        QFETCH(int, pages);
        Document document = documentOf(tableOf(3, static_cast<std::size_t>(rows)));
        document.sections.push_back({"Anexo", {DocParagraph{"Lo comprobable."}}, true});
        QCOMPARE(pdfInfo(written(document), QStringLiteral("Pages")).toInt(), pages);
    }

    /// P-08: what misleads on purpose says so across every page, and loses no page by it.
    void everyPageIsMarked_P_08() {
        Document document = documentOf(tableOf(3, 120));
        const auto lettersOf = [&](const Document& of) {
            QList<qsizetype> letters;
            for (QString page : pdfText(written(of)).split(QChar::FormFeed, Qt::SkipEmptyParts))
                letters << page.remove(QRegularExpression("\\s")).size();
            return letters;
        };
        const QList<qsizetype> plain = lettersOf(document);
        QVERIFY(plain.size() > 2);
        const QString words = "Un juego que dice lo que es";
        document.watermark = words.toStdString();
        const QList<qsizetype> marked = lettersOf(document);
        QCOMPARE(marked.size(), plain.size());
        // Letter by letter: they stand aslant.
        for (qsizetype i = 0; i < plain.size(); ++i)
            QCOMPARE(marked[i] - plain[i], QString(words).remove(' ').size());
    }

    /// Neither a heading nor a line in bold stands alone at the foot of a page, wherever it falls.
    void headsStayWithWhatFollows() {
        for (int rows = 20; rows < 44; ++rows) {
            Document document = documentOf(tableOf(3, static_cast<std::size_t>(rows)));
            document.sections.push_back(
                {"Cabecera",
                 {DocParagraph{"Una pregunta que es tan larga que no cabe en una sola linea de la "
                               "pagina y sigue en otra, hasta aqui",
                               true},
                  DocList{{"Lo que sigue."}}}});
            for (const QString& page :
                 pdfText(written(document)).split(QChar::FormFeed, Qt::SkipEmptyParts)) {
                if (!page.contains("Cabecera")) continue;
                QVERIFY2(page.contains("Lo que sigue."), qPrintable(page));
            }
        }
    }

    /// S0-26, Y-32: the annex of a form that asks for three pages has them, whatever the open files
    /// tell of themselves; what has no room is named as what the record files alone have.
    void annexOfThreePages_data() {
        QTest::addColumn<int>("files");
        QTest::addColumn<bool>("spanish");
        for (int files = 1; files <= 4; ++files)
            for (const bool spanish : {true, false})
                QTest::addRow("%d, %s", files, spanish ? "es" : "en") << files << spanish;
    }
    void annexOfThreePages() {
        QFETCH(int, files);
        QFETCH(bool, spanish);
        std::vector<RecordLog> logs{examples::gpuPc(), examples::cpuPc(), examples::otherPc(),
                                    examples::gpuPc()};
        logs.resize(static_cast<std::size_t>(files));
        for (std::size_t i = 0; i < logs.size(); ++i) {
            auto& header = std::get<Header>(logs[i].records.front());
            header.run = "run-" + std::to_string(i);
            header.machine.id = "machine-" + std::to_string(i);
            logs[i].path = "puesto-" + std::to_string(i) + ".duelo";
            // As long as the sheets of real machines, a third of it their own.
            for (int line = 0; line < 50; ++line)
                header.machine.extra["property " + std::to_string(line)] =
                    "what a system tells of itself" +
                    (line % 3 == 0 ? std::to_string(i) : std::string());
        }
        const auto comparison = compare(logs);
        QVERIFY(comparison.has_value());
        LabReport report;
        report.language = spanish ? Language::Spanish : Language::English;
        const int most = 3;
        ReportForm form = *findForm(report.form);
        form.most_annex_pages = most;
        const EvidenceBook book(&*comparison, optionsOf(report));
        const Document document = composeLabReport(report, form, book, optionsOf(report)).document;
        const int annex = ui::pdfPagesOf(document).annex;
        QVERIFY2(annex > 0 && annex <= most, qPrintable(QString::number(annex)));
        // Something of each table is left, and what is not says where it is.
        std::size_t cells = 0, told = 0;
        for (const DocBlock& block : document.sections.back().blocks)
            if (const auto* table = std::get_if<DocTable>(&block)) {
                QVERIFY(!table->rows.empty());
                if (!table->id.starts_with("cells")) continue;
                cells += table->rows.size();
                for (const std::string& note : table->notes)
                    told += note.find(".duelo") != std::string::npos;
            }
        std::size_t measured = 0;
        for (const Row& row : comparison->rows) measured += row.cells.size();
        QCOMPARE(told > 0, cells < measured);
    }

    /// The header row stands on every page of a long table, and every row once.
    void longTable() {
        const QString pdf = written(documentOf(tableOf(4, 300)));
        const QString text = pdfText(pdf);
        const int pages = pdfInfo(pdf, QStringLiteral("Pages")).toInt();
        QVERIFY(pages > 4);
        QCOMPARE(text.count(QStringLiteral("Columna3")), pages);
        for (int r = 0; r < 300; ++r)
            QCOMPARE(text.count(QRegularExpression(QStringLiteral("\\bfila%1\\b").arg(r))), 1);
    }

    /// Never cut off: many columns get smaller type, long words are broken, long cells go on over
    /// pages.
    void wideTable() {
        DocTable table = tableOf(18, 3);
        table.rows[0][0].text = std::string(400, 'w');
        QString pdf = written(documentOf(table));
        inside(pdf);
        QString all = pdfText(pdf);
        QCOMPARE(all.count(QLatin1Char('w')), 400);
        for (const DocCell& cell : table.rows[2])
            QVERIFY2(all.contains(QString::fromStdString(cell.text)), cell.text.c_str());

        table = tableOf(2, 1);
        std::string lengthy;
        for (int i = 0; i < 3000; ++i) lengthy += "voz" + std::to_string(i) + " ";
        table.rows[0][0].text = lengthy;
        pdf = written(documentOf(table));
        inside(pdf);
        all = pdfText(pdf);
        for (const int i : {0, 1499, 2999})
            QCOMPARE(all.count(QRegularExpression(QStringLiteral("\\bvoz%1\\b").arg(i))), 1);
        QVERIFY(pdfInfo(pdf, QStringLiteral("Pages")).toInt() > 1);
    }

    /// Decimal signs below each other: figures with the same decimals end at the same place, and
    /// one with fewer ends before them.
    void decimals() {
        DocTable table = tableOf(2, 0);
        for (const auto& [text, value, decimals] :
             std::initializer_list<std::tuple<const char*, double, int>>{
                 {"7,12", 7.12, 2}, {"12345,99", 12345.99, 2}, {"88,5", 88.5, 1}})
            table.rows.push_back({{"fila", std::nullopt, 0}, {text, value, decimals}});
        std::map<QString, double> right;
        for (const Word& word : placedWords(written(documentOf(table))))
            right[word.text] = word.right;
        QVERIFY(std::abs(right.at(QStringLiteral("7,12")) - right.at(QStringLiteral("12345,99"))) <
                0.2);
        QVERIFY(right.at(QStringLiteral("88,5")) < right.at(QStringLiteral("7,12")) - 1);
    }

    void emptyDocument() {
        const QString pdf = written(Document{});
        QCOMPARE(pdfInfo(pdf, QStringLiteral("Pages")), QStringLiteral("1"));
    }

    ///
    void refusals() {
        const Document document = documentOf(tableOf(2, 2));
        const QString folder = m_folder.filePath(QStringLiteral("refused"));
        QVERIFY(QDir().mkpath(folder));
        const QString mine = folder + QStringLiteral("/mine.pdf");
        QFile file(mine);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("mine");
        file.close();
        QCOMPARE(ui::writePdf(document, mine).error().code, std::string("file_exists"));
        QCOMPARE(bytesOf(mine), QByteArray("mine"));
        QCOMPARE(ui::writePdf(document, folder + QStringLiteral("/no/a.pdf")).error().code,
                 std::string("folder_missing"));
        QCOMPARE(ui::writePdf(document, folder).error().code, std::string("target_is_folder"));
        QCOMPARE(entriesOf(folder), QStringList{QStringLiteral("mine.pdf")});
        QVERIFY(ui::writePdf(document, mine, true).has_value());
        QVERIFY(bytesOf(mine).startsWith("%PDF"));
    }
};

QTEST_MAIN(TestPdfReport)
#include "tst_pdf_report.moc"
