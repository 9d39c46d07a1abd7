// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <climits>

#include <QFontInfo>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QWidget>

namespace duelo::testing {

/// A paint device that keeps the words that are drawn on it, and their boxes.
class DrawnWords final : public QPaintDevice {
public:
    struct Piece {
        QString text;
        QRectF box;
        int letters_px = 0;
    };
    [[nodiscard]] const QList<Piece>& pieces() const { return m_engine.pieces; }
    [[nodiscard]] QPaintEngine* paintEngine() const override { return &m_engine; }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric which) const override {
        constexpr int kSide_px = 4000, kSide_mm = 1000, kDpi = 96;
        switch (which) {
            case PdmWidth:
            case PdmHeight:
                return kSide_px;
            case PdmWidthMM:
            case PdmHeightMM:
                return kSide_mm;
            case PdmDpiX:
            case PdmDpiY:
            case PdmPhysicalDpiX:
            case PdmPhysicalDpiY:
                return kDpi;
            case PdmDevicePixelRatio:
                return 1;
            case PdmDevicePixelRatioScaled:
                return static_cast<int>(devicePixelRatioFScale());
            case PdmDepth:
                return 32;
            case PdmNumColors:
                return INT_MAX;
            default:
                return QPaintDevice::metric(which);
        }
    }

private:
    class Engine final : public QPaintEngine {
    public:
        Engine() : QPaintEngine(AllFeatures) {}

        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        void updateState(const QPaintEngineState&) override {}
        [[nodiscard]] Type type() const override { return User; }
        void drawTextItem(const QPointF& at, const QTextItem& item) override {
            const QRectF box(at.x(), at.y() - item.ascent(), item.width(),
                             item.ascent() + item.descent());
            pieces.append({item.text(), painter()->combinedTransform().mapRect(box),
                           QFontInfo(item.font()).pixelSize()});
        }
        void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
        void drawTiledPixmap(const QRectF&, const QPixmap&, const QPointF&) override {}
        void drawImage(const QRectF&, const QImage&, const QRectF&,
                       Qt::ImageConversionFlags) override {}
        void drawPath(const QPainterPath&) override {}
        void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
        void drawEllipse(const QRectF&) override {}
        void drawRects(const QRectF*, int) override {}
        void drawLines(const QLineF*, int) override {}
        void drawPoints(const QPointF*, int) override {}

        QList<Piece> pieces;
    };

    mutable Engine m_engine;
};

/// The words that a widget draws, piece by piece.
[[nodiscard]] inline QList<DrawnWords::Piece> wordsDrawnBy(QWidget& widget) {
    DrawnWords words;
    QPainter painter(&words);
    widget.render(&painter);
    painter.end();
    return words.pieces();
}

}  // namespace duelo::testing
