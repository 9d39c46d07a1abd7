// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/svg_drawing.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QXmlStreamReader>

#include "ui/look/svg_path.h"

namespace duelo::ui {

namespace {

QList<qreal> numbersIn(const QString& text) {
    QList<qreal> numbers;
    for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts))
        numbers.append(word.toDouble());
    return numbers;
}

/// The attributes of each element that say where it is.
const QHash<QString, QStringList>& geometry() {
    static const QHash<QString, QStringList> attributes{
        {"svg", {"width", "height", "viewBox"}},
        {"g", {}},
        {"path", {"d"}},
        {"circle", {"cx", "cy", "r"}},
        {"rect", {"x", "y", "width", "height", "rx"}},
        {"text", {"x", "y"}},
    };
    return attributes;
}

}  // namespace

SvgDrawing::SvgDrawing(const QByteArray& svg) {
    QXmlStreamReader reader(svg);
    std::vector<Look> looks{Look()};
    while (!reader.atEnd()) {
        const auto token = reader.readNext();
        if (token == QXmlStreamReader::EndElement) {
            looks.pop_back();
        } else if (token == QXmlStreamReader::StartElement) {
            const QString element = reader.name().toString();
            const auto own = geometry().constFind(element);
            if (own == geometry().constEnd()) m_unknown.append(element);
            const QXmlStreamAttributes attributes = reader.attributes();
            looks.push_back(lookOf(attributes, looks.back(),
                                   own == geometry().constEnd() ? QStringList() : own.value()));
            if (element == QLatin1String("svg"))
                readRoot(attributes);
            else
                addShape(element, attributes, looks.back());
        } else if (token == QXmlStreamReader::Characters && !reader.isWhitespace()) {
            if (!m_shapes.empty()) m_shapes.back().words += reader.text();
        }
    }
    if (reader.hasError()) m_unknown.append(reader.errorString());
}

void SvgDrawing::readRoot(const QXmlStreamAttributes& attributes) {
    const QList<qreal> box = numbersIn(attributes.value("viewBox").toString());
    if (box.size() == 4) m_viewBox = {box[0], box[1], box[2], box[3]};
    m_size = m_viewBox.size();
    if (attributes.hasAttribute("width"))
        m_size = {attributes.value("width").toDouble(), attributes.value("height").toDouble()};
}

SvgDrawing::Paint SvgDrawing::paintOf(const QString& value) {
    if (value == QLatin1String("none")) return {.none = true};
    if (value == QLatin1String("currentColor")) return {};
    const QColor colour(value);
    if (!colour.isValid()) m_unknown.append(value);
    return {.colour = colour};
}

SvgDrawing::Look SvgDrawing::lookOf(const QXmlStreamAttributes& attributes, Look look,
                                    const QStringList& own) {
    const auto isWord = [&](const QString& value, std::initializer_list<const char*> words) {
        for (const char* word : words)
            if (value == QLatin1String(word)) return true;
        m_unknown.append(value);
        return false;
    };
    for (const QXmlStreamAttribute& attribute : attributes) {
        const QString name = attribute.name().toString(), value = attribute.value().toString();
        if (own.contains(name)) continue;
        if (name == QLatin1String("fill"))
            look.fill = paintOf(value);
        else if (name == QLatin1String("stroke"))
            look.stroke = paintOf(value);
        else if (name == QLatin1String("stroke-width"))
            look.width = value.toDouble();
        else if (name == QLatin1String("stroke-linecap") && isWord(value, {"round", "butt"}))
            look.cap = value == QLatin1String("round") ? Qt::RoundCap : Qt::FlatCap;
        else if (name == QLatin1String("stroke-linejoin") && isWord(value, {"round", "miter"}))
            look.join = value == QLatin1String("round") ? Qt::RoundJoin : Qt::MiterJoin;
        else if (name == QLatin1String("stroke-dasharray"))
            look.dashes = numbersIn(value);
        else if (name == QLatin1String("font-family"))
            look.family = value;
        else if (name == QLatin1String("font-size"))
            look.letters = value.toDouble();
        else if (name == QLatin1String("text-anchor") && isWord(value, {"start", "middle", "end"}))
            look.anchor = value;
        else
            m_unknown.append(name);
    }
    return look;
}

void SvgDrawing::addShape(const QString& element, const QXmlStreamAttributes& attributes,
                          const Look& look) {
    const auto number = [&](const char* name) {
        return attributes.value(QLatin1String(name)).toDouble();
    };
    Shape shape{.look = look};
    if (element == QLatin1String("path")) {
        const auto path = svgPath(attributes.value("d"));
        if (!path) m_unknown.append(attributes.value("d").toString());
        shape.path = path.value_or(QPainterPath());
        shape.path.setFillRule(Qt::WindingFill);
    } else if (element == QLatin1String("circle")) {
        shape.path.addEllipse(QPointF(number("cx"), number("cy")), number("r"), number("r"));
    } else if (element == QLatin1String("rect")) {
        shape.path.addRoundedRect(
            QRectF(number("x"), number("y"), number("width"), number("height")), number("rx"),
            number("rx"));
    } else if (element == QLatin1String("text")) {
        shape.at = {number("x"), number("y")};
    } else {
        return;
    }
    m_shapes.push_back(std::move(shape));
}

void SvgDrawing::paint(QPainter& painter, const QRectF& box, const QColor& current) const {
    if (m_viewBox.isEmpty()) return;
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.translate(box.topLeft());
    painter.scale(box.width() / m_viewBox.width(), box.height() / m_viewBox.height());
    painter.translate(-m_viewBox.topLeft());
    for (const auto& [path, look, words, at] : m_shapes) {
        const QColor fill = look.fill.colour.value_or(current);
        if (!words.isEmpty()) {
            QFont font(look.family);
            font.setPixelSize(qMax(1, qRound(look.letters)));
            font.setHintingPreference(QFont::PreferNoHinting);
            const double wide = QFontMetricsF(font).horizontalAdvance(words);
            const bool middle = look.anchor == QLatin1String("middle");
            const double before = look.anchor == QLatin1String("start") ? 0
                                  : middle                              ? wide / 2
                                                                        : wide;
            painter.setFont(font);
            painter.setPen(fill);
            painter.drawText(at - QPointF(before, 0), words);
            continue;
        }
        QPen pen(look.stroke.colour.value_or(current), look.width, Qt::SolidLine, look.cap,
                 look.join);
        QList<qreal> dashes = look.dashes;
        for (qreal& dash : dashes) dash /= look.width;
        if (!dashes.isEmpty()) pen.setDashPattern(dashes);
        painter.setPen(look.stroke.none ? QPen(Qt::NoPen) : pen);
        painter.setBrush(look.fill.none ? QBrush() : QBrush(fill));
        painter.drawPath(path);
    }
    painter.restore();
}

}  // namespace duelo::ui
