// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/inference/maps_tab.h"

#include <algorithm>
#include <chrono>

#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include "experiments/inference/output.h"
#include "experiments/specs.h"
#include "experiments/work_names.h"
#include "ui/experiments/inference/network_weights.h"
#include "ui/experiments/training/picture_tile.h"
#include "ui/form/experiment_form.h"
#include "ui/form/flow_layout.h"
#include "ui/look/settings.h"
#include "ui/pages/page_parts.h"
#include "ui/session/session.h"

namespace duelo::ui {

namespace {

constexpr int kMapsPause_ms = 150;                ///< until the user has done with the form
constexpr std::chrono::minutes kMapsPatience{2};  ///< large weights are read for it

void emptyTiles(FlowLayout& tiles) {
    while (QLayoutItem* item = tiles.takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

/// Returns how many maps a layer makes (`i` 0), their rows (1) or their columns (2). Rows and
/// columns are 1 where it makes single values.
qint64 sideOf(const Json& layer, std::size_t i) {
    const Json shape = layer.value("shape", Json::array());
    return i < shape.size() && shape[i].is_number_integer() ? shape[i].get<qint64>() : 0;
}

/// Whether the last layer that makes maps makes smaller ones than a layer before it.
bool mapsShrink(const Json& layers) {
    qint64 most = 1, last = 1;
    for (const Json& layer : layers)
        if (const qint64 rows = sideOf(layer, 1); rows > 1) {
            most = std::max(most, rows);
            last = rows;
        }
    return last < most;
}

}  // namespace

MapsTab::MapsTab(const TabContext& context)
    : m_context(context), m_told(new QLabel), m_layer(new QComboBox) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea;
    column->addWidget(scroll);
    QWidget* body = makeScrollBody(*scroll);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setAccessibleName(title());
    auto* parts = new QVBoxLayout(body);
    parts->setContentsMargins(0, 6, 0, 6);
    m_told->setWordWrap(true);
    m_told->setTextFormat(Qt::PlainText);
    parts->addWidget(m_told);
    auto* images = new QWidget;
    m_images = new FlowLayout(images);
    parts->addWidget(images);
    m_layer->setAccessibleName(tr("Layer"));
    parts->addWidget(m_layer, 0, Qt::AlignLeft);
    auto* maps = new QWidget;
    m_maps = new FlowLayout(maps);
    parts->addWidget(maps);
    parts->addStretch();
    m_layer->hide();

    m_pause.setSingleShot(true);
    m_pause.setInterval(kMapsPause_ms);
    connect(&m_pause, &QTimer::timeout, this, &MapsTab::ask);
    connect(m_layer, &QComboBox::activated, this, [this](int index) {
        m_wanted = index;
        showLayer();
    });
    connect(&context.form, &ExperimentForm::planEdited, this, [this] {
        if (isVisible()) show(nullptr);
    });
}

Json MapsTab::caseOf(const Shown* shown) const {
    const Row* row = shown ? shown->chosenRow() : nullptr;
    if (row && row->work.has("model")) return row->work.json();
    const auto cells = expand(m_context.form.plan(), Facts{});
    return cells.empty() ? Json() : cells.front().work.json();
}

/// Computing takes the engine's time: only for a tab that is seen, never beside a measurement, and
/// once for the same image and network.
void MapsTab::show(const Shown* shown) {
    if (!m_context.session.probe() || m_context.session.isMeasuring()) return;
    Json wanted = caseOf(shown);
    if (!wanted.is_object()) return;
    wanted.erase("batch");  // its first image is looked at
    std::string key = wanted.dump();
    if (key == m_asked) return;
    m_asked = std::move(key);
    m_case = std::move(wanted);
    say(tr("Looking at the image as the network does…"));
    m_pause.start();
}

void MapsTab::ask() {
    if (m_context.session.isMeasuring()) return take(fail("run_in_progress"));
    m_context.session.ask({NetworkWeights::kExperiment, "feature_maps", {{"case", m_case}}}, this,
                          [this, asked = m_asked](const Result<Json>& reply) {
                              if (asked == m_asked) take(reply);
                          },
                          {.timeout = kMapsPatience});
}

void MapsTab::take(const Result<Json>& reply) {
    m_answer = reply ? *reply : Json();
    if (!reply) {
        say(qs(m_context.text.reason(reply.error())));
        m_asked.clear();
        return;
    }
    showLayers();
}

void MapsTab::say(const QString& sentence) {
    m_told->setText(sentence);
    emptyTiles(*m_images);
    emptyTiles(*m_maps);
    m_layer->hide();
    m_picture = {};
}

QString MapsTab::layerName(const Json& layer) const {
    const auto side = [&](std::size_t i) { return sideOf(layer, i); };
    const auto number = [&](std::size_t i) { return QString::number(side(i)); };
    const QString name = qs(visibleText(layer.value("name", "")));
    if (side(1) == 1 && side(2) == 1) return tr("%1: %2 values").arg(name, number(0));
    return tr("%1: %2 maps of %3 × %4").arg(name, number(0), number(1), number(2));
}

void MapsTab::showLayers() {
    const Text& text = m_context.text;
    const Params work = Params::from(m_case);
    // A transformer's are all of one size, and a perceptron makes single values.
    const QString sentence =
        mapsShrink(m_answer.value("layers", Json::array()))
            ? tr("%1 gets the image as below. Each layer makes maps of it: deeper ones are smaller "
                 "and there are more of them. Black is the smallest value of a map, white its "
                 "largest.")
            : tr("%1 gets the image as below. Each layer makes maps of it. Black is the smallest "
                 "value of a map, white its largest.");
    say(sentence.arg(qs(networkName(work, text))));
    // Above them it says that it is what the network receives.
    QStringList captions{m_answer.contains("size_px")
                             ? qs(text.value("size_px", m_answer["size_px"]))
                             : qs(text("report.own_size"))};
    const ResultRecord said{.output = m_answer};
    for (const TopClass& top : topClassesOf(said)) {
        if (captions.size() == 4) break;
        captions << qs(text("explain.class_line", {{"class", className(top, text)},
                                                   {"share_percent", 100 * top.probability}}));
    }
    auto* tile = new PictureTile({pictureFrom(m_answer.value("received", Json()))}, captions);
    m_images->insertWidget(0, tile);
    tile->show();

    m_layer->clear();
    for (const Json& layer : m_answer.value("layers", Json::array()))
        m_layer->addItem(layerName(layer));
    m_layer->setCurrentIndex(std::min(m_wanted, m_layer->count() - 1));
    m_layer->setVisible(m_layer->count() > 0);
    showLayer();
}

void MapsTab::showLayer() {
    emptyTiles(*m_maps);
    const Json layers = m_answer.value("layers", Json::array());
    const int index = m_layer->currentIndex();
    const QImage received = pictureFrom(m_answer.value("received", Json()));
    m_picture = {};
    m_picture.title =
        tr("%1: %2")
            .arg(qs(networkName(Params::from(m_case), m_context.text)), m_layer->currentText())
            .toStdString();
    m_picture.tiles.push_back({pngOf(received), {tr("As the network receives it").toStdString()}});
    m_picture.description = m_picture.note = m_told->text().toStdString();
    if (index < 0 || static_cast<std::size_t>(index) >= layers.size()) return;
    const Json& layer = layers[static_cast<std::size_t>(index)];
    const Json maps = layer.value("maps", Json::array());
    for (std::size_t i = 0; i < maps.size(); ++i) {
        const QImage picture = pictureFrom(maps[i]);
        const QString caption = tr("Map %1").arg(i + 1);
        auto* tile = new PictureTile({picture}, {caption});
        m_maps->insertWidget(static_cast<int>(i), tile);
        tile->show();
        m_picture.tiles.push_back({pngOf(picture), {caption.toStdString()}});
    }
}

Json MapsTab::viewState() const {
    return {{"layer", m_wanted}};
}

void MapsTab::setViewState(const Json& state) {
    if (state.is_object() && state.contains("layer") && state["layer"].is_number_integer())
        m_wanted = std::max(0, state["layer"].get<int>());
}

}  // namespace duelo::ui
