// SPDX-License-Identifier: Apache-2.0
// Tests of the content of the files for word processors, for every part of a document (Y-36). Their
// packing and layout: tests/gui/export/tst_office_report.cpp.
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QtTest>

#include <cmath>
#include <numeric>

#include "base/zip_file.h"
#include "report/office.h"
#include "report/office_parts.h"
#include "report/writers.h"

using namespace duelo;

namespace {

/// The part of a package with the text.
QByteArray partOf(const std::string& bytes, const char* part) {
    const auto archive = ZipArchive::of(bytes, "a.zip");
    if (!archive) qFatal("%s", archive.error().code.c_str());
    for (const ZipArchive::Entry& entry : archive->entries())
        if (entry.name == part) return QByteArray::fromStdString(archive->read(entry).value());
    qFatal("no %s", part);
}

QByteArray odt(const Document& document) {
    return partOf(writeOdt(document, {}).value(), "content.xml");
}
QByteArray docx(const Document& document) {
    return partOf(writeDocx(document, {}).value(), "word/document.xml");
}

/// The words of each paragraph, blanks that ODF keeps as elements among them.
QStringList paragraphs(const QByteArray& part) {
    QStringList all;
    QXmlStreamReader xml(part);
    bool inside = false;
    while (!xml.atEnd()) {
        xml.readNext();
        const QString name = xml.qualifiedName().toString();
        const bool paragraph = name == "text:p" || name == "w:p";
        if (paragraph) inside = xml.isStartElement();
        if (paragraph && inside) all << QString();
        if (!inside) continue;
        if (xml.isStartElement() && name == "text:s")
            all.back() += QString(xml.attributes().value("text:c").toInt(), ' ');
        if (xml.isCharacters()) all.back() += xml.text();
    }
    if (xml.hasError()) qFatal("%s", qPrintable(xml.errorString()));
    return all;
}

Document of(DocBlock block) {
    Document document;
    document.sections.push_back({"Section", {std::move(block)}});
    return document;
}

}  // namespace

class OfficeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsEveryBlank_data();
    void keepsEveryBlank();
    void keepsNotesOfEveryTable_data();
    void keepsNotesOfEveryTable();
    void saysOneLookOfItsTables();
    void breaksNoNumber();
    void breaksNoNumberOfAFullTable();
    void letsTheProgramCountItsPages();
};

/// White space becomes blanks, and no blank is lost: programs take several for one where the file
/// does not say how many there are.
void OfficeTest::keepsEveryBlank_data() {
    QTest::addColumn<QString>("words");
    for (const char* words : {"a b", "a  b", "  a", "a\n\nb", "a\t\tb", "a \n b", "\n\na",
                              "a   b  c", "a\r\nb", " a", "a b\t\n  c"})
        QTest::newRow(QByteArray(words).toHex().constData()) << QString(words);
}

void OfficeTest::keepsEveryBlank() {
    QFETCH(QString, words);
    const Document document = of(DocParagraph{words.toStdString()});
    const QString wanted = QString(words).replace(QRegularExpression("[\\r\\n\\t]"), " ");
    const QByteArray content = odt(document);
    QVERIFY2(paragraphs(content).contains(wanted), content.constData());
    QVERIFY(paragraphs(docx(document)).contains(wanted));
    // Two beside each other, or one that leads, would be taken for one or none.
    QVERIFY2(!QString(content).contains(QRegularExpression("<text:p [^>]*>[^<]*  ")),
             content.constData());
    QVERIFY2(!QString(content).contains(QRegularExpression("<text:p [^>]*Text_20_body[^>]*> ")),
             content.constData());
}

/// Every table keeps its notes, as in the PDF and the HTML, even one of which nothing but its notes
/// is left.
void OfficeTest::keepsNotesOfEveryTable_data() {
    QTest::addColumn<int>("columns");
    for (const int columns : {0, 1, 3}) QTest::addRow("%d columns", columns) << columns;
}

void OfficeTest::keepsNotesOfEveryTable() {
    QFETCH(int, columns);
    DocTable table{.id = "t", .title = "The title", .notes = {"First note.", "Second note."}};
    const auto count = static_cast<std::size_t>(columns);
    table.columns.assign(count, "column");
    table.numeric.assign(count, false);
    table.rows.assign(1, std::vector<DocCell>(count, DocCell{"cell", {}, 0}));
    const Document document = of(table);
    QVERIFY(QString::fromStdString(writeHtml(document)).contains("Second note."));
    for (const QByteArray& part : {odt(document), docx(document)}) {
        const QStringList all = paragraphs(part);
        QCOMPARE(all.count("First note."), 1);
        QCOMPARE(all.count("Second note."), 1);
        QCOMPARE(all.count("cell"), columns);
    }
}

