// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/pdf_report.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>

#include "base/places.h"
#include "report/export.h"
#include "ui/export/chart_image.h"
#include "ui/export/pdf_page.h"
#include "ui/export/pdf_table.h"
#include "ui/look/settings.h"

namespace duelo::ui {
namespace {

constexpr int kResolution = 600;
constexpr double kChartWidth_pt = 440;
constexpr double kLeastChart = 0.7;  ///< of a chart's usual width

/// Puts a document on pages. One object makes both passes, because laying out a long table costs
/// more than drawing it.
class Report {
public:
    explicit Report(const Document& document, std::function<bool()> isWanted = {})
        : m_document(document), m_isWanted(std::move(isWanted)) {}

    void put(PdfPage& page) {
        m_page = &page;
        m_body = page.font(10);
        m_strong = page.font(10, true);
        m_small = page.font(8.5);
        if (m_document.declaration) declaration(*m_document.declaration);
        title();
        for (const auto& [name, value] : m_document.fields) field(qs(name), qs(value));
        if (m_document.contents) contents();
        m_starts.clear();
        m_annex = 0;
        for (const DocSection& section : m_document.sections) put(section);
    }

    [[nodiscard]] bool isWanted() const { return !m_isWanted || m_isWanted(); }

    /// Return how many of the `pages` belong to the body and to the annex, once put() has filled
    /// them. A page that both share is of the body, unless it is all that the annex has.
    [[nodiscard]] int bodyOf(int pages) const { return m_annex == 0 ? pages : m_bodyEnd; }
    [[nodiscard]] int annexOf(int pages) const {
        return m_annex == 0 ? 0 : std::max(1, pages - m_bodyEnd);
    }

    [[nodiscard]] const std::vector<int>& starts() const { return m_starts; }

private:
    double pt(double points) const { return m_page->pt(points); }

    void line(const QString& words, const QFont& font, double x = 0) {
        m_page->text(x, m_page->top(), words, font);
        m_page->advance(m_page->lineHeight(font));
    }

    /// Lines that may go on on the next page, but neither begin nor end with a lonely one.
    void lines(const QString& words, const QFont& font, double indent = 0) {
        const QStringList all = m_page->wrapped(words, font, m_page->width() - indent);
        const double height = m_page->lineHeight(font);
        for (qsizetype i = 0; i < all.size(); ++i) {
            const bool pair = i == 0 || i + 2 == all.size();
            m_page->keep(height * (pair && all.size() > 1 ? 2 : 1));
            line(all[i], font, indent);
        }
    }

    void declaration(const std::string& words) {
        const double inset = pt(8);
        const QStringList all = m_page->wrapped(qs(words), m_strong, m_page->width() - 2 * inset);
        const double height = static_cast<double>(all.size()) * m_page->lineHeight(m_strong);
        m_page->frame(m_page->box(0, m_page->top(), m_page->width(), height + 2 * inset), pt(1.2),
                      paper::mark);
        m_page->advance(inset);
        for (const QString& words_ : all) line(words_, m_strong, inset);
        m_page->advance(inset + pt(14));
    }

    void title() {
        lines(qs(m_document.title), m_page->font(18, true));
        m_page->advance(pt(6));
    }

    void field(const QString& name, const QString& value) {
        double label = 0;
        for (const auto& [other, unused] : m_document.fields)
            label = std::max(label, m_page->widthOf(qs(other), m_strong));
        label = std::min(label + pt(12), m_page->width() / 3);
        const QStringList all = m_page->wrapped(value, m_body, m_page->width() - label);
        const double height = m_page->lineHeight(m_body);
        m_page->keep(height * static_cast<double>(all.size()));
        m_page->text(0, m_page->top(), name, m_strong);
        for (const QString& words : all) line(words, m_body, label);
    }

