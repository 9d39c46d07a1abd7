// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QColor>
#include <QPainterPath>
#include <QPen>
#include <QRectF>
#include <QStringList>

class QPainter;
class QXmlStreamAttributes;

namespace duelo::ui {

/// A drawing in the part of SVG that the files of resources/icons keep to: paths, circles,
/// rectangles and words, in groups, with colours and pens. So the window needs no Qt Svg.
class SvgDrawing {
public:
    explicit SvgDrawing(const QByteArray& svg);

    /// Returns the size that the file says, else that of its view box.
    [[nodiscard]] QSizeF size() const { return m_size; }
    /// Names what the file has and this class does not draw: elements, attributes, values.
    [[nodiscard]] const QStringList& unknown() const { return m_unknown; }
    /// Fills the box; `current` is what the file calls currentColor.
    void paint(QPainter& painter, const QRectF& box, const QColor& current) const;

private:
    struct Paint {
        bool none = false;
        std::optional<QColor> colour{};  ///< absent: currentColor
    };
    /// Attributes that an element hands on to those in it.
    struct Look {
        Paint fill{.colour = Qt::black}, stroke{.none = true};
        double width = 1;
        Qt::PenCapStyle cap = Qt::FlatCap;
        Qt::PenJoinStyle join = Qt::MiterJoin;
        QList<qreal> dashes{};
        QString family{};
        double letters = 16;
        QString anchor = QStringLiteral("start");
    };
    struct Shape {
        QPainterPath path;
        Look look;
        QString words{};  ///< in place of a path
        QPointF at{};
    };

    void readRoot(const QXmlStreamAttributes& attributes);
    [[nodiscard]] Look lookOf(const QXmlStreamAttributes& attributes, Look look,
                              const QStringList& own);
    [[nodiscard]] Paint paintOf(const QString& value);
    void addShape(const QString& element, const QXmlStreamAttributes& attributes,
                  const Look& outer);

    std::vector<Shape> m_shapes;
    QRectF m_viewBox;
    QSizeF m_size;
    QStringList m_unknown;
};

}  // namespace duelo::ui
