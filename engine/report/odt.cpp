// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <set>

#include "report/office_parts.h"
#include "report/xml_text.h"
#include "resources/resources.h"

namespace duelo {
namespace {

using namespace office;

constexpr std::string_view kOdtType = "application/vnd.oasis.opendocument.text";

std::string centimetres(int length) {
    constexpr double kPerCentimetre = 1440 / 2.54;
    return formatFixed(length / kPerCentimetre, 3, {}) + "cm";
}

/// Words as ODF keeps them: all but the first of the blanks beside each other are elements.
void addWords(XmlText& xml, std::string_view text) {
    const std::string fit = fitForXml(text);  // which makes blanks of what parts lines
    const std::string_view words = fit;
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t blank = words.find("  ", at);
        const bool leads = at == 0 && words.front() == ' ';
        const std::size_t from = leads ? 0 : blank == std::string_view::npos ? blank : blank + 1;
        xml.words(words.substr(at, from - at));
        if (from == std::string_view::npos) return;
        const std::size_t to = std::min(words.find_first_not_of(' ', from), words.size());
        xml.leaf("text:s", {{"text:c", std::to_string(to - from)}});
        at = to;
    }
}

class OdtWriter {
public:
    OdtWriter(const Document& document, const OfficeExtras& extras)
        : m_document(document),
          m_extras(extras),
          m_tableCaptions(document, "lab_report.table"),
          m_figureCaptions(document, "lab_report.figure") {}

    Result<std::string> write() {
        const bool declared = m_document.declaration.has_value();
        if (declared) paragraph("First", *m_document.declaration);
        paragraph(declared ? "Title" : "First", m_document.title);
        for (const auto& [name, value] : m_document.fields) field(name, value);
        if (m_document.contents) contents();
        const auto written = eachSection(
            m_document, [this](std::size_t section) { heading(section); },
            [this](const auto& block) { return add(block); });
        return written.and_then([this] { return packed(); });
    }

private:
    void paragraph(std::string_view style, const std::string& words) {
        m_body.open("text:p", {{"text:style-name", style}});
        addWords(m_body, words);
        m_body.close().raw("\n");
    }

    void field(const std::string& name, const std::string& value) {
        m_body.open("text:p", {{"text:style-name", "Field"}});
        m_body.open("text:span", {{"text:style-name", "Strong"}});
        addWords(m_body, fieldName(name));
        m_body.close().leaf("text:tab");
        addWords(m_body, value);
        m_body.close().raw("\n");
    }

    void heading(std::size_t section) {
        const std::string anchor = anchorOf(section);
        m_body.open("text:h", {{"text:style-name", "Heading_20_1"}, {"text:outline-level", "1"}});
        m_body.leaf("text:bookmark-start", {{"text:name", anchor}});
        addWords(m_body, m_document.sections[section].heading);
        m_body.leaf("text:bookmark-end", {{"text:name", anchor}}).close().raw("\n");
    }

    /// Its entries stand there already, with pages that the program counts when it opens the file.
    void contents() {
        const std::string title = contentsTitle(m_document);
        m_body.open("text:table-of-content", {{"text:style-name", "Contents"},
                                              {"text:name", "Contents1"},
                                              {"text:protected", "true"}});
        m_body.open("text:table-of-content-source", {{"text:outline-level", "1"}});
        m_body.open("text:index-title-template", {{"text:style-name", "Contents_20_Heading"}});
        m_body.words(title).close();
        m_body.open("text:table-of-content-entry-template",
                    {{"text:outline-level", "1"}, {"text:style-name", "Contents_20_1"}});
        m_body.leaf("text:index-entry-link-start").leaf("text:index-entry-text");
        m_body.leaf("text:index-entry-tab-stop",
                    {{"style:type", "right"}, {"style:leader-char", "."}});
        m_body.leaf("text:index-entry-page-number").leaf("text:index-entry-link-end");
        m_body.close().close();
        m_body.open("text:index-body");
        m_body.open("text:index-title", {{"text:name", "Contents1_Head"}});
        paragraph("Contents_20_Heading", title);
        m_body.close();
        for (std::size_t i = 0; i < m_document.sections.size(); ++i) entry(i);
        m_body.close().close().raw("\n");
    }

    void entry(std::size_t section) {
        const std::string anchor = anchorOf(section);
        m_body.open("text:p", {{"text:style-name", "Contents_20_1"}});
        m_body.open("text:a", {{"xlink:type", "simple"}, {"xlink:href", "#" + anchor}});
        addWords(m_body, m_document.sections[section].heading);
        m_body.leaf("text:tab");
        m_body.open("text:bookmark-ref",
                    {{"text:reference-format", "page"}, {"text:ref-name", anchor}});
        m_body.words(pageOf(section, m_extras)).close();
        m_body.close().close().raw("\n");
    }