    void put(const DocSection& section) {
        // The annex begins a page, unless that would leave white a good part of the one before.
        if (section.annex && m_page->room() < m_page->fullRoom() / 8) m_page->startPage();
        const QFont font = m_page->font(13, true);
        const QStringList heading = m_page->wrapped(qs(section.heading), font, m_page->width());
        const double height = static_cast<double>(heading.size()) * m_page->lineHeight(font);
        m_page->gap(pt(14));
        // A heading never stands alone at the foot of a page.
        m_page->keep(height + pt(8) + beginOf(section, 0));
        m_starts.push_back(m_page->number());
        if (section.annex && m_annex == 0) {
            m_annex = m_page->number();
            m_bodyEnd = m_page->atTop() ? m_annex - 1 : m_annex;
        }
        for (const QString& words : heading) line(words, font);
        m_page->advance(pt(2));
        m_page->rule(0, m_page->top(), m_page->width(), pt(0.6));
        m_page->advance(pt(6));
        for (std::size_t i = 0; i < section.blocks.size() && isWanted(); ++i) {
            const auto* words = std::get_if<DocParagraph>(&section.blocks[i]);
            if (words && words->strong) m_page->keep(beginOf(section, i));
            std::visit([this](const auto& b) { put(b); }, section.blocks[i]);
        }
    }

    /// Returns the height of the part of a block that stays on one page with what stands above it.
    /// A line in bold heads what follows, and does not stand alone either.
    double beginOf(const DocSection& section, std::size_t i) {
        if (i >= section.blocks.size()) return 0;
        const double own =
            std::visit([this](const auto& b) { return headOf(b); }, section.blocks[i]);
        const auto* words = std::get_if<DocParagraph>(&section.blocks[i]);
        return own + (words && words->strong ? beginOf(section, i + 1) : 0);
    }

    QFont fontOf(const DocParagraph& paragraph) const {
        return paragraph.strong ? m_page->font(11, true) : m_body;
    }
    double headOf(const DocParagraph& paragraph) const {
        return 2 * m_page->lineHeight(fontOf(paragraph)) + pt(5);
    }
    double headOf(const DocList&) const { return 2 * m_page->lineHeight(m_body); }
    double headOf(const DocTable& table) {
        return laidOut(table).headHeight(*m_page, notesHeight(table));
    }
    double headOf(const ChartValue& chart) const {
        return ChartImage(chart, m_document.numbers, {.mark = m_document.watermark})
                   .heightFor(chartWidth()) +
               pt(30);
    }

    /// Puts the table of contents, with the pages that the first pass has found, which only counts.
    void contents() {
        const Text text(m_document.language, m_document.numbers);
        m_page->gap(pt(10));
        lines(qs(contentsTitle(m_document)), m_strong);
        for (std::size_t i = 0; i < m_document.sections.size(); ++i) {
            const QString page = i < m_starts.size() ? QString::number(m_starts[i]) : QString();
            m_page->keep(m_page->lineHeight(m_body));
            m_page->text(m_page->width() - m_page->widthOf(page, m_body), m_page->top(), page,
                         m_body);
            line(m_page
                     ->wrapped(qs(m_document.sections[i].heading), m_body, m_page->width() - pt(40))
                     .value(0),
                 m_body, pt(8));
        }
        m_page->gap(pt(6));
    }

    void box(const DocParagraph& paragraph) {
        const double inset = pt(6);
        const QStringList all =
            m_page->wrapped(qs(paragraph.text), m_body, m_page->width() - 2 * inset);
        const double height = static_cast<double>(all.size()) * m_page->lineHeight(m_body);
        if (height + 2 * inset > m_page->fullRoom()) return lines(qs(paragraph.text), m_body);
        m_page->keep(height + 2 * inset);
        m_page->frame(m_page->box(0, m_page->top(), m_page->width(), height + 2 * inset), pt(0.8),
                      paper::line);
        m_page->advance(inset);
        for (const QString& words : all) line(words, m_body, inset);
        m_page->advance(inset + pt(5));
    }

    void put(const DocParagraph& paragraph) {
        if (paragraph.boxed) return box(paragraph);
        lines(qs(paragraph.text), fontOf(paragraph));
        m_page->gap(pt(5));
    }

    void put(const DocList& list) {
        const double indent = pt(12);
        for (const std::string& item : list.items) {
            const double height = m_page->lineHeight(m_body);
            m_page->keep(2 * height);
            m_page->text(pt(2), m_page->top(), QStringLiteral("•"), m_body);
            lines(qs(item), m_body, indent);
            m_page->gap(pt(2));
        }
        m_page->gap(pt(4));
    }

    void put(const DocTable& table) {
        m_page->gap(pt(4));
        laidOut(table).draw(*m_page, notesHeight(table), [this] { return isWanted(); });
        m_page->gap(pt(4));
        for (const std::string& note : table.notes) lines(qs(note), m_small);
        m_page->gap(pt(10));
    }