/// Programs that know the bits alone show the same table as those that read the attributes.
void OfficeTest::saysOneLookOfItsTables() {
    const std::pair<const char*, int> bits[] = {{"w:firstRow", 0x20},    {"w:lastRow", 0x40},
                                                {"w:firstColumn", 0x80}, {"w:lastColumn", 0x100},
                                                {"w:noHBand", 0x200},    {"w:noVBand", 0x400}};
    DocTable table{.id = "t", .title = "t", .columns = {"a"}, .numeric = {false}};
    QXmlStreamReader xml(docx(of(table)));
    int looks = 0;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement() || xml.qualifiedName().toString() != "w:tblLook") continue;
        ++looks;
        const int value = xml.attributes().value("w:val").toInt(nullptr, 16);
        for (const auto& [name, bit] : bits)
            QCOMPARE(xml.attributes().value(name).toInt(), (value & bit) != 0 ? 1 : 0);
    }
    QCOMPARE(looks, 1);
}

/// A table whose longest words do not find room gets smaller letters: a number that goes on in the
/// next line is read as two, and so are a number and its unit.
void OfficeTest::breaksNoNumber() {
    const std::vector<std::pair<std::string, std::string>> all{
        {"Case", "1024 px"},         {"Variant", "[classmate.duelo]"},
        {"Flags", "none"},           {"n", "700"},
        {"Median (s)", "0.0024727"}, {"95 % CI from", "0.0024719"},
        {"95 % CI to", "0.0024736"}, {"Calls of the warm-up", "12"},
        {"Images/s", "404.42"}};
    DocTable table{.id = "t", .title = "t"};
    table.rows.emplace_back();
    for (const auto& [head, cell] : all) {
        table.columns.push_back(head);
        table.numeric.push_back(false);
        table.rows[0].push_back({cell, {}, 0});
    }
    const auto fits = [&] {
        const std::vector<int> widths = office::columnWidths(table);
        const double letter = office::sizeOf(table) == office::TableSize::Tiny    ? 72
                              : office::sizeOf(table) == office::TableSize::Small ? 92
                                                                                  : 110;
        for (std::size_t i = 0; i < widths.size(); ++i)
            if (widths[i] < letter * static_cast<double>(table.rows[0][i].text.size()))
                return false;
        return true;
    };
    QVERIFY(office::sizeOf(table) == office::TableSize::Small);
    QVERIFY(fits());
    QVERIFY(docx(of(table)).contains("<w:sz w:val=\"17\"/>"));
    table.rows[0][2].text = "shared-processor";
    table.rows[0][7].text = "not-told-anywhere";
    QVERIFY(office::sizeOf(table) == office::TableSize::Tiny);
    QVERIFY(fits());
    QVERIFY(docx(of(table)).contains("<w:sz w:val=\"14\"/>"));
}

/// Where not even tiny letters leave room for all words, words go on in the next line and numbers
/// do not: each has the digits of a wide face, and the edges of its cell.
void OfficeTest::breaksNoNumberOfAFullTable() {
    const std::vector<std::pair<std::string, std::string>> all{
        {"Caso", "ResNet-18, 224 px"},
        {"Variante", "CPU, 6 hilos [duelo-2026-11-30-110500-5a71ade1.duelo]"},
        {"Indicadores", "procesador compartido, calentamiento incompleto"},
        {"n", "700"},
        {"Mediana (s)", "0,0029000"},
        {"IC 95 % desde (s)", "0,0028953"},
        {"IC 95 % hasta (s)", "0,0029067"},
        {"Llamadas de calentamiento", "12"},
        {"Imágenes/s", "344,82"}};
    DocTable table{.id = "t", .title = "t", .reference = true};
    table.rows.emplace_back();
    for (const auto& [head, cell] : all) {
        table.columns.push_back(head);
        table.numeric.push_back(cell.front() < 'A');
        table.rows[0].push_back({cell, {}, 0});
    }
    const std::vector<int> widths = office::columnWidths(table);
    QVERIFY(office::sizeOf(table) == office::TableSize::Tiny);
    constexpr double kDigit = 0.636 * 140, kEdges = 2 * 57;  // of DejaVu Sans at 7 pt
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string& cell = all[i].second;
        if (table.numeric[i])
            QVERIFY2(widths[i] >= kDigit * static_cast<double>(cell.size()) + kEdges,
                     qPrintable(QString("%1: %2").arg(cell.c_str()).arg(widths[i])));
    }
    QVERIFY(std::abs(std::accumulate(widths.begin(), widths.end(), 0) - office::kTextWidth) < 10);
}

/// The page of a section is known once the program has laid the text out.
void OfficeTest::letsTheProgramCountItsPages() {
    Document document = of(DocParagraph{"words"});
    document.contents = true;
    const QByteArray content = docx(document);
    QVERIFY2(content.contains("<w:fldSimple w:instr=\" PAGEREF _Toc100000001 \\h \" "
                              "w:dirty=\"true\">"),
             content.constData());
    QVERIFY(!content.contains("<w:fldChar"));
}

QTEST_GUILESS_MAIN(OfficeTest)
#include "tst_office.moc"