    Result<void> add(const DocParagraph& text) {
        if (!text.strong || text.boxed) {
            paragraph(text.boxed ? "Box" : "Text_20_body", text.text);
            return {};
        }
        m_body.open("text:h", {{"text:style-name", "Lead"}, {"text:outline-level", "2"}});
        addWords(m_body, text.text);
        m_body.close().raw("\n");
        return {};
    }

    Result<void> add(const DocList& list) {
        if (list.items.empty()) return {};
        m_body.open("text:list", {{"text:style-name", "List_20_1"}});
        for (const std::string& item : list.items) {
            m_body.open("text:list-item");
            paragraph("List_20_Contents", item);
            m_body.close();
        }
        m_body.close().raw("\n");
        return {};
    }

    /// `kind` is the style of the paragraph and the name of the sequence too.
    void caption(std::string_view kind, const Caption& of) {
        m_body.open("text:p", {{"text:style-name", kind}});
        addWords(m_body, of.before);
        if (!of.number.empty()) {
            const std::string name(kind);
            m_body.open("text:sequence",
                        {{"text:ref-name", "ref" + name + std::to_string(m_references++)},
                         {"text:name", name},
                         {"text:formula", "ooow:" + (of.follows ? name + "+1" : of.number)},
                         {"style:num-format", "1"}});
            m_body.words(of.number).close();
        }
        addWords(m_body, of.after);
        m_body.close().raw("\n");
    }

    Result<void> add(const DocTable& table) {
        caption("Table", m_tableCaptions.of(table.title));
        if (!table.columns.empty()) grid(table);
        for (const std::string& note : table.notes) paragraph("Note", note);
        return {};
    }

    void grid(const DocTable& table) {
        const std::string name = "Table" + std::to_string(++m_tables);
        const std::vector<int> widths = columnWidths(table);
        // A table that is kept with what follows is never parted itself.
        const bool keeps = staysTogether(table);
        m_styles.open("style:style", {{"style:name", name}, {"style:family", "table"}});
        m_styles.leaf("style:table-properties",
                      {{"style:width", centimetres(widthOf(widths))},
                       {"table:align", "left"},
                       {"style:may-break-between-rows", keeps ? "false" : "true"},
                       {"fo:keep-with-next", keeps && !table.notes.empty() ? "always" : "auto"},
                       {"fo:margin-bottom", table.notes.empty() ? "0.35cm" : "0.1cm"}});
        m_styles.close().raw("\n");
        m_body.open("table:table", {{"table:name", name}, {"table:style-name", name}});
        for (const int width : widths) {
            const std::string column = name + "." + std::to_string(width);
            if (m_columns.insert(column).second) {
                m_styles.open("style:style",
                              {{"style:name", column}, {"style:family", "table-column"}});
                m_styles.leaf("style:table-column-properties",
                              {{"style:column-width", centimetres(width)}});
                m_styles.close().raw("\n");
            }
            m_body.leaf("table:table-column", {{"table:style-name", column}});
        }
        m_body.raw("\n");
        rows(table);
        m_body.close().raw("\n");
    }

    void rows(const DocTable& table) {
        const TableSize size = sizeOf(table);
        m_body.open("table:table-header-rows");
        m_body.open("table:table-row", {{"table:style-name", "WholeRow"}});
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            cell("HeadCell", table.numeric[i] ? "Table_20_Figures_20_Heading" : "Table_20_Heading",
                 size, table.columns[i]);
        m_body.close().close().raw("\n");
        for (const auto& row : table.rows) {
            m_body.open("table:table-row",
                        {{"table:style-name", staysWhole(row) ? "WholeRow" : "LongRow"}});
            for (std::size_t i = 0; i < row.size(); ++i) {
                const bool right = table.numeric[i] && !inWords(row[i], table.numeric[i]);
                cell("Cell", right ? "Table_20_Figures" : "Table_20_Contents", size, row[i].text);
            }
            m_body.close().raw("\n");
        }
    }

    void cell(std::string_view look, std::string_view style, TableSize size,
              const std::string& words) {
        m_body.open("table:table-cell",
                    {{"table:style-name", look}, {"office:value-type", "string"}});
        m_body.open("text:p", {{"text:style-name", style}});
        if (size != TableSize::Usual)
            m_body.open("text:span",
                        {{"text:style-name", size == TableSize::Small ? "Small" : "Tiny"}});
        addWords(m_body, words);
        if (size != TableSize::Usual) m_body.close();
        m_body.close().close();
    }

