// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inference/image_strip.h"

#include <algorithm>

#include <QMenu>
#include <QPainter>

#include "base/text.h"
#include "plan/plan.h"
#include "report/comparison.h"
#include "ui/frame/flow_layout.h"
#include "ui/look/settings.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

constexpr char kInput[] = "input";
constexpr int kTile_px = 44;

QString randomInput() {
    return QString::fromUtf8(kRandomInput.data(), static_cast<int>(kRandomInput.size()));
}

/// Grey noise with a fixed pattern: the random tensor seen as a picture.
QImage noise() {
    QImage image(11, 11, QImage::Format_Grayscale8);
    unsigned state = 1234;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            state = state * 1103515245U + 12345U;
            image.setPixel(x, y, qRgb(0, 0, 0) | ((90 + (state >> 16) % 140) * 0x010101U));
        }
    return image.scaled(kTile_px, kTile_px);
}

}  // namespace

ImageStrip::ImageStrip(QWidget* parent)
    : QWidget(parent), m_flow(new FlowLayout(this)), m_plus(new QToolButton(this)) {
    m_plus->setText("+");
    m_plus->setProperty("role", "tile");
    m_plus->setFixedSize(kTile_px + 8, kTile_px + 8);
    m_plus->setAccessibleName(tr("Add images"));
    m_plus->setToolTip(tr("Add images: files or a folder; they can also be dropped here"));
    auto* menu = new QMenu(m_plus);
    menu->addAction(tr("Images…"), this, &ImageStrip::filesWanted);
    menu->addAction(tr("A folder of images…"), this, &ImageStrip::folderWanted);
    m_plus->setMenu(menu);
    m_plus->setPopupMode(QToolButton::InstantPopup);
    m_flow->insertWidget(0, m_plus);
}

void ImageStrip::setInputs(const QStringList& inputs) {
    qDeleteAll(m_tiles);
    m_tiles.clear();
    addInputs(inputs);
}

void ImageStrip::addInputs(const QStringList& inputs) {
    for (const QString& input : inputs) {
        const bool there = std::any_of(m_tiles.begin(), m_tiles.end(), [&](QToolButton* tile) {
            return tile->property(kInput).toString() == input;
        });
        if (!there) addTile(input);
    }
}

QToolButton* ImageStrip::addTile(const QString& input) {
    auto* tile = new QToolButton(this);
    const bool random = input == randomInput();
    const QString name =
        random ? tr("Random tensor") : qs(visibleText(baseName(input.toStdString())));
    tile->setCheckable(true);
    tile->setProperty("role", "tile");
    tile->setProperty(kInput, input);
    tile->setAccessibleName(name);
    tile->setToolTip(random ? tr("Random tensor: what the handout measures") : name);
    tile->setFixedSize(kTile_px + 8, kTile_px + 8);
    tile->setIconSize({kTile_px, kTile_px});
    tile->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(tile, &QToolButton::clicked, this, [this, tile] {
        if (chosen().isEmpty()) tile->setChecked(true);
        Q_EMIT edited();
    });
    connect(tile, &QWidget::customContextMenuRequested, this,
            [this, tile, input](const QPoint& at) { openMenu(input, tile->mapToGlobal(at)); });
    m_flow->insertWidget(static_cast<int>(m_tiles.size()), tile);
    tile->show();
    m_tiles.append(tile);
    if (random) m_images.insert(input, noise());
    paintTile(tile);
    if (!m_images.contains(input)) Q_EMIT thumbnailWanted(input);
    return tile;
}

void ImageStrip::paintTile(QToolButton* tile) {
    const QImage image = m_images.value(tile->property(kInput).toString());
    if (image.isNull()) {
        tile->setText(tile->accessibleName().left(3));
        return;
    }
    const int side = static_cast<int>(kTile_px * devicePixelRatioF());
    const QImage scaled =
        image.scaled(side, side, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
    QPixmap pixmap = QPixmap::fromImage(
        scaled.copy((scaled.width() - side) / 2, (scaled.height() - side) / 2, side, side));
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    tile->setText({});
    QIcon picture(pixmap);
    picture.addPixmap(pixmap, QIcon::Disabled);  // while measuring it still shows what is measured
    tile->setIcon(picture);
}

void ImageStrip::setChosen(const QStringList& inputs) {
    addInputs(inputs);
    for (QToolButton* tile : m_tiles)
        tile->setChecked(inputs.contains(tile->property(kInput).toString()));
}

QStringList ImageStrip::chosen() const {
    QStringList out;
    for (const QToolButton* tile : m_tiles)
        if (tile->isChecked()) out << tile->property(kInput).toString();
    return out;
}

void ImageStrip::setThumbnail(const QString& input, const QImage& image, const QString& tip) {
    m_images.insert(input, image);
    for (QToolButton* tile : m_tiles)
        if (tile->property(kInput).toString() == input) {
            if (!tip.isEmpty()) tile->setToolTip(tile->accessibleName() + '\n' + tip);
            paintTile(tile);
        }
}

void ImageStrip::setProblem(const QString& input, const QString& sentence) {
    for (QToolButton* tile : m_tiles)
        if (tile->property(kInput).toString() == input) {
            tile->setChecked(false);
            tile->setEnabled(false);
            tile->setText("!");
            tile->setToolTip(sentence);
            tile->setAccessibleDescription(sentence);
        }
    if (chosen().isEmpty() && !m_tiles.isEmpty()) m_tiles.first()->setChecked(true);
    Q_EMIT edited();
}

void ImageStrip::openMenu(const QString& input, const QPoint& at) {
    if (input == randomInput()) return;
    QMenu menu(this);
    menu.addAction(tr("Remove from the list"), this, [this, input] { remove(input); });
    menu.exec(at);
}

void ImageStrip::remove(const QString& input) {
    const auto found = std::find_if(m_tiles.begin(), m_tiles.end(), [&](const QToolButton* tile) {
        return tile->property(kInput).toString() == input;
    });
    if (found == m_tiles.end()) return;
    (*found)->deleteLater();
    m_tiles.erase(found);
    if (chosen().isEmpty() && !m_tiles.isEmpty()) m_tiles.first()->setChecked(true);
    Q_EMIT edited();
}

}  // namespace duelo::ui
