// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/training/mistakes_view.h"

#include <algorithm>

#include <QImage>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/experiments/training/picture_tile.h"
#include "ui/form/flow_layout.h"
#include "ui/look/settings.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

MistakesView::MistakesView(const Text& text, QWidget* parent)
    : QScrollArea(parent), m_text(text), m_told(new QLabel) {
    QWidget* body = makeScrollBody(*this);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 6, 0, 6);
    m_told->setWordWrap(true);
    column->addWidget(m_told);
    auto* tiles = new QWidget;
    m_tiles = new FlowLayout(tiles);
    column->addWidget(tiles);
    column->addStretch();
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Worst mistakes"));
    refresh();
}

void MistakesView::setTrained(const std::optional<Trained>& trained, const QString& whose) {
    m_whose = whose;
    m_picture.title = tr("Worst mistakes: %1").arg(whose).toStdString();
    m_tested = trained.has_value();
    m_trained = trained.value_or(Trained());
    m_samples = Json::object();
    refresh();
}

int MistakesView::count() const {
    return std::min(kMost, static_cast<int>(m_trained.mistakes.size()));
}

QVector<qint64> MistakesView::missing() const {
    QVector<qint64> out;
    for (int i = 0; i < count(); ++i) {
        const std::int64_t sample = m_trained.mistakes[static_cast<std::size_t>(i)].sample;
        if (!m_samples.contains(std::to_string(sample))) out << sample;
    }
    return out;
}

void MistakesView::setSamples(const Result<Json>& reply) {
    if (!reply) {
        m_told->setText(qs(m_text.reason(reply.error())));
        return;
    }
    for (const Json& sample : reply->value("samples", Json::array()))
        m_samples[std::to_string(sample.value("sample", std::int64_t{-1}))] = sample;
    refresh();
}

void MistakesView::refresh() {
    while (QLayoutItem* item = m_tiles->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    QString told = tr("Test images that the network got wrong, the surest answers first.");
    if (!m_tested)
        told = tr("The test images that the network got wrong appear here.");
    else if (count() == 0)
        told = tr("The network got every test image right.");
    m_told->setText(m_tested ? m_whose + " · " + told : told);
    m_picture.tiles.clear();
    m_picture.note = m_picture.description = told.toStdString();
    for (int i = 0; i < count(); ++i) {
        const TestAnswer& mistake = m_trained.mistakes[static_cast<std::size_t>(i)];
        const QStringList captions = captionsOf(mistake);
        const auto sample = m_samples.find(std::to_string(mistake.sample));
        QImage picture;
        if (sample != m_samples.end()) picture = pictureFrom(sample->value("raw", Json()));
        m_picture.description += ' ' + captions.join(", ").toStdString() + '.';
        TilesValue::Tile& drawn = m_picture.tiles.emplace_back(pngOf(picture));
        for (const QString& caption : captions) drawn.captions.push_back(caption.toStdString());
        auto* tile = new PictureTile({picture}, captions);
        tile->setToolTip(qs(visibleText(mistake.source)));
        m_tiles->insertWidget(i, tile);
        tile->show();
    }
}

QStringList MistakesView::captionsOf(const TestAnswer& mistake) const {
    return {qs(m_text("learning.mistake_truth", {{"class", m_trained.nameOf(mistake.truth)}})),
            qs(m_text("learning.mistake_answer", {{"class", m_trained.nameOf(mistake.answer)},
                                                  {"share_percent", 100 * mistake.probability}}))};
}

}  // namespace duelo::ui
