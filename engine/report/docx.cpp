// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>

#include "report/office_parts.h"
#include "report/xml_text.h"
#include "resources/resources.h"

namespace duelo {
namespace {

using namespace office;
using DocxValues = std::initializer_list<std::pair<std::string_view, std::string_view>>;

constexpr std::string_view kSvgBlip = "{96DAC541-7B7A-43D3-8B79-37D633B846F1}";
/// The same as the attributes beside it, in bits: a first row, and no bands of rows or columns.
constexpr std::string_view kTableLook = "0620";
constexpr std::string_view kPictureUri = "http://schemas.openxmlformats.org/drawingml/2006/picture";

std::string docxPart(std::string_view name, DocxValues values = {}) {
    return filledXml(resource("office/docx_" + std::string(name) + ".xml"), values);
}

/// Runs and fields of a paragraph.
class Runs {
public:
    explicit Runs(XmlText& xml) : m_xml(xml) {}

    void words(std::string_view text, std::string_view style = {}) {
        if (text.empty()) return;
        begin(style);
        m_xml.open("w:t", {{"xml:space", "preserve"}}).words(text).close().close();
    }
    void tab() {
        begin({});
        m_xml.leaf("w:tab").close();
    }
    /// A field and what it shows until the program counts it, which a dirty one asks it to do when
    /// it opens the file.
    void field(const std::string& instruction, std::string_view shown, bool dirty = false) {
        m_xml.open("w:fldSimple",
                   {{"w:instr", " " + instruction + " "}, {"w:dirty", dirty ? "true" : "false"}});
        words(shown);
        m_xml.close();
    }

private:
    void begin(std::string_view style) {
        m_xml.open("w:r");
        if (style.empty()) return;
        m_xml.open("w:rPr").leaf("w:rStyle", {{"w:val", style}});
        // In a table LibreOffice takes the size of all letters before that of a style.
        const std::string_view size = style == "SmallLetters"  ? "17"
                                      : style == "TinyLetters" ? "14"
                                                               : "";
        if (!size.empty()) m_xml.leaf("w:sz", {{"w:val", size}}).leaf("w:szCs", {{"w:val", size}});
        m_xml.close();
    }

    XmlText& m_xml;
};

class DocxWriter {
public:
    DocxWriter(const Document& document, const OfficeExtras& extras)
        : m_document(document),
          m_extras(extras),
          m_tableCaptions(document, "lab_report.table"),
          m_figureCaptions(document, "lab_report.figure") {}

    Result<std::string> write() {
        if (m_document.declaration) paragraph("Declaration", *m_document.declaration);
        paragraph("Title", m_document.title);
        for (const auto& [name, value] : m_document.fields) field(name, value);
        if (m_document.contents) contents();
        const auto written = eachSection(
            m_document, [this](std::size_t section) { heading(section); },
            [this](const auto& block) { return add(block); });
        return written.and_then([this] { return packed(); });
    }

private:
    /// `keeps`: on one page with what follows.
    void begin(std::string_view style, bool keeps = false) {
        m_body.open("w:p").open("w:pPr").leaf("w:pStyle", {{"w:val", style}});
        if (keeps) m_body.leaf("w:keepNext");
        m_body.close();
    }
    void end() { m_body.close().raw("\n"); }

    void paragraph(std::string_view style, const std::string& words) {
        begin(style);
        m_runs.words(words);
        end();
    }

    void field(const std::string& name, const std::string& value) {
        begin("Field");
        m_runs.words(fieldName(name), "Strong");
        m_runs.tab();
        m_runs.words(value);
        end();
    }

    void heading(std::size_t section) {
        const std::string id = std::to_string(section + 1);
        begin("Heading1");
        m_body.leaf("w:bookmarkStart", {{"w:id", id}, {"w:name", anchorOf(section)}});
        m_runs.words(m_document.sections[section].heading);
        m_body.leaf("w:bookmarkEnd", {{"w:id", id}});
        end();
    }

    /// Each page is a field by itself: of those inside one for the whole table, LibreOffice keeps
    /// the numbers that are written.
    void contents() {
        paragraph("TOCHeading", contentsTitle(m_document));
        for (std::size_t i = 0; i < m_document.sections.size(); ++i) {
            const std::string anchor = anchorOf(i);
            begin("TOC1");
            m_body.open("w:hyperlink", {{"w:anchor", anchor}, {"w:history", "1"}});
            m_runs.words(m_document.sections[i].heading);
            m_runs.tab();
            m_runs.field("PAGEREF " + anchor + " \\h", pageOf(i, m_extras), true);
            m_body.close();
            end();
        }
    }

    Result<void> add(const DocParagraph& text) {
        paragraph(text.boxed ? "Box" : text.strong ? "Lead" : "BodyText", text.text);
        return {};
    }

