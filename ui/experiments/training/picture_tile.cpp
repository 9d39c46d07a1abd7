// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/training/picture_tile.h"

#include <algorithm>

#include <QBuffer>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/look/letters.h"

namespace duelo::ui {

namespace {

constexpr int kSide_px = 84;  ///< a picture is about as large
constexpr int kMostSide_px = 4096;
constexpr int kCaptionChars = 28;  ///< "Said: ladrillo (76.4 %)" stays whole

QImage enlarged(const QImage& image) {
    const int side = std::max(image.width(), image.height());
    if (side > kSide_px)
        return image.scaled(kSide_px, kSide_px, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    return image.scaled(image.size() * std::max(1, kSide_px / side));
}

}  // namespace

QImage pictureFrom(const Json& json) {
    if (!json.is_object()) return {};
    const int width = json.value("width_px", 0), height = json.value("height_px", 0);
    const int channels = json.value("channels", 0);
    const QByteArray bytes =
        QByteArray::fromBase64(QByteArray::fromStdString(json.value("pixels", "")));
    const bool fits = width > 0 && height > 0 && width <= kMostSide_px && height <= kMostSide_px &&
                      (channels == 1 || channels == 3) &&
                      bytes.size() == qsizetype{channels} * width * height;
    if (!fits) return {};
    return QImage(reinterpret_cast<const uchar*>(bytes.constData()), width, height,
                  channels * width,
                  channels == 3 ? QImage::Format_RGB888 : QImage::Format_Grayscale8)
        .copy();
}

std::string pngOf(const QImage& picture) {
    if (picture.isNull()) return {};
    constexpr int kSide_px = 420;
    const int whole = std::max(1, kSide_px / std::max(picture.width(), picture.height()));
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    picture.scaled(picture.size() * whole).save(&buffer, "PNG");
    return png.toStdString();
}

PictureTile::PictureTile(const QVector<QImage>& pictures, const QStringList& captions,
                         QWidget* parent)
    : QFrame(parent) {
    setProperty("role", "card");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    int width = 0;
    row->addStretch();
    for (const QImage& picture : pictures) {
        auto* label = new QLabel;
        label->setAlignment(Qt::AlignCenter);
        label->setFixedSize(kSide_px, kSide_px);
        if (!picture.isNull()) label->setPixmap(QPixmap::fromImage(enlarged(picture)));
        label->setAccessibleName(captions.join(", "));
        row->addWidget(label);
        width += kSide_px + 4;
    }
    row->addStretch();
    width = std::max(width, letters_px(fontMetrics(), kCaptionChars));
    column->addLayout(row);
    for (const QString& caption : captions) {
        auto* label = new QLabel(fontMetrics().elidedText(caption, Qt::ElideMiddle, width));
        label->setTextFormat(Qt::PlainText);
        label->setToolTip(caption);
        column->addWidget(label);
    }
}

}  // namespace duelo::ui
