// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include <QImage>

#include "office_testing.h"
#include "report/document.h"
#include "ui/export/office_report.h"
#include "ui/export/pdf_report.h"

using namespace duelo;
using namespace duelo::testing;

/// ODT and DOCX as a word processor wants them (Y-36), read back by other readers than what wrote
/// them.
class TestOfficeReport : public QObject {
    Q_OBJECT
private:
    static Package odt(const Document& document) {
        const auto bytes = ui::odtOf(document);
        if (!bytes) qFatal("%s", bytes.error().code.c_str());
        return Package(*bytes, "a.odt");
    }
    static Package docx(const Document& document) {
        const auto bytes = ui::docxOf(document);
        if (!bytes) qFatal("%s", bytes.error().code.c_str());
        return Package(*bytes, "a.docx");
    }
    static QStringList headingsOf(const Document& document) {
        QStringList out;
        for (const DocSection& section : document.sections)
            out << QString::fromStdString(section.heading);
        return out;
    }
    /// The paragraphs of a DOCX in this style.
    static QStringList styled(const Package& package, const QString& style) {
        QStringList out;
        QXmlStreamReader xml(package.bytes("word/document.xml"));
        QString words;
        bool wanted = false;
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isStartElement() && xml.qualifiedName() == u"w:p") {
                words.clear();
                wanted = false;
            } else if (xml.isStartElement() && xml.qualifiedName() == u"w:pStyle") {
                wanted = xml.attributes().value("w:val") == style;
            } else if (xml.isStartElement() && xml.qualifiedName() == u"w:t") {
                words += xml.readElementText();
            } else if (xml.isEndElement() && xml.qualifiedName() == u"w:p" && wanted) {
                out << words;
            }
        }
        return out;
    }
    static Document hostile() {
        const std::string words =
            "=cmd|'/c calc'!A1 <script>alert(1)</script> </w:t></text:p> ]]> &amp; @BODY@ "
            "\xF0\x9F\x98\x80 \xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D \"quoted\" \x01\x1B \xED\xA0\x80 "
            "\xEF\xBF\xBE \xFF end";
        Document document;
        document.title = document.authors = words;
        document.declaration = words;
        document.watermark = words;
        document.contents = true;
        document.fields = {{words, words}};
        DocTable table;
        table.title = words;
        table.columns = {words, "b"};
        table.numeric = {false, true};
        table.rows = {{{words, std::nullopt, 0}, {"-1", -1.0, 0}}};
        table.notes = {words};
        LinesValue chart;
        chart.title = chart.description = chart.x_title = words;
        chart.series = {{.name = words, .points = {{1, 2}, {2, 3}}}};
        document.sections.push_back(
            {words,
             {DocParagraph{words}, DocParagraph{std::string(100'000, 'x')},
              DocParagraph{"=1+1", false, true}, DocList{{words}}, table, ChartValue(chart)},
             false});
        return document;
    }

    static bool isXml(const QString& name) {
        return name.endsWith(".xml") || name.endsWith(".rels") || name.endsWith(".svg");
    }
    /// Returns Duelo's own report, which has no numbers yet, with nothing but its first table with
    /// figures and its first chart.
    static Document fewBlocks() {
        Document all = compose(gpuPc(), optionsOf(Language::Spanish));
        DocSection few{"s", {}, false};
        bool table = false, chart = false;
        for (const DocSection& section : all.sections)
            for (const DocBlock& block : section.blocks) {
                const auto* of = std::get_if<DocTable>(&block);
                const bool figures = of && std::ranges::count(of->numeric, true) > 0;
                if (figures && !std::exchange(table, true)) few.blocks.push_back(block);
                if (std::holds_alternative<ChartValue>(block) && !std::exchange(chart, true))
                    few.blocks.push_back(block);
            }
        all.sections = {std::move(few)};
        return all;
    }

    Document m_document;  ///< a student's
    std::string m_bytes;  ///< of it, as ODT
    Package m_odt, m_docx;

private Q_SLOTS:
    void initTestCase() {
        m_document = studentsReport(Language::Spanish);
        m_bytes = ui::odtOf(m_document).value();
        m_odt = Package(m_bytes, "a.odt");
        m_docx = docx(m_document);
    }

    /// Programs that only look at the first bytes know what it is, and every part is XML.
    void packages_Y_36() {
        const std::string bytes = ui::odtOf(m_document).value();
        QCOMPARE(bytes.substr(30, 8), std::string("mimetype"));
        QCOMPARE(bytes.substr(38, 39), std::string("application/vnd.oasis.opendocument.text"));
        QCOMPARE(bytes, m_bytes);  // without the time of day
        for (const Package& one : {m_odt, m_docx})
            for (const QString& name : one.names()) {
                if (isXml(name)) QVERIFY2(one.fault(name).isEmpty(), qPrintable(name));
                if (name.endsWith(".png"))
                    QVERIFY(QImage::fromData(one.bytes(name)).width() >= 2000);
                if (name.endsWith(".xml"))
                    QVERIFY2(!one.bytes(name).contains("@"), qPrintable(name));
            }
        // What each package lists is there, and nothing else.
        QStringList listed{"mimetype", "META-INF/manifest.xml"};
        for (const auto& one : m_odt.all("META-INF/manifest.xml", "manifest:file-entry"))
            if (const QString name = one.attributes.at("manifest:full-path"); name != "/")
                listed << name;
        listed.sort();
        QCOMPARE(listed, m_odt.names());
        QVERIFY(m_docx.names().contains("[Content_Types].xml"));
        for (const auto& one : m_docx.all("word/_rels/document.xml.rels", "Relationship"))
            QVERIFY(m_docx.names().contains("word/" + one.attributes.at("Target")));
        for (const auto& one : m_docx.all("[Content_Types].xml", "Override"))
            QVERIFY(m_docx.names().contains(one.attributes.at("PartName").mid(1)));
    }

    /// Sections are headings of level 1, the questions in them of level 2, and the table of
    /// contents has each section with its page.
    void headingsAndContents_Y_36() {
        const Document& document = m_document;
        const std::vector<int> pages = ui::countedPages(document, [] { return true; })->starts;
        QCOMPARE(pages.size(), document.sections.size());
        const Package &text = m_odt, &word = m_docx;
        QStringList headings, entries;
        QStringList questions, asked;
        for (const auto& one : text.all("content.xml", "text:h"))
            (one.attributes.at("text:outline-level") == "1" ? headings : questions) << one.words;
        for (const DocSection& section : document.sections)
            for (const DocBlock& block : section.blocks)
                if (const auto* words = std::get_if<DocParagraph>(&block); words && words->strong)
                    asked << QString::fromStdString(words->text);
        QCOMPARE(headings, headingsOf(document));
        QCOMPARE(questions, asked);
        QCOMPARE(styled(word, "Lead"), asked);
        QCOMPARE(styled(word, "Heading1"), headingsOf(document));
        QStringList listed;
        for (std::size_t i = 0; i < pages.size(); ++i)
            listed << headings[static_cast<qsizetype>(i)] + QString::number(pages[i]);
        for (const auto& one : text.all("content.xml", "text:a")) {
            QVERIFY(one.attributes.at("xlink:href").startsWith("#_Toc"));
            entries << one.words;
        }
        QCOMPARE(entries, listed);
        QCOMPARE(styled(word, "TOC1"), listed);
        // Both go to bookmarks that are there, and the pages ask to be counted anew.
        QStringList anchors;
        for (const auto& one : word.all("word/document.xml", "w:bookmarkStart"))
            anchors << one.attributes.at("w:name");
        for (const auto& one : word.all("word/document.xml", "w:hyperlink"))
            QVERIFY(anchors.contains(one.attributes.at("w:anchor")));
        QCOMPARE(anchors.size(), headings.size());
        qsizetype counted = 0;
        for (const auto& one : word.all("word/document.xml", "w:fldSimple")) {
            const bool page = one.attributes.at("w:instr").startsWith(" PAGEREF _Toc");
            counted += page;
            QCOMPARE(one.attributes.at("w:dirty"), page ? "true" : "false");
        }
        QCOMPARE(counted, headings.size());
        // Inside another field LibreOffice would keep the numbers of the PDF.
        QVERIFY(word.all("word/document.xml", "w:fldChar").isEmpty());
        QCOMPARE(text.all("content.xml", "text:table-of-content").size(), 1);
    }

    /// Every style that is used is declared; words, language, author and title stand where programs
    /// look for them.
    void stylesAndData_Y_36() {
        const Document& document = m_document;
        const Package &text = m_odt, &word = m_docx;
        QSet<QString> declared, known;
        for (const QString& part : {QStringLiteral("styles.xml"), QStringLiteral("content.xml")})
            for (const QString& kind :
                 {QStringLiteral("style:style"), QStringLiteral("text:list-style")})
                for (const auto& one : text.all(part, kind))
                    declared << one.attributes.at("style:name");
        for (const QString& kind : {QStringLiteral("text:p"), QStringLiteral("text:h"),
                                    QStringLiteral("text:span"), QStringLiteral("text:list")})
            for (const auto& one : text.all("content.xml", kind))
                QVERIFY2(declared.contains(one.attributes.at("text:style-name")),
                         qPrintable(one.attributes.at("text:style-name")));
        for (const auto& one : word.all("word/styles.xml", "w:style"))
            known << one.attributes.at("w:styleId");
        for (const QString& kind :
             {QStringLiteral("w:pStyle"), QStringLiteral("w:rStyle"), QStringLiteral("w:tblStyle")})
            for (const auto& one : word.all("word/document.xml", kind))
                QVERIFY2(known.contains(one.attributes.at("w:val")),
                         qPrintable(one.attributes.at("w:val")));
        for (const int level : {1, 2, 3})
            QVERIFY(known.contains(QStringLiteral("Heading%1").arg(level)));

        const QString title = QString::fromStdString(document.title),
                      authors = "Núñez, Ana; Gil, Luis";
        QCOMPARE(text.all("meta.xml", "dc:title").front().words, title);
        QCOMPARE(text.all("meta.xml", "dc:creator").front().words, authors);
        QCOMPARE(text.all("meta.xml", "dc:language").front().words, QStringLiteral("es-ES"));
        QCOMPARE(word.all("docProps/core.xml", "dc:title").front().words, title);
        QCOMPARE(word.all("docProps/core.xml", "dc:creator").front().words, authors);
        QVERIFY(word.bytes("word/styles.xml").contains("w:lang w:val=\"es-ES\""));
        // The title above, the page below, on every page but the first the one.
        QCOMPARE(text.all("styles.xml", "style:header").front().words, title);
        QCOMPARE(word.all("word/header.xml", "w:hdr").front().words, title);
        QVERIFY(text.all("styles.xml", "style:footer").front().words.contains("Página 1 de 1"));
        QVERIFY(word.all("word/footer.xml", "w:ftr").front().words.contains("Página 1 de 1"));
        QCOMPARE(word.all("word/footer.xml", "w:fldSimple").size(), 2);
    }

    /// Numbers are fields that the program counts, header rows come again, figures stand right.
    void captionsAndTables_Y_36() {
        for (const bool own : {true, false}) {
            const Document document = own ? m_document : fewBlocks();
            const Package text = own ? m_odt : odt(document), word = own ? m_docx : docx(document);
            int tables = 0, charts = 0;
            for (const DocSection& section : document.sections)
                for (const DocBlock& block : section.blocks) {
                    tables += std::holds_alternative<DocTable>(block);
                    charts += std::holds_alternative<ChartValue>(block);
                }
            QVERIFY(tables > 0 && charts > 0);
            QStringList numbers, wanted;
            for (const auto& one : text.all("content.xml", "text:sequence"))
                if (one.attributes.at("text:name") == "Table") numbers << one.words;
            for (int i = 1; i <= tables; ++i) wanted << QString::number(i);
            QCOMPARE(numbers, wanted);
            QStringList fields;
            for (const auto& one : word.all("word/document.xml", "w:fldSimple"))
                if (one.attributes.at("w:instr").contains("SEQ Tabla")) fields << one.words;
            QCOMPARE(fields, wanted);
            QVERIFY(styled(word, "Caption").front().startsWith("Tabla 1. "));
            QCOMPARE(text.all("content.xml", "table:table-header-rows").size(), tables);
            QCOMPARE(word.all("word/document.xml", "w:tblHeader").size(), tables);
            QVERIFY(!styled(word, "TableFigures").isEmpty());
            // A chart as a drawing, and as pixels for programs that read no drawings.
            QCOMPARE(text.all("content.xml", "draw:image").size(), 2 * charts);
            QCOMPARE(word.all("word/document.xml", "asvg:svgBlip").size(), charts);
            QCOMPARE(word.all("word/document.xml", "a:blip").size(), charts);
            for (const auto& one : text.all("content.xml", "svg:desc"))
                QVERIFY(!one.words.isEmpty());
        }
    }

    /// A title with a number of its own keeps it, whatever the one before was.
    void captionsKeepTheirNumbers() {
        Document document;
        document.numbered = true;
        for (const char* title : {"Tabla 1. a", "Tabla 3. b", "Tabla c", "Otra"}) {
            DocTable table;
            table.title = title;
            table.columns = {"x"};
            table.numeric = {false};
            document.sections.push_back({"s", {table}, false});
        }
        const Package text = odt(document), word = docx(document);
        QStringList formulas, fields;
        for (const auto& one : text.all("content.xml", "text:sequence"))
            formulas << one.attributes.at("text:formula");
        QCOMPARE(formulas, (QStringList{"ooow:Table+1", "ooow:3"}));
        for (const auto& one : word.all("word/document.xml", "w:fldSimple"))
            fields << one.attributes.at("w:instr");
        QCOMPARE(fields, (QStringList{" SEQ Tabla \\* ARABIC ", " SEQ Tabla \\* ARABIC \\r 3 "}));
        QCOMPARE(styled(word, "Caption"),
                 (QStringList{"Tabla 1. a", "Tabla 3. b", "Tabla c", "Otra"}));
    }

    /// Formulas, scripts, another direction, signs that XML has no place for and as many letters as
    /// an answer holds: words, and nothing else.
    void holdsWordsOnly_R_24() {
        const Document document = hostile();
        const Package text = odt(document), word = docx(document);
        for (const Package& one : {text, word})
            for (const QString& name : one.names())
                if (isXml(name)) QVERIFY2(one.fault(name).isEmpty(), qPrintable(name));
        const QString kept =
            QString::fromUtf8("</w:t></text:p> ]]> &amp; @BODY@ \xF0\x9F\x98\x80 \xD7\xA9");
        for (const QString& words : {text.all("content.xml", "office:body").front().words,
                                     word.all("word/document.xml", "w:body").front().words}) {
            QVERIFY(words.contains(kept));
            QVERIFY(words.count('x') >= 100'000);
        }
        for (const auto& one : text.all("content.xml", "text:sequence"))
            QVERIFY(one.attributes.at("text:formula").startsWith("ooow:"));
        // Words that look like a link or a script stay words: nothing leads out of the file.
        for (const auto& one : text.all("content.xml", "text:a"))
            QVERIFY(one.attributes.at("xlink:href").startsWith("#_Toc"));
        for (const auto& one : word.all("word/_rels/document.xml.rels", "Relationship"))
            QVERIFY(!one.attributes.contains("TargetMode"));
        // A title as long as an answer leaves room for the page.
        Document longer;
        longer.title = std::string(100'000, 'x');
        QVERIFY(odt(longer).all("styles.xml", "style:header").front().words.size() < 200);
        QVERIFY(docx(longer).all("word/header.xml", "w:hdr").front().words.size() < 200);
    }

    /// A class game says what it is on every page.
    void watermark() {
        Document document;
        document.watermark = "NO";
        document.sections.push_back({"s", {DocParagraph{"a"}}, false});
        for (const auto& one : odt(document).all("styles.xml", "style:header"))
            QVERIFY(one.words.endsWith("NO"));
        const Package word = docx(document);
        QVERIFY(word.all("word/header.xml", "w:hdr").front().words.endsWith("NO"));
        QCOMPARE(word.all("word/header_first.xml", "w:hdr").front().words, QStringLiteral("NO"));
    }
};

QTEST_MAIN(TestOfficeReport)
#include "tst_office_report.moc"