    Result<void> add(const DocList& list) {
        for (const std::string& item : list.items) paragraph("ListBullet", item);
        return {};
    }

    void caption(const std::string& sequence, const Caption& of) {
        begin("Caption");
        m_runs.words(of.before);
        if (!of.number.empty())
            m_runs.field("SEQ " + sequence + " \\* ARABIC" +
                             (of.follows ? std::string() : " \\r " + of.number),
                         of.number);
        m_runs.words(of.after);
        end();
    }

    Result<void> add(const DocTable& table) {
        caption(m_tableCaptions.sequence(), m_tableCaptions.of(table.title));
        if (!table.columns.empty()) grid(table);
        for (const std::string& note : table.notes) paragraph("Note", note);
        // Two tables with nothing between them would become one.
        if (table.notes.empty() && !table.columns.empty()) paragraph("Note", {});
        return {};
    }

    void grid(const DocTable& table) {
        const std::vector<int> widths = columnWidths(table);
        m_body.open("w:tbl").open("w:tblPr").leaf("w:tblStyle", {{"w:val", "DueloTable"}});
        m_body.leaf("w:tblW", {{"w:w", std::to_string(widthOf(widths))}, {"w:type", "dxa"}});
        m_body.leaf("w:tblLayout", {{"w:type", "fixed"}});
        m_body.leaf("w:tblLook", {{"w:val", kTableLook},
                                  {"w:firstRow", "1"},
                                  {"w:lastRow", "0"},
                                  {"w:firstColumn", "0"},
                                  {"w:lastColumn", "0"},
                                  {"w:noHBand", "1"},
                                  {"w:noVBand", "1"}});
        m_body.leaf("w:tblCaption", {{"w:val", table.title}}).close();
        m_body.open("w:tblGrid");
        for (const int width : widths) m_body.leaf("w:gridCol", {{"w:w", std::to_string(width)}});
        m_body.close().raw("\n");
        rows(table, widths);
        m_body.close().raw("\n");
    }

    void rows(const DocTable& table, const std::vector<int>& widths) {
        const TableSize size = sizeOf(table);
        const bool whole = std::ranges::all_of(table.rows, staysWhole);
        m_body.open("w:tr").open("w:trPr").leaf("w:cantSplit").leaf("w:tblHeader").close();
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            cell(table.numeric[i] ? "TableFiguresHeading" : "TableHeading", size, widths[i],
                 table.columns[i], true);
        m_body.close().raw("\n");
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            const auto& row = table.rows[r];
            const bool last = r + 1 == table.rows.size();
            const bool keeps = last ? !table.notes.empty() : whole && !mayPartBelow(table, r);
            m_body.open("w:tr");
            if (staysWhole(row)) m_body.open("w:trPr").leaf("w:cantSplit").close();
            for (std::size_t i = 0; i < row.size(); ++i) {
                const bool right = table.numeric[i] && !inWords(row[i], table.numeric[i]);
                cell(right ? "TableFigures" : "TableContents", size, widths[i], row[i].text, keeps);
            }
            m_body.close().raw("\n");
        }
    }

    void cell(std::string_view style, TableSize size, int width, const std::string& words,
              bool keeps) {
        m_body.open("w:tc").open("w:tcPr");
        m_body.leaf("w:tcW", {{"w:w", std::to_string(width)}, {"w:type", "dxa"}}).close();
        begin(style, keeps);
        m_runs.words(words, size == TableSize::Small  ? "SmallLetters"
                            : size == TableSize::Tiny ? "TinyLetters"
                                                      : "");
        m_body.close().close();
    }

    Result<void> add(const ChartValue& chart) {
        auto made = pictureOf(chart, m_document, m_extras);
        if (!made) return tl::unexpected(std::move(made.error()));
        const std::string number = std::to_string(++m_figures), stem = "figure" + number;
        begin("Picture");
        m_body.open("w:r").open("w:drawing");
        drawing(number, *made, titleOf(chart), descriptionOf(chart));
        m_body.close().close();
        end();
        picture("png" + number, stem + ".png", std::move(made->png));
        picture("svg" + number, stem + ".svg", std::move(made->svg));
        caption(m_figureCaptions.sequence(), m_figureCaptions.of(titleOf(chart)));
        paragraph("Note", descriptionOf(chart));
        return {};
    }

