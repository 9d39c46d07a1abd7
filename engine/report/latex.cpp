// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "report/chart_layout.h"
#include "report/series_look.h"
#include "report/writers.h"

namespace duelo {
namespace {

/// Characters that pdflatex with T1 and inputenc sets without help.
bool settable(char32_t c) {
    if (c < 0x80) return c >= 0x20;
    if (c >= 0xA1 && c <= 0x17F) return c != 0xAD;
    return c == 0x2013 || c == 0x2014 || c == 0x2018 || c == 0x2019 || c == 0x201C || c == 0x201D ||
           c == 0x2026;
}

std::string escapedChar(char32_t c) {
    switch (c) {
        case '\\':
            return "\\textbackslash{}";
        case '~':
            return "\\textasciitilde{}";
        case '^':
            return "\\textasciicircum{}";
        case '<':
            return "\\textless{}";
        case '>':
            return "\\textgreater{}";
        case '"':
            return "\\textquotedbl{}";
        case '\'':
            return "\\textquotesingle{}";
        case '`':
            return "\\textasciigrave{}";
        case '|':
            return "\\textbar{}";
        case '_':
            return "\\_\\allowbreak{}";  // a name may be one long word
        case '-':
            return "-{}";  // no ligature, and no comment for whoever copies "--"
        case 0xA0:
            return "~";
        case 0x202F:
            return "\\,";
        case 0x00D7:
            return "\\ensuremath{\\times}";
        case 0x2212:
            return "\\ensuremath{-}";
        case 0x2264:
            return "\\ensuremath{\\leq}";
        case 0x2265:
            return "\\ensuremath{\\geq}";
        case 0x207B:
            return "\\textsuperscript{-}";
        default:
            break;
    }
    constexpr std::u32string_view raised = U"⁰¹²³⁴⁵⁶⁷⁸⁹";
    if (const std::size_t digit = raised.find(c); digit != raised.npos)
        return "\\textsuperscript{" + std::to_string(digit) + "}";
    std::string out;
    if (c < 0x80 && std::string_view("%&#${}").find(static_cast<char>(c)) != std::string_view::npos)
        out += '\\';
    if (settable(c)) {
        appendUtf8(out, c);
        return out;
    }
    char code[32];
    std::snprintf(code, sizeof code, "\\duelochar{%04X}", static_cast<unsigned>(c));
    return code;
}

std::string escaped(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) out += escapedChar(nextCodePoint(text, at));
    return out;
}

constexpr std::string_view kPreamble = R"(\documentclass[11pt,a4paper]{article}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[T1]{fontenc}
  \usepackage[utf8]{inputenc}
  \usepackage{lmodern}
  % A character that the font does not have is named by its number.
  \newcommand{\duelochar}[1]{\texttt{[U+#1]}}
\else
  \usepackage{fontspec}
  \newcommand{\duelochar}[1]{\symbol{"#1}}
\fi
\usepackage{textcomp}
\usepackage[margin=2cm]{geometry}
\usepackage{booktabs,tabularx,array,caption,float,ragged2e}
\usepackage{siunitx}
\usepackage{pgfplots}
\pgfplotsset{compat=1.16}
)";

/// Digits before the decimal sign of the widest figure, for siunitx's table-format.
std::size_t integerDigits(const std::vector<std::vector<DocCell>>& rows, std::size_t column) {
    std::size_t digits = 1;
    for (const auto& row : rows)
        if (row[column].value)
            digits = std::max(digits, formatFixed(*row[column].value, 0, {}).size());
    return digits;
}

class LatexWriter {
public:
    explicit LatexWriter(const Document& document) : m_document(document) {}

    std::string write() {
        const bool spanish = m_document.language == Language::Spanish;
        m_out = kPreamble;
        m_out += "\\sisetup{output-decimal-marker={";
        m_out += m_document.numbers.decimal;
        m_out += "},group-digits=none}\n";
        if (m_document.numbers.decimal == ',')
            m_out += "\\pgfplotsset{/pgf/number format/use comma}\n";
        m_out += spanish ? "\\usepackage[spanish,es-tabla,es-noshorthands]{babel}\n"
                         : "\\usepackage[english]{babel}\n";
        for (const SeriesLook& look : kSeriesLooks) {
            std::string digits(look.light.substr(1));
            std::ranges::transform(digits, digits.begin(),
                                   [](char c) { return c >= 'a' ? static_cast<char>(c - 32) : c; });
            m_out += "\\definecolor{duelo" + std::to_string(&look - kSeriesLooks.data()) +
                     "}{HTML}{" + digits + "}\n";
        }
        m_out += "\\newcolumntype{L}[1]{>{\\hsize=#1\\hsize\\RaggedRight\\arraybackslash}X}\n";
        m_out += "\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{6pt}\n";
        m_out += "\\begin{document}\n\n";
        if (m_document.declaration)
            m_out += "\\fbox{\\parbox{0.95\\linewidth}{\\textbf{" +
                     escaped(*m_document.declaration) + "}}}\n\n";
        m_out += "\\section*{" + escaped(m_document.title) + "}\n\n";
        for (const auto& [name, value] : m_document.fields)
            m_out += "\\textbf{" + escaped(name) + ":} " + escaped(value) + "\\\\\n";
        m_out += "\n";
        if (m_document.contents) m_out += "\\tableofcontents\n\n";
        for (const DocSection& section : m_document.sections) {
            m_out += "\\section{" + escaped(section.heading) + "}\n\n";
            for (const DocBlock& block : section.blocks)
                std::visit([this](const auto& b) { add(b); }, block);
        }
        return m_out + "\\end{document}\n";
    }

private:
    void add(const DocParagraph& paragraph) {
        const std::string text = escaped(paragraph.text);
        if (paragraph.boxed) {
            m_out += "\\fbox{\\parbox{0.95\\linewidth}{" + text + "}}\n\n";
            return;
        }
        m_out += (paragraph.strong ? "\\textbf{" + text + "}" : text) + "\n\n";
    }
    void add(const DocList& list) {
        if (list.items.empty()) return;
        m_out += "\\begin{itemize}\n";
        for (const std::string& item : list.items) m_out += "  \\item{} " + escaped(item) + "\n";
        m_out += "\\end{itemize}\n\n";
    }

    /// Columns of figures align at the decimal sign; columns of words share the rest of the width.
    static std::string columnTypes(const DocTable& table) {
        // The first column names the case and needs half as much again as the others.
        const auto words =
            static_cast<double>(std::count(table.numeric.begin(), table.numeric.end(), false));
        constexpr double kFirst = 1.5;
        const double share = words > 2 ? (words - kFirst) / (words - 1) : 1;
        std::string types;
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            int decimals = 0;
            bool figures = table.numeric[i];
            for (const auto& row : table.rows) decimals = std::max(decimals, row[i].decimals);
            types += figures
                         ? "S[table-format=" + std::to_string(integerDigits(table.rows, i)) + "." +
                               std::to_string(decimals) + "]"
                         : "L{" + formatFixed(i == 0 && words > 2 ? kFirst : share, 3, {}) + "}";
        }
        return types;
    }

    std::string cell(const DocCell& cell, bool numeric) const {
        if (!numeric) return escaped(cell.text);
        if (!cell.value) return "{" + escaped(cell.text) + "}";
        return formatFixed(*cell.value, cell.decimals, {});
    }

    /// A float cannot be longer than a page, so a long table goes on in a second one.
    void add(const DocTable& table) {
        constexpr std::size_t kLinesPerPage = 36;
        std::size_t from = 0;
        do {
            std::size_t to = from, lines = 0;
            while (to < table.rows.size() &&
                   (to == from || lines + linesOf(table, to) <= kLinesPerPage))
                lines += linesOf(table, to++);
            addRows(table, from, to);
            from = to;
        } while (from < table.rows.size());
        for (const std::string& note : table.notes)
            m_out += "{\\footnotesize " + escaped(note) + "\\par}\n\n";
    }

    static bool isWide(const DocTable& table) {
        return table.reference || table.columns.size() > 6;
    }

    /// Returns the number of lines of a row, from the width that its columns of words share.
    static std::size_t linesOf(const DocTable& table, std::size_t row) {
        const bool wide = isWide(table);
        const auto figures =
            static_cast<std::size_t>(std::count(table.numeric.begin(), table.numeric.end(), true));
        const std::size_t characters = wide ? 104 : 84;
        const std::size_t words = std::max<std::size_t>(1, table.columns.size() - figures);
        const std::size_t width = std::max<std::size_t>(
            8, (characters - std::min<std::size_t>(characters - 8, 10 * figures)) / words);
        std::size_t lines = 1;
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            if (!table.numeric[i])
                lines = std::max(lines, table.rows[row][i].text.size() / width + 1);
        return lines;
    }

    /// A figure column is as wide as its figures; its title is stacked to keep it so.
    static std::string stacked(const std::string& title) {
        constexpr std::size_t kWidth = 16;
        std::string out, line;
        for (std::size_t at = 0; at <= title.size();) {
            const std::size_t end = std::min(title.find(' ', at), title.size());
            const std::string next = title.substr(at, end - at);
            if (!line.empty() && line.size() + 1 + next.size() > kWidth) {
                out += escaped(line) + "\\\\";
                line.clear();
            }
            line += (line.empty() ? "" : " ") + next;
            at = end + 1;
        }
        return "{\\shortstack[r]{" + out + escaped(line) + "}}";
    }

    /// LaTeX numbers what has no number yet.
    [[nodiscard]] std::string caption() const {
        return m_document.numbered ? "\\caption*{" : "\\caption{";
    }

    void addRows(const DocTable& table, std::size_t from, std::size_t to) {
        m_out += "\\begin{table}[H]\n\\centering\n";
        if (isWide(table)) m_out += "\\footnotesize\\setlength{\\tabcolsep}{4pt}\n";
        m_out += from == 0 ? caption() + escaped(table.title) + "}\n\\label{tab:" + table.id + "}\n"
                           : "\\caption*{" + escaped(table.title) + "}\n";
        m_out += "\\begin{tabularx}{\\linewidth}{" + columnTypes(table) + "}\n\\toprule\n";
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            const std::string& title = table.columns[i];
            m_out += (i ? " & " : "") + (table.numeric[i] ? stacked(title) : escaped(title));
        }
        m_out += " \\\\\n\\midrule\n";
        for (std::size_t r = from; r < to; ++r) {
            const auto& row = table.rows[r];
            for (std::size_t i = 0; i < row.size(); ++i)
                m_out += (i ? " & " : "") + cell(row[i], table.numeric[i]);
            m_out += " \\\\\n";
        }
        m_out += "\\bottomrule\n\\end{tabularx}\n\\end{table}\n\n";
    }

    /// A tick at each point where they are few and stand for something, such as sizes.
    static bool fewPoints(const LinesValue& chart) {
        constexpr std::size_t kFew = 12;
        return !chart.log_x && std::ranges::all_of(chart.series, [](const auto& series) {
            return series.points.size() <= kFew;
        });
    }

    /// The dashes of a second line tell what it is of, as in every drawing.
    static std::string lookOf(const LinesValue& chart, const LinesValue::Series& series) {
        constexpr const char* kMarks[] = {"o", "x", "square", "triangle", "diamond", "+"};
        const SeriesLook& look = seriesLook(series.style);
        std::string dashes;
        int on = 0;
        if (!chart.hasDashed())
            for (const double dash : look.dashes)
                if (dash > 0)
                    dashes += (on++ % 2 == 0 ? " on " : " off ") + formatExact(dash) + "pt";
        if (series.dashed) dashes = " on 4pt off 3pt";
        std::string out = "color=duelo" + std::to_string(static_cast<std::size_t>(series.style) %
                                                         kSeriesLooks.size());
        out += series.dashed && !series.marked
                   ? std::string(",no marks")
                   : ",mark=" + std::string(kMarks[static_cast<int>(markerOf(series))]);
        if (!dashes.empty()) out += ",dash pattern={" + dashes.substr(1) + "},mark options={solid}";
        return out;
    }

    /// Adds a chart. Charts that no LaTeX package draws are described in words.
    void add(const ChartValue& chart) {
        if (const auto* lines = std::get_if<LinesValue>(&chart)) return addLines(*lines);
        m_out +=
            "\\textbf{" + escaped(titleOf(chart)) + ".} " + escaped(descriptionOf(chart)) + "\n\n";
    }

    void addLines(const LinesValue& chart) {
        m_out += "\\begin{figure}[H]\n\\centering\n\\begin{tikzpicture}\n";
        const std::string axis = chart.log_x && chart.log_y ? "loglogaxis"
                                 : chart.log_x              ? "semilogxaxis"
                                 : chart.log_y              ? "semilogyaxis"
                                                            : "axis";
        m_out += "\\begin{" + axis + "}[width=0.85\\linewidth,height=7cm,xlabel={" +
                 escaped(chart.x_title) + "},ylabel={" + escaped(chart.y_title) +
                 "},legend pos=north west,grid=major,"
                 "scaled ticks=false,x tick label style={/pgf/number format/1000 sep={}}";
        if (!chart.log_y) m_out += ",ymin=" + formatExact(chart.y_range ? chart.y_range->low : 0);
        if (chart.y_range) m_out += ",ymax=" + formatExact(chart.y_range->high);
        m_out += fewPoints(chart) ? ",xtick=data]\n" : "]\n";
        for (const LinesValue::Series& series : chart.series) {
            m_out += "\\addplot[" + lookOf(chart, series) + "] coordinates {";
            for (const LinesValue::Point& point : series.points)
                if (chart.shows(point))
                    m_out += " (" + formatExact(point.x) + "," + formatExact(point.y) + ")";
            m_out += " };\n\\addlegendentry{" + escaped(chart.lineName(series)) + "}\n";
        }
        m_out += "\\end{" + axis + "}\n";
        m_out += "\\end{tikzpicture}\n" + caption() +
                 escaped(chart.title + ". " + chart.description) + "}\n\\end{figure}\n\n";
    }

    const Document& m_document;
    std::string m_out;
};

}  // namespace

std::string writeLatex(const Document& document) {
    return LatexWriter(document).write();
}

}  // namespace duelo
