// SPDX-License-Identifier: Apache-2.0
#include "report/html_text.h"
#include "report/writers.h"

namespace duelo {
namespace {

constexpr std::string_view kStyle = R"(
:root{color-scheme:light dark;--ink:#1b1b1b;--paper:#fff;--line:#c8c8c8;--soft:#f3f5f7;--mark:#8a3b00}
@media(prefers-color-scheme:dark){:root{--ink:#ececec;--paper:#17191c;--line:#4a4d52;--soft:#22262b;--mark:#ffb877}}
body{font:16px/1.5 system-ui,"Segoe UI",sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.7rem;line-height:1.25}h2{font-size:1.25rem;margin-top:2.2rem;border-bottom:1px solid var(--line)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}
.declaration{border:2px solid var(--mark);border-radius:.4rem;padding:.6rem 1rem;font-weight:600}
.strong{font-size:1.1rem;font-weight:600}
.scroll{overflow-x:auto}
table{border-collapse:collapse;margin:.4rem 0;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:.3rem 0;white-space:nowrap}
th,td{border-bottom:1px solid var(--line);padding:.3rem .7rem;text-align:left;vertical-align:top;overflow-wrap:break-word;max-width:24rem}
thead th{border-bottom:2px solid var(--ink)}
tbody tr:nth-child(even){background:var(--soft)}
.n{text-align:right}.w{font-style:italic}
.note{font-size:.9rem;margin:.2rem 0}
.wide{font-size:.85rem}.wide th,.wide td{padding:.25rem .5rem}
figure{margin:1rem 0;max-width:46rem}figcaption{font-size:.95rem}svg{width:100%;height:auto}
@page{size:A4;margin:16mm}
@media print{body{max-width:none;margin:0;padding:0;font-size:10pt}.scroll{overflow:visible}.note{font-size:8.5pt}
table{font-size:9pt}.wide{font-size:8pt}th,td,.wide th,.wide td{padding:.15rem .4rem}
tr,figure{break-inside:avoid}h2,caption{break-after:avoid}}
)";

/// The style of the boxes that stand between somebody's own words.
constexpr std::string_view kBoxStyle =
    ".boxed{border:1.5px solid var(--line);border-radius:.4rem;padding:.4rem "
    ".8rem;font-size:.95rem}\n";

class HtmlWriter {
public:
    explicit HtmlWriter(const Document& document) : m_document(document) {}

    std::string write() {
        m_out = "<!DOCTYPE html>\n<html lang=\"" + std::string(word(m_document.language)) +
                "\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                // Nothing is loaded and nothing runs, whatever a file name contains.
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                "style-src 'unsafe-inline'; img-src data:\">\n<title>" +
                htmlText(m_document.title) + "</title>\n<style>";
        m_out += kStyle;
        if (m_document.contents) m_out += kBoxStyle;
        m_out += "</style>\n</head>\n<body>\n<main>\n";
        if (m_document.declaration)
            m_out += "<p class=\"declaration\" role=\"note\">" + htmlText(*m_document.declaration) +
                     "</p>\n";
        m_out += "<h1>" + htmlText(m_document.title) + "</h1>\n";
        if (!m_document.fields.empty()) {
            m_out += "<dl>\n";
            for (const auto& [name, value] : m_document.fields)
                m_out +=
                    "<dt>" + htmlText(name) + "</dt><dd><bdi>" + htmlText(value) + "</bdi></dd>\n";
            m_out += "</dl>\n";
        }
        if (m_document.contents) addContents();
        int number = 0;
        for (const DocSection& section : m_document.sections) {
            m_out += "<section>\n<h2";
            if (m_document.contents) m_out += " id=\"s" + std::to_string(++number) + "\"";
            m_out += ">" + htmlText(section.heading) + "</h2>\n";
            for (const DocBlock& block : section.blocks)
                std::visit([this](const auto& b) { add(b); }, block);
            m_out += "</section>\n";
        }
        return m_out + "</main>\n</body>\n</html>\n";
    }

private:
    void addContents() {
        const std::string title = htmlText(contentsTitle(m_document));
        m_out +=
            "<nav aria-label=\"" + title + "\">\n<p class=\"strong\">" + title + "</p>\n<ul>\n";
        int number = 0;
        for (const DocSection& section : m_document.sections)
            m_out += "<li><a href=\"#s" + std::to_string(++number) + "\">" +
                     htmlText(section.heading) + "</a></li>\n";
        m_out += "</ul>\n</nav>\n";
    }
    void add(const DocParagraph& paragraph) {
        m_out += paragraph.boxed    ? "<p class=\"boxed\">"
                 : paragraph.strong ? "<p class=\"strong\">"
                                    : "<p>";
        // A paragraph of another script runs its own way and turns nothing else around.
        m_out += m_document.contents ? "<bdi>" + htmlText(paragraph.text) + "</bdi></p>\n"
                                     : htmlText(paragraph.text) + "</p>\n";
    }
    void add(const DocList& list) {
        m_out += "<ul>\n";
        for (const std::string& item : list.items) m_out += "<li>" + htmlText(item) + "</li>\n";
        m_out += "</ul>\n";
    }
    void add(const ChartValue& chart) {
        m_out += "<figure>\n" +
                 chartSvg(chart, m_document.numbers, "chart" + std::to_string(++m_charts),
                          ChartUse::Page, {.mark = m_document.watermark}) +
                 "<figcaption>" + htmlText(descriptionOf(chart)) + "</figcaption>\n</figure>\n";
    }
    void add(const DocTable& table) {
        const bool wide = table.reference || table.columns.size() > 6;
        m_out += "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-labelledby=\"c-" +
                 table.id + "\">\n<table id=\"" + table.id + "\"" +
                 (wide ? " class=\"wide\"" : "") + ">\n<caption id=\"c-" + table.id + "\">" +
                 htmlText(table.title) + "</caption>\n<thead><tr>";
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            m_out += std::string("<th scope=\"col\"") + (table.numeric[i] ? " class=\"n\"" : "") +
                     ">" + htmlText(table.columns[i]) + "</th>";
        m_out += "</tr></thead>\n<tbody>\n";
        for (const auto& row : table.rows) {
            m_out += "<tr>";
            for (std::size_t i = 0; i < row.size(); ++i) addCell(row[i], i == 0, table.numeric[i]);
            m_out += "</tr>\n";
        }
        m_out += "</tbody>\n</table>\n</div>\n";
        for (const std::string& note : table.notes)
            m_out += "<p class=\"note\">" + htmlText(note) + "</p>\n";
    }
    void addCell(const DocCell& cell, bool first, bool numeric) {
        const bool inWords = numeric && !cell.value && cell.text != "–";
        m_out += first ? "<th scope=\"row\"" : "<td";
        if (numeric) m_out += inWords ? " class=\"w\"" : " class=\"n\"";
        m_out += "><bdi>" + htmlText(cell.text) + "</bdi>" + (first ? "</th>" : "</td>");
    }

    const Document& m_document;
    int m_charts = 0;
    std::string m_out;
};

}  // namespace

std::string htmlText(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += c;
        }
    return out;
}

std::string writeHtml(const Document& document) {
    return HtmlWriter(document).write();
}

}  // namespace duelo
