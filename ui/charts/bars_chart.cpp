// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/bars_chart.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QPainter>

#include "ui/look/settings.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

constexpr double kMostGrowth = 5;  ///< of a row, in bars of the usual thickness

}  // namespace

BarsChart::BarsChart(Height height, QWidget* parent)
    : Chart(parent),
      m_fitted(height == Height::Fitted),
      m_view(*this, [this](QPainter& painter) { drawAround(painter); }) {
    setMouseTracking(true);
    if (!m_fitted) return;
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void BarsChart::setValue(const BarsValue& value) {
    m_value = value;
    setDescription(m_value.description);
    restyle();
}

void BarsChart::restyle() {
    if (m_fitted) updateGeometry();
    lay();
}

int BarsChart::heightForWidth(int width) const {
    if (isEmpty()) return minimumSizeHint().height();
    PainterCanvas canvas(nullptr, chartFont(), double(width), numbers());
    const BarRows all = rowsOn(canvas);
    return static_cast<int>(std::ceil(all.top + all.pitch * static_cast<double>(all.rows.size())));
}

QSize BarsChart::sizeHint() const {
    if (!m_fitted) return Chart::sizeHint();
    const int width = minimumSizeHint().width() * 2;
    return {width, heightForWidth(width)};
}

QSize BarsChart::minimumSizeHint() const {
    if (!m_fitted) return Chart::minimumSizeHint();
    const QFontMetricsF metrics(chartFont());
    return QSizeF(metrics.horizontalAdvance('0') * 18, metrics.height() * 3).toSize();
}

BarRows BarsChart::rowsOn(PainterCanvas& canvas) const {
    BarRows out;
    canvas.top = canvas.edge() / 2;
    drawBarLegend(canvas, m_value);
    out.top = canvas.top;
    out.unit = barUnit(canvas, m_value);
    double gap = 0;
    const std::string* group = nullptr;
    for (const BarsValue::Bar& bar : m_value.bars) {
        if (!bar.group.empty() && (!group || *group != bar.group))
            out.rows.push_back({.group = bar.group});
        group = &bar.group;
        out.rows.push_back({.bar = &bar});
        const BarRoom room = barRoom(canvas, bar);
        out.name = std::max(out.name, room.name);
        out.bar = std::max(out.bar, room.bar);
        gap = std::max(gap, room.gap);
    }
    out.pitch = out.name + out.bar + gap;
    return out;
}

void BarsChart::lay() {
    PainterCanvas canvas = canvasOn(nullptr);
    m_rows = rowsOn(canvas);
    // A few bars are thicker than in a card, and stand further apart, but never look like blocks.
    const double room =
        (height() - m_rows.top) / std::max(1.0, static_cast<double>(m_rows.rows.size()));
    if (const double spare = std::min(room - m_rows.pitch, kMostGrowth * m_rows.bar);
        !m_fitted && spare > 0) {
        m_rows.bar += spare / 2;
        m_rows.pitch += spare;
    }
    const auto highOf = [&](std::size_t rows) {
        // The line that says what is left out needs room as well.
        const double line = rows == m_rows.rows.size() ? 0 : canvas.lineHeight();
        return m_rows.top + m_rows.pitch * static_cast<double>(rows) + line;
    };
    m_rows.shown = m_rows.rows.size();
    while (m_rows.shown > 1 && highOf(m_rows.shown) > height()) --m_rows.shown;
    while (m_rows.shown > 1 && !m_rows.rows[m_rows.shown - 1].bar)
        --m_rows.shown;  // a group without a bar
    select(m_row && isMeasured(*m_row) ? m_row : std::nullopt);
    m_view.show(m_value, m_rows);
}

void BarsChart::drawAround(QPainter& painter) const {
    PainterCanvas canvas = canvasOn(&painter);
    if (isEmpty()) {
        drawEmptyText(painter, QRectF(rect()).adjusted(canvas.edge(), 0, -canvas.edge(), 0));
    } else {
        canvas.top = canvas.edge() / 2;
        drawBarLegend(canvas, m_value);
        for (std::size_t i = 0; i < m_rows.shown; ++i) {
            const Box box = m_rows.box(i, canvas.edge());
            if (const BarsValue::Bar* bar = m_rows.rows[i].bar) {
                drawBarName(canvas, box, *bar);
                drawBarEnd(canvas, box, *bar, m_rows.unit);
            } else {
                canvas.text({box.left, box.top}, canvas.elided(m_rows.rows[i].group, canvas.room()),
                            {.ink = Ink::Muted});
            }
        }
        const auto isBar = [](const BarRows::Row& row) { return row.bar != nullptr; };
        const auto missing = static_cast<int>(
            std::count_if(m_rows.rows.begin() + static_cast<std::ptrdiff_t>(m_rows.shown),
                          m_rows.rows.end(), isBar));
        if (missing > 0)
            canvas.text(
                {canvas.edge(), m_rows.top + m_rows.pitch * static_cast<double>(m_rows.shown) +
                                    canvas.lineHeight() / 2},
                tr("and %n more", nullptr, missing).toStdString(), {.ink = Ink::Muted});
    }
    if (m_row) {
        const double top = m_rows.top + m_rows.pitch * static_cast<double>(*m_row);
        painter.setPen(QPen(tokens().accent, canvas.px(1)));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(
            QRectF(canvas.edge() / 2, top, width() - canvas.edge(), m_rows.name + m_rows.bar)
                .adjusted(0, -canvas.px(1), 0, canvas.px(3)),
            canvas.px(4), canvas.px(4));
    }
    if (!hasFocus()) return;
    painter.setPen(QPen(tokens().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

void BarsChart::resizeEvent(QResizeEvent* event) {
    Chart::resizeEvent(event);
    lay();
}

bool BarsChart::isMeasured(std::size_t row) const {
    return row < m_rows.shown && m_rows.rows[row].bar && m_rows.rows[row].bar->cell;
}

std::optional<std::size_t> BarsChart::rowAt(double y) const {
    if (!(m_rows.pitch > 0) || y < m_rows.top) return std::nullopt;
    const auto row = static_cast<std::size_t>((y - m_rows.top) / m_rows.pitch);
    return isMeasured(row) ? std::optional(row) : std::nullopt;
}

void BarsChart::select(std::optional<std::size_t> row) {
    m_row = row;
    if (!row) m_byKey = false;
    const BarsValue::Bar* bar = row ? m_rows.rows[*row].bar : nullptr;
    setSpoken(bar && m_byKey ? qs(bar->name) + QStringLiteral(": ") + qs(bar->text) : QString());
    setClickable(bar != nullptr);
    m_view.update();
}

/// The one that is selected.
void BarsChart::choose() {
    const CellAt cell = *m_rows.rows[*m_row].bar->cell;
    Q_EMIT cellChosen(cell);
}

void BarsChart::keyPressEvent(QKeyEvent* event) {
    if (m_row && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) return choose();
    const int step = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    const auto rows = static_cast<int>(m_rows.shown);
    int at = m_row ? static_cast<int>(*m_row) + step : step > 0 ? 0 : rows - 1;
    while (step != 0 && at >= 0 && at < rows && !isMeasured(static_cast<std::size_t>(at)))
        at += step;
    if (step == 0 || at < 0 || at >= rows) return Chart::keyPressEvent(event);
    m_byKey = true;
    select(static_cast<std::size_t>(at));
}

void BarsChart::mouseMoveEvent(QMouseEvent* event) {
    m_byKey = false;
    if (const auto row = rowAt(event->position().y()); row != m_row) select(row);
}

void BarsChart::mousePressEvent(QMouseEvent* event) {
    mouseMoveEvent(event);
    if (event->button() == Qt::LeftButton && m_row)
        choose();
    else
        Chart::mousePressEvent(event);
}

void BarsChart::leaveEvent(QEvent* event) {
    Chart::leaveEvent(event);
    if (!m_byKey) select(std::nullopt);
}

void BarsChart::focusInEvent(QFocusEvent* event) {
    Chart::focusInEvent(event);
    m_view.update();
}

void BarsChart::focusOutEvent(QFocusEvent* event) {
    Chart::focusOutEvent(event);
    select(std::nullopt);
}

}  // namespace duelo::ui