    void put(const ChartValue& chart) {
        const ChartImage image(chart, m_document.numbers, {.mark = m_document.watermark});
        const double width = chartWidth() * fitOf(image);
        const double height = image.heightFor(width);
        m_page->keep(height + pt(30));
        const double x = (m_page->width() - width) / 2;
        if (QPainter* painter = m_page->painter())
            image.paint(*painter, m_page->box(x, m_page->top(), width, height));
        m_page->advance(height + pt(4));
        lines(qs(descriptionOf(chart)), m_small);
        m_page->gap(pt(10));
    }

    double notesHeight(const DocTable& table) const {
        qsizetype all = 0;
        for (const std::string& note : table.notes)
            all += m_page->wrapped(qs(note), m_small, m_page->width()).size();
        return all > 0 ? static_cast<double>(all) * m_page->lineHeight(m_small) + pt(4) : 0;
    }

    /// Returns the share of its usual width at which a chart finds room on this page: a little
    /// smaller is better than the rest of a page left white. 1 where it finds none.
    double fitOf(const ChartImage& image) const {
        for (double share = 1; share >= kLeastChart; share -= 0.05)
            if (image.heightFor(share * chartWidth()) + pt(30) <= m_page->room()) return share;
        return 1;
    }

    double chartWidth() const { return std::min(m_page->width(), pt(kChartWidth_pt)); }

    const PdfTable& laidOut(const DocTable& table) {
        auto found = m_tables.find(&table);
        if (found == m_tables.end())
            found = m_tables.emplace(&table, PdfTable(*m_page, table, m_document.numbers)).first;
        return found->second;
    }

    const Document& m_document;
    const std::function<bool()> m_isWanted;  ///< empty: it is
    PdfPage* m_page = nullptr;
    QFont m_body, m_strong, m_small;
    std::map<const DocTable*, PdfTable> m_tables;
    std::vector<int> m_starts;  ///< page of each section
    int m_annex = 0;            ///< page of the first that is annex; 0: none
    int m_bodyEnd = 0;
};

/// Lays the report out on such sheets, and draws it there after that if it `draws`: only then each
/// foot knows how many pages there are. Returns no bytes; nothing where the sheets take no drawing.
std::optional<PdfPages> laidOut(const Document& document, QPagedPaintDevice& sheets, bool draws,
                                std::function<bool()> isWanted) {
    PdfPages out;
    const Text text(document.language, document.numbers);
    int pages = 0;
    PdfPage::Margin margin{qs(document.title), QStringLiteral("Duelo " DUELO_VERSION),
                           [&](int page) {
                               return qs(text("report.page", {{"page", page}, {"pages", pages}}));
                           },
                           qs(document.watermark)};
    Report report(document, std::move(isWanted));
    PdfPage counted(sheets, nullptr, margin);
    report.put(counted);
    pages = counted.number();
    out.body = report.bodyOf(pages);
    out.annex = report.annexOf(pages);
    out.starts = report.starts();
    if (!draws) return out;

    QPainter painter;
    if (!painter.begin(&sheets)) return std::nullopt;
    PdfPage drawn(sheets, &painter, margin);
    report.put(drawn);
    drawn.finish();
    painter.end();
    return out;
}

PdfPages inPdf(const Document& document, bool draws, std::function<bool()> isWanted) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(kResolution);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF());  // the page has its own
    writer.setTitle(qs(document.title));
    writer.setCreator(QStringLiteral("Duelo " DUELO_VERSION));
    PdfPages out = laidOut(document, writer, draws, std::move(isWanted)).value();
    buffer.close();
    out.bytes = std::move(bytes);
    return out;
}

}  // namespace

PdfPages pdfPagesOf(const Document& document) {
    return inPdf(document, true, {});
}

std::optional<PdfPages> countedPages(const Document& document,
                                     const std::function<bool()>& isWanted) {
    PdfPages pages = inPdf(document, false, isWanted);
    return isWanted() ? std::optional(std::move(pages)) : std::nullopt;
}

QByteArray pdfOf(const Document& document) {
    return pdfPagesOf(document).bytes;
}

bool drawOn(QPagedPaintDevice& sheets, const Document& document) {
    return laidOut(document, sheets, true, {}).has_value();
}

Result<void> writePdf(const Document& document, const QString& path, bool overwrite) {
    return writeWhole(pdfOf(document).toStdString(), pathOf(path), overwrite);
}

}  // namespace duelo::ui
