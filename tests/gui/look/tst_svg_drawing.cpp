// SPDX-License-Identifier: GPL-3.0-or-later
// Every icon is drawn whole by the part of SVG that Duelo's painter knows.
#include <QDir>
#include <QFile>
#include <QPainter>
#include <QRegularExpression>
#include <QTest>
#ifdef QT_SVG_LIB
#include <QSvgRenderer>
#endif

#include "ui/look/icons.h"
#include "ui/look/svg_drawing.h"
#include "ui/look/svg_path.h"

using namespace duelo::ui;

namespace {

constexpr int kSide_px = 48;

QImage blank(const QSize& size_px) {
    QImage image(size_px, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    return image;
}

QImage drawn(const QByteArray& svg) {
    const SvgDrawing drawing(svg);
    QImage image =
        blank(drawing.size().scaled(kSide_px, kSide_px, Qt::KeepAspectRatioByExpanding).toSize());
    QPainter painter(&image);
    drawing.paint(painter, image.rect(), Qt::darkGreen);
    return image;
}

QByteArray whole(const QByteArray& inner) {
    return "<svg viewBox=\"0 0 24 24\">" + inner + "</svg>";
}

}  // namespace

class TestSvgDrawing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyIconIsDrawnWhole_data() {
        QTest::addColumn<QByteArray>("svg");
        const QDir icons(":/duelo/icons");
        for (const QString& name : icons.entryList({"*.svg"})) {
            QFile file(icons.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QTest::addRow("%s", qPrintable(name)) << file.readAll();
        }
        QVERIFY(icons.exists("home.svg") && icons.exists("inference.svg"));
    }
    void everyIconIsDrawnWhole() {
        QFETCH(QByteArray, svg);
        const SvgDrawing drawing(svg);
        QCOMPARE(drawing.unknown(), QStringList());
        const QImage own = drawn(svg);
        QVERIFY(own != blank(own.size()));
#ifdef QT_SVG_LIB
        svg.replace("currentColor", QColor(Qt::darkGreen).name().toLatin1());
        QSvgRenderer renderer(svg);
        QCOMPARE(drawing.size(), QSizeF(renderer.defaultSize()));
        QImage of_qt = blank(own.size());
        QPainter painter(&of_qt);
        renderer.render(&painter);
        painter.end();
        double away = 0;
        for (int y = 0; y < own.height(); ++y)
            for (int x = 0; x < own.width(); ++x)
                away += std::abs(qGray(own.pixel(x, y)) - qGray(of_qt.pixel(x, y)));
        away /= 255.0 * own.width() * own.height();
        QVERIFY2(away < 0.005, qPrintable(QString::number(away)));
#endif
    }

    /// Qt's base reads PNG files; what the style sheet shows is none that needs a module more.
    void theStyleSheetsPicturesAreThere() {
        QFile sheet(":/duelo/style/duelo.qss");
        QVERIFY(sheet.open(QIODevice::ReadOnly));
        static const QRegularExpression url("url\\(([^)]+)\\)");
        int seen = 0;
        for (auto found = url.globalMatch(QString::fromUtf8(sheet.readAll())); found.hasNext();) {
            const QString path = found.next().captured(1);
            QVERIFY2(path.endsWith(".png"), qPrintable(path));
            for (const char* mode : {"dark", "light"}) {
                const QImage image(QString(path).replace("@mode", mode));
                QVERIFY2(!image.isNull(), qPrintable(path));
                QVERIFY2(image.width() == image.height() && image.width() >= 48, qPrintable(path));
                ++seen;
            }
        }
        QVERIFY(seen >= 6);
    }

    void whatIsUnknownIsSaid_data() {
        QTest::addColumn<QByteArray>("inner");
        QTest::addColumn<QString>("unknown");
        QTest::newRow("element") << QByteArray("<ellipse rx=\"2\"/>") << "ellipse";
        QTest::newRow("attribute") << QByteArray("<path d=\"M1 1\" opacity=\"0.5\"/>") << "opacity";
        QTest::newRow("of another element") << QByteArray("<path d=\"M1 1\" r=\"2\"/>") << "r";
        QTest::newRow("colour") << QByteArray("<g fill=\"url(#a)\"/>") << "url(#a)";
        QTest::newRow("cap") << QByteArray("<g stroke-linecap=\"square\"/>") << "square";
        QTest::newRow("command") << QByteArray("<path d=\"M1 1Q2 2 3 3\"/>") << "M1 1Q2 2 3 3";
    }
    void whatIsUnknownIsSaid() {
        QFETCH(QByteArray, inner);
        QFETCH(QString, unknown);
        QVERIFY(SvgDrawing(whole(inner)).unknown().contains(unknown));
        QVERIFY(!SvgDrawing(whole(inner).chopped(3)).unknown().isEmpty());  // cut off
    }

    void pathsEndWhereTheySay_data() {
        QTest::addColumn<QString>("d");
        QTest::addColumn<QPointF>("end");
        QTest::newRow("pairs after a move") << "m1 2 3 4 5 6" << QPointF(9, 12);
        QTest::newRow("level and upright") << "M1 2H9v-1.5h-.5V7" << QPointF(8.5, 7);
        QTest::newRow("smooth") << "M1 1c0 2 3 2 3 0s3-2 3 0" << QPointF(7, 1);
        QTest::newRow("arc") << "M2 2a3 3 0 0 1 3-3A4 2 0 1 0 9 9" << QPointF(9, 9);
        QTest::newRow("numbers without a space") << "M1.5.5-2-3" << QPointF(-2, -3);
        QTest::newRow("closed") << "M4 5h3v3z" << QPointF(4, 5);
    }
    void pathsEndWhereTheySay() {
        QFETCH(QString, d);
        QFETCH(QPointF, end);
        const auto path = svgPath(d);
        QVERIFY(path);
        const QPointF away = path->currentPosition() - end;
        QVERIFY2(std::hypot(away.x(), away.y()) < 1e-6,
                 qPrintable(QString::number(std::hypot(away.x(), away.y()))));
    }

    /// Half a circle from left to right, above or below.
    void arcsTurnAsTheySay() {
        for (const bool clockwise : {true, false}) {
            const auto path = svgPath(QStringLiteral("M2 5A3 3 0 0 %1 8 5").arg(int(clockwise)));
            QVERIFY(path);
            const QPointF middle = path->pointAtPercent(0.5);
            QVERIFY(std::abs(middle.x() - 5) < 0.01);
            QVERIFY(std::abs(middle.y() - (clockwise ? 2 : 8)) < 0.01);
        }
        const auto large = svgPath(u"M5 2A3 3 0 1 1 2 5");  // three quarters
        QVERIFY(large && std::abs(large->boundingRect().right() - 8) < 0.01);
    }

    void oddPathsAreNone_data() {
        QTest::addColumn<QString>("d");
        for (const char* d : {"1 2", "M1", "M1 2L3", "M1 2;3 4", "Q1 2 3 4", "M1 2A3 4 20 0 0 5 6",
                              "M1 2z3", "M1 2 é"})
            QTest::addRow("%s", d) << QString::fromUtf8(d);
    }
    void oddPathsAreNone() {
        QFETCH(QString, d);
        QVERIFY(!svgPath(d));
    }
};

QTEST_MAIN(TestSvgDrawing)
#include "tst_svg_drawing.moc"