    /// A picture in the line; the SVG is for programs that know of it, the PNG for the others.
    void drawing(const std::string& number, const Picture& of, const std::string& title,
                 const std::string& description) {
        constexpr std::int64_t kEmu = 635;  // of a twentieth of a point
        const std::string width = std::to_string(of.width * kEmu),
                          height = std::to_string(of.height * kEmu), name = "Figure " + number;
        m_body.open("wp:inline", {{"distT", "0"}, {"distB", "0"}, {"distL", "0"}, {"distR", "0"}});
        m_body.leaf("wp:extent", {{"cx", width}, {"cy", height}});
        m_body.leaf("wp:docPr",
                    {{"id", number}, {"name", name}, {"descr", description}, {"title", title}});
        m_body.open("a:graphic").open("a:graphicData", {{"uri", kPictureUri}});
        m_body.open("pic:pic").open("pic:nvPicPr");
        m_body.leaf("pic:cNvPr", {{"id", number}, {"name", name}}).leaf("pic:cNvPicPr").close();
        m_body.open("pic:blipFill").open("a:blip", {{"r:embed", "png" + number}});
        m_body.open("a:extLst").open("a:ext", {{"uri", kSvgBlip}});
        m_body.leaf("asvg:svgBlip", {{"r:embed", "svg" + number}}).close().close().close();
        m_body.open("a:stretch").leaf("a:fillRect").close().close();
        m_body.open("pic:spPr").open("a:xfrm").leaf("a:off", {{"x", "0"}, {"y", "0"}});
        m_body.leaf("a:ext", {{"cx", width}, {"cy", height}}).close();
        m_body.open("a:prstGeom", {{"prst", "rect"}}).leaf("a:avLst").close().close();
        m_body.close().close().close().close();
    }

    void picture(const std::string& id, const std::string& name, std::string bytes) {
        m_relations.leaf(
            "Relationship",
            {{"Id", id},
             {"Type", "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"},
             {"Target", "media/" + name}});
        m_relations.raw("\n");
        m_pictures.push_back({"word/media/" + name, std::move(bytes), name.ends_with(".svg")});
    }

    [[nodiscard]] static std::string marginParagraph(std::string_view style,
                                                     const std::function<void(Runs&)>& fill) {
        XmlText out;
        Runs runs(out);
        out.open("w:p").open("w:pPr").leaf("w:pStyle", {{"w:val", style}}).close();
        fill(runs);
        return out.close().text();
    }

    [[nodiscard]] std::string footer() const {
        const PageWords page = pageWords(m_document);
        return marginParagraph("Footer", [&](Runs& runs) {
            runs.words(generator());
            runs.tab();
            runs.words(page.before);
            runs.field("PAGE", "1");
            runs.words(page.between);
            runs.field("NUMPAGES", "1");
            runs.words(page.after);
        });
    }

    [[nodiscard]] Result<std::string> packed() {
        const std::string mark =
            m_document.watermark.empty()
                ? std::string()
                : marginParagraph("Mark", [&](Runs& runs) { runs.words(m_document.watermark); });
        const std::string head =
            marginParagraph("Header", [&](Runs& runs) { runs.words(runningTitle(m_document)); });
        const std::string first = mark.empty() ? "<w:p/>" : mark;
        const auto [language, country] = localeOf(m_document);
        const bool comma = m_document.numbers.decimal == ',';
        std::vector<ZipItem> items{
            {"[Content_Types].xml", docxPart("content_types")},
            {"_rels/.rels", docxPart("rels")},
            {"docProps/core.xml", docxPart("core", {{"TITLE", xmlWords(m_document.title)},
                                                    {"AUTHORS", xmlWords(m_document.authors)},
                                                    {"LANGUAGE", language},
                                                    {"COUNTRY", country}})},
            {"docProps/app.xml", docxPart("app", {{"GENERATOR", generator()}})},
            {"word/_rels/document.xml.rels",
             docxPart("document_rels", {{"PICTURES", m_relations.text()}})},
            {"word/styles.xml", docxPart("styles", {{"LANGUAGE", language}, {"COUNTRY", country}})},
            {"word/settings.xml",
             docxPart("settings", {{"DECIMAL", comma ? "," : "."}, {"LIST", comma ? ";" : ","}})},
            {"word/numbering.xml", docxPart("numbering")},
            {"word/header.xml", docxPart("header", {{"BODY", head + mark}})},
            {"word/header_first.xml", docxPart("header", {{"BODY", first}})},
            {"word/footer.xml", docxPart("footer", {{"BODY", footer()}})},
            {"word/document.xml", docxPart("document", {{"BODY", m_body.text()}})}};
        std::ranges::move(m_pictures, std::back_inserter(items));
        return zipBytes(items, ".docx");
    }

    const Document& m_document;
    const OfficeExtras& m_extras;
    Captions m_tableCaptions, m_figureCaptions;
    XmlText m_body, m_relations;
    Runs m_runs{m_body};
    std::vector<ZipItem> m_pictures;
    int m_figures = 0;
};

}  // namespace

Result<std::string> writeDocx(const Document& document, const OfficeExtras& extras) {
    return DocxWriter(document, extras).write();
}

}  // namespace duelo
