// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QColor>
#include <QFont>
#include <QRectF>
#include <QString>
#include <QStringList>

class QPainter;
class QPagedPaintDevice;

namespace duelo::ui {

/// Colours of a report on paper, which is always light.
namespace paper {
inline constexpr QRgb ink = 0xff1b1b1b, muted = 0xff5a5f66, line = 0xffc8c8c8, soft = 0xffeef1f4,
                      mark = 0xff8a3b00;
}

/// The pages of a PDF or a printer from top to bottom: a cursor that starts a new page where the
/// old one ends, with the same head and foot on each. Without a painter nothing is drawn and pages
/// are only counted, so that the second pass can print "page 2 of 5". Lengths are units of the
/// device; pt() makes them from points.
class PdfPage {
public:
    struct Margin {
        QString head;                                ///< from the second page on
        QString foot;                                ///< left; empty for none
        std::function<QString(int page)> pageWords;  ///< right, below
        QString mark{};                              ///< across every page; empty: nothing is
    };

    PdfPage(QPagedPaintDevice& sheets, QPainter* painter, Margin margin);

    [[nodiscard]] double pt(double points) const { return points * m_unitsPerPoint; }
    [[nodiscard]] QFont font(double points, bool bold = false, bool italic = false) const;
    [[nodiscard]] double widthOf(const QString& text, const QFont& font) const;
    [[nodiscard]] double lineHeight(const QFont& font) const;
    /// Lines that are no wider; breaks between words where it can, inside one where it must.
    [[nodiscard]] QStringList wrapped(const QString& text, const QFont& font, double width) const;

    [[nodiscard]] double width() const { return m_body.width(); }
    [[nodiscard]] double top() const { return m_y; }
    [[nodiscard]] double room() const { return m_body.bottom() - m_y; }
    [[nodiscard]] double fullRoom() const { return m_body.height(); }
    [[nodiscard]] bool atTop() const { return m_y <= m_body.top(); }
    [[nodiscard]] int number() const { return m_number; }

    void advance(double height) { m_y += height; }
    void startPage();
    /// Ends the last page. The foot is drawn last because that is the order in which it is read
    /// out.
    void finish() { drawFoot(); }
    /// A new page, unless this height is free or would not fit on an empty page either.
    void keep(double height);
    /// Space between two things; none at the top of a page.
    void gap(double height);

    /// One line whose box begins at x (from the left margin) and y (of the page).
    void text(double x, double y, const QString& line, const QFont& font, QRgb colour = paper::ink);
    void rule(double x, double y, double width, double thickness, QRgb colour = paper::line);
    void fill(const QRectF& box, QRgb colour);
    void frame(const QRectF& box, double thickness, QRgb colour);
    /// The box of the page for a drawing of another painter's making; null while counting.
    [[nodiscard]] QPainter* painter() const { return m_painter; }
    [[nodiscard]] QRectF box(double x, double y, double width, double height) const;

private:
    void drawHead();
    void drawFoot();
    void drawMark();
    [[nodiscard]] QString elided(const QString& words, const QFont& font, double width) const;

    QPagedPaintDevice& m_sheets;
    QPainter* m_painter;
    Margin m_margin;
    double m_unitsPerPoint;
    QRectF m_paper, m_body;
    double m_y = 0;
    int m_number = 1;
};

}  // namespace duelo::ui
