// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/duel_lane.h"

#include <algorithm>
#include <cmath>

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <QResizeEvent>

#include "ui/charts/painter_canvas.h"
#include "ui/look/settings.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

constexpr double kNameShare = 0.28, kCountShare = 0.18;                ///< of the lane's width
constexpr double kTileShape = 1.7;                                     ///< width over height
constexpr double kTileGap = 0.18;                                      ///< of a tile
constexpr double kNameFont = 1.35, kCountFont = 2.4, kNoteFont = 0.9;  ///< of the usual letters
constexpr double kNameIndent = 1.2;  ///< for the sign before it, of a line
constexpr int kWrapped = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

}  // namespace

DuelLane::DuelLane(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void DuelLane::setDuel(const DuelValue* duel, std::size_t lane) {
    m_duel = duel;
    m_lane = lane;
    m_at_s = 0;
    m_done = 0;
    if (m_duel) {
        setAccessibleName(qs(this->lane().name));
        describe();
    }
    updateGeometry();
    update();
}

void DuelLane::showAt(double s) {
    if (!m_duel) return;
    const bool ended = hasEnded();
    m_at_s = std::min(s, lane().finish_s());
    m_done = lane().doneAt(m_at_s) * m_duel->per_call;
    if (ended != hasEnded()) describe();
    update();
}

void DuelLane::describe() {
    QStringList parts;
    if (!lane().origin.empty()) parts << qs(lane().origin);
    if (hasEnded()) {
        parts << clockText();
        if (!lane().told.empty()) parts << qs(lane().told);
    }
    setAccessibleDescription(parts.join(QStringLiteral(". ")));
}

QString DuelLane::clockText() const {
    if (!m_duel) return {};
    const QString clock = qs(m_duel->secondsText(m_at_s));
    if (hasEnded()) return tr("finished in %1").arg(clock);
    if (m_at_s > 0 && m_at_s < lane().start_s) return tr("starting · %1").arg(clock);
    const auto pieces = static_cast<double>(m_duel->pieces());
    return tr("of %1 · %2").arg(qs(formatFixed(pieces, 0, m_duel->numbers)), clock);
}

QFont DuelLane::fontOf(double factor, bool bold) const {
    QFont font = this->font();
    font.setPixelSize(std::max(1, qRound(QFontInfo(font).pixelSize() * factor)));
    font.setBold(bold);
    return font;
}

QSize DuelLane::sizeHint() const {
    return minimumSizeHint() * 1.5;
}

QSize DuelLane::minimumSizeHint() const {
    const QFontMetricsF metrics(font());
    return QSizeF(metrics.horizontalAdvance('0') * 36,
                  std::max(metrics.height() * 4, wordsHeight()))
        .toSize();
}

/// Returns the height of a lane's words, in pixels: its name, and below it what is told at the end.
/// It is the larger one of both lanes from the start on, so that their tiles stand alike.
double DuelLane::wordsHeight() const {
    if (!m_duel) return 0;
    const double unit = QFontMetricsF(font()).height() / 2;
    const QFontMetricsF bold(fontOf(kNameFont, true)), small(fontOf(kNoteFont, false));
    const double wide = (width() - 2 * unit) * kNameShare;
    const auto high = [](const QFontMetricsF& metrics, double room, const QString& text) {
        if (text.isEmpty()) return 0.0;
        return metrics.boundingRect(QRectF(0, 0, std::max(1.0, room), 1e5), kWrapped, text)
            .height();
    };
    double most = 0;
    for (const DuelValue::Lane& each : m_duel->lanes) {
        const double name = high(bold, wide - bold.height() * kNameIndent, qs(each.name));
        most =
            std::max(most, std::max(name, bold.height()) + high(small, wide, notesOf(each, true)));
    }
    return most + 2 * unit;
}

QString DuelLane::notesOf(const DuelValue::Lane& lane, bool ended) {
    QStringList all;
    for (const std::string& each : {lane.origin, ended ? lane.told : std::string()})
        if (!each.empty()) all << qs(each);
    return all.join('\n');
}

void DuelLane::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != event->size().width()) updateGeometry();
}

