// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "report/writers.h"

namespace duelo {
namespace {

/// Everything that GitHub Flavored Markdown could read as markup anywhere in a line.
std::string escaped(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool startsLine = i == 0;
        if (c == '<') {
            out += "&lt;";
        } else if (c == '>') {
            out += "&gt;";
        } else if (c == '&') {
            out += "&amp;";
        } else {
            const bool markup = std::string_view("\\`*_[]|~$").find(c) != std::string_view::npos;
            const bool atStart =
                startsLine && std::string_view("#+-=!").find(c) != std::string_view::npos;
            const bool numbered = (c == '.' || c == ')') && i > 0 && i < 10 &&
                                  (i + 1 == text.size() || text[i + 1] == ' ') &&
                                  std::all_of(text.begin(), text.begin() + static_cast<long>(i),
                                              [](char d) { return d >= '0' && d <= '9'; });
            if (markup || atStart || numbered) out += '\\';
            out += c;
        }
    }
    return out;
}

class MarkdownWriter {
public:
    explicit MarkdownWriter(const Document& document) : m_document(document) {}

    std::string write() {
        if (m_document.declaration) m_out += "> **" + escaped(*m_document.declaration) + "**\n\n";
        m_out += "# " + escaped(m_document.title) + "\n\n";
        for (const auto& [name, value] : m_document.fields)
            m_out += "- **" + escaped(name) + ":** " + escaped(value) + "\n";
        if (!m_document.fields.empty()) m_out += "\n";
        if (m_document.contents) addContents();
        for (const DocSection& section : m_document.sections) {
            m_out += "## " + escaped(section.heading) + "\n\n";
            for (const DocBlock& block : section.blocks)
                std::visit([this](const auto& b) { add(b); }, block);
        }
        while (m_out.size() > 1 && m_out.ends_with("\n\n")) m_out.pop_back();
        return m_out;
    }

private:
    void addContents() {
        m_out += "**" + escaped(contentsTitle(m_document)) + "**\n\n";
        for (const DocSection& section : m_document.sections)
            m_out += "- " + escaped(section.heading) + "\n";
        m_out += "\n";
    }
    void add(const DocParagraph& paragraph) {
        if (paragraph.boxed) m_out += "> ";
        const std::string mark = paragraph.strong ? "**" : "";
        m_out += mark + escaped(paragraph.text) + mark + "\n\n";
    }
    void add(const DocList& list) {
        for (const std::string& item : list.items) m_out += "- " + escaped(item) + "\n";
        m_out += "\n";
    }
    /// Markdown has no drawings; the chart's description says what it would show.
    void add(const ChartValue& chart) {
        m_out += "**" + escaped(titleOf(chart)) + ".** " + escaped(descriptionOf(chart)) + "\n\n";
    }
    void add(const DocTable& table) {
        m_out += "**" + escaped(table.title) + "**\n\n|";
        for (const std::string& column : table.columns) m_out += " " + escaped(column) + " |";
        m_out += "\n|";
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            m_out += table.numeric[i] ? " ---: |" : " :--- |";
        m_out += "\n";
        for (const auto& row : table.rows) {
            m_out += "|";
            for (const DocCell& cell : row) m_out += " " + escaped(cell.text) + " |";
            m_out += "\n";
        }
        m_out += "\n";
        for (const std::string& note : table.notes) m_out += escaped(note) + "\n\n";
    }

    const Document& m_document;
    std::string m_out;
};

}  // namespace

std::string writeMarkdown(const Document& document) {
    return MarkdownWriter(document).write();
}

}  // namespace duelo