    Result<void> add(const ChartValue& chart) {
        auto made = pictureOf(chart, m_document, m_extras);
        if (!made) return tl::unexpected(std::move(made.error()));
        const std::string stem = "Pictures/figure" + std::to_string(++m_figures);
        m_body.open("text:p", {{"text:style-name", "Picture"}});
        m_body.open("draw:frame", {{"draw:style-name", "Chart"},
                                   {"draw:name", "Figure" + std::to_string(m_figures)},
                                   {"text:anchor-type", "as-char"},
                                   {"svg:width", centimetres(made->width)},
                                   {"svg:height", centimetres(made->height)}});
        picture(stem + ".svg", "image/svg+xml", std::move(made->svg));
        picture(stem + ".png", "image/png", std::move(made->png));
        m_body.open("svg:title").words(titleOf(chart)).close();
        m_body.open("svg:desc").words(descriptionOf(chart)).close();
        m_body.close().close().raw("\n");
        caption("Figure", m_figureCaptions.of(titleOf(chart)));
        paragraph("Note", descriptionOf(chart));
        return {};
    }

    void picture(const std::string& name, std::string_view type, std::string bytes) {
        m_body.leaf("draw:image", {{"xlink:href", name},
                                   {"xlink:type", "simple"},
                                   {"xlink:show", "embed"},
                                   {"xlink:actuate", "onLoad"}});
        m_manifest.leaf("manifest:file-entry",
                        {{"manifest:full-path", name}, {"manifest:media-type", type}});
        m_manifest.raw("\n");
        const bool packs = name.ends_with(".svg");
        m_pictures.push_back({name, std::move(bytes), packs});
    }

    [[nodiscard]] std::string footer() const {
        const PageWords page = pageWords(m_document);
        XmlText out;
        out.open("text:p", {{"text:style-name", "Footer"}});
        out.words(generator()).leaf("text:tab").words(page.before);
        out.open("text:page-number", {{"text:select-page", "current"}}).words("1").close();
        out.words(page.between).open("text:page-count").words("1").close();
        out.words(page.after).close();
        return out.text();
    }

    [[nodiscard]] std::string mark() const {
        XmlText out;
        if (m_document.watermark.empty()) return {};
        out.open("text:p", {{"text:style-name", "Mark"}}).words(m_document.watermark).close();
        return out.text();
    }

    [[nodiscard]] Result<std::string> packed() {
        const auto [language, country] = localeOf(m_document);
        const std::string foot = footer(), marked = mark();
        const auto filled = [](std::string_view name, auto values) {
            return filledXml(resource("office/odt_" + std::string(name) + ".xml"), values);
        };
        using Values = std::initializer_list<std::pair<std::string_view, std::string_view>>;
        const std::string head = xmlWords(runningTitle(m_document)),
                          title = xmlWords(m_document.title),
                          authors = xmlWords(m_document.authors);
        std::vector<ZipItem> items{
            {"mimetype", std::string(kOdtType), false},
            {"META-INF/manifest.xml", filled("manifest", Values{{"PICTURES", m_manifest.text()}})},
            {"meta.xml", filled("meta", Values{{"GENERATOR", generator()},
                                               {"TITLE", title},
                                               {"AUTHORS", authors},
                                               {"LANGUAGE", language},
                                               {"COUNTRY", country}})},
            {"styles.xml",
             filled("styles",
                    Values{{"LANGUAGE", language},
                           {"COUNTRY", country},
                           {"HEAD", head},
                           {"MARK", marked},
                           {"FIRST", marked.empty() ? "<text:p text:style-name=\"Standard\"/>"
                                                    : std::string_view(marked)},
                           {"FOOT", foot}})},
            {"content.xml",
             filled("content", Values{{"FIRST", m_document.declaration ? "Declaration" : "Title"},
                                      {"TABLES", m_styles.text()},
                                      {"BODY", m_body.text()}})}};
        std::ranges::move(m_pictures, std::back_inserter(items));
        return zipBytes(items, ".odt");
    }

    const Document& m_document;
    const OfficeExtras& m_extras;
    Captions m_tableCaptions, m_figureCaptions;
    XmlText m_body, m_styles, m_manifest;
    std::set<std::string> m_columns;
    std::vector<ZipItem> m_pictures;
    int m_tables = 0, m_figures = 0, m_references = 0;
};

}  // namespace

Result<std::string> writeOdt(const Document& document, const OfficeExtras& extras) {
    return OdtWriter(document, extras).write();
}

}  // namespace duelo