void DuelLane::paintEvent(QPaintEvent*) {
    if (!m_duel) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double unit = QFontMetricsF(font()).height() / 2;
    const bool ended = hasEnded();
    painter.setPen(QPen(ended ? seriesColor(lane().style) : tokens().line, ended ? 2 : 1));
    painter.setBrush(tokens().surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), unit, unit);

    const QRectF inner = QRectF(rect()).adjusted(unit, unit, -unit, -unit);
    const double name = inner.width() * kNameShare, count = inner.width() * kCountShare;
    drawName(painter, {inner.left(), inner.top(), name, inner.height()});
    drawTiles(painter, inner.adjusted(name + unit, 0, -count - unit, 0));
    drawCount(painter, {inner.right() - count, inner.top(), count, inner.height()});
}

void DuelLane::drawName(QPainter& painter, const QRectF& room) const {
    const QFont bold = fontOf(kNameFont, true);
    const double line = QFontMetricsF(bold).height();
    PainterCanvas(&painter, fontOf(1, false), room.width(), m_duel->numbers)
        .sign(lane().style, {room.left() + line / 2, room.top() + line / 2}, line / 2);
    QRectF used;
    painter.setFont(bold);
    painter.setPen(tokens().text);
    painter.drawText(room.adjusted(line * kNameIndent, 0, 0, 0), kWrapped, qs(lane().name), &used);
    painter.setFont(fontOf(kNoteFont, false));
    painter.setPen(tokens().muted);
    QRectF below = room;
    below.setTop(std::max(used.bottom(), room.top() + line));
    painter.drawText(below, kWrapped, notesOf(lane(), hasEnded()));
}

void DuelLane::drawTiles(QPainter& painter, const QRectF& room) const {
    const auto tiles = static_cast<double>(m_duel->tiles());
    if (room.width() <= 0 || room.height() <= 0 || tiles < 1) return;
    const double columns = std::clamp(
        std::ceil(std::sqrt(tiles * room.width() / room.height() / kTileShape)), 1.0, tiles);
    const double rows = std::ceil(tiles / columns);
    const double wide = room.width() / columns;
    const double high = std::min(room.height() / rows, wide / kTileShape);
    const double top = room.center().y() - high * rows / 2;
    const std::size_t filled = m_duel->tilesAfter(m_done / m_duel->per_call);
    const QColor full = seriesColor(lane().style), empty = tokens().neutral_soft;
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < m_duel->tiles(); ++i) {
        const auto row = std::floor(static_cast<double>(i) / columns);
        const double column = static_cast<double>(i) - row * columns;
        painter.fillRect(QRectF(room.left() + column * wide, top + row * high,
                                wide * (1 - kTileGap), high * (1 - kTileGap)),
                         i < filled ? full : empty);
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

void DuelLane::drawCount(QPainter& painter, const QRectF& room) const {
    const QFont large = fontOf(kCountFont, true);
    const double line = QFontMetricsF(large).height();
    QRectF at(room.left(), room.center().y() - line, room.width(), line);
    painter.setFont(large);
    painter.setPen(seriesColor(lane().style));
    painter.drawText(at, Qt::AlignRight | Qt::AlignBottom,
                     qs(formatFixed(static_cast<double>(m_done), 0, m_duel->numbers)));
    painter.setFont(fontOf(1, false));
    painter.setPen(tokens().muted);
    at.moveTop(at.bottom());
    QString clock = clockText();
    if (const qsizetype unit = clock.lastIndexOf(' '); unit >= 0)
        clock[unit] = QChar::Nbsp;  // a line of its own would have "s" alone
    painter.drawText(at, Qt::AlignRight | Qt::AlignTop | Qt::TextWordWrap, clock);
}

}  // namespace duelo::ui
