// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/qt/signs.h"

#include <utility>

#include <QPainter>

namespace duelo::ui {

namespace {

constexpr qsizetype kMostOfQt = 500;  ///< points of a series, each an item of Qt's

}  // namespace

void setSign(QXYSeries& series, const SignLook& look, double ratio) {
    const QImage image = signImage(look, ratio);
    if (series.lightMarker() == image) return;
    series.setMarkerSize(image.width() / ratio);
    series.setLightMarker(image);
}

void Signs::place(const QList<QPointF>& shares, const QRectF& plot, const SignLook& look,
                  double ratio) {
    const double half = look.size_px * 0.75;
    const QRectF whole = plot.adjusted(half, half, -half, -half);
    QList<QPointF> inside;
    for (const QPointF& share : shares) {
        const QPointF at(plot.left() + share.x() * plot.width(),
                         plot.bottom() - share.y() * plot.height());
        if (shares.size() <= kMostOfQt && whole.contains(at))
            inside.append(share);
        else
            m_next.push_back({at, look});
    }
    if (inside.isEmpty()) return;
    QScatterSeries& series = m_series.take();
    setSign(series, look, ratio);
    if (inside != series.points()) series.replace(inside);
}

void Signs::finish() {
    m_series.finish();
    m_painted = std::exchange(m_next, {});
}

void Signs::paintRest(QPainter& painter) const {
    for (const auto& [at, look] : m_painted) drawSign(painter, at, look);
}

}  // namespace duelo::ui
