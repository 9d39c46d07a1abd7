// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/inference/networks_field.h"

#include <algorithm>

#include <QCheckBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include "networks/official_weights.h"
#include "report/comparison.h"
#include "ui/experiments/inference/network_weights.h"
#include "ui/form/tip.h"
#include "ui/look/known_folders.h"
#include "ui/look/letters.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

constexpr char kWeights[] = "weights";         ///< the axis of the files
constexpr char kWeightsKey[] = "weights_key";  ///< which of several in a file
constexpr int kWeightsLetters = 22;

}  // namespace

NetworksField::NetworksField(const FieldContext& context)
    : m_text(context.text),
      m_weights(NetworkWeights::of(context.session)),
      m_column(new QVBoxLayout(this)),
      m_files(new QWidget(this)) {
    setAccessibleName(context.caption);
    m_files->setAccessibleName(tr("Weights"));
    for (auto* column : {m_column, new QVBoxLayout(m_files)}) {
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(1);
    }
    connect(&m_weights, &NetworkWeights::checked, this,
            [this](const QString& network, const QString& file, const QString& key) {
                if (m_asked.removeOne({network, file})) setFile(network.toStdString(), file, key);
            });
    connect(&m_weights, &NetworkWeights::several, this,
            [this](const QString& network, const QString& file, const QStringList& keys) {
                if (m_asked.removeOne({network, file}))
                    chooseKey(network.toStdString(), file, keys);
            });
    connect(&m_weights, &NetworkWeights::progressed, this,
            [this](const QString& network, qint64 done, qint64 total) {
                setBusy(network.toStdString(),
                        QString("%1 / %2").arg(
                            qs(formatBytes(static_cast<double>(done), m_text.numbers())),
                            qs(formatBytes(static_cast<double>(total), m_text.numbers()))));
            });
    connect(&m_weights, &NetworkWeights::fetched, this,
            [this](const QString& network) { setBusy(network.toStdString(), {}); });
}

void NetworksField::setProbe(const ProbeSheet& sheet) {
    m_models = sheet.of(NetworkWeights::kExperiment).models;
    showLines();
}

void NetworksField::setValues(const std::vector<Json>& values) {
    m_values = values;
    showLines();
}

void NetworksField::setOwned(const Owned& owned) {
    m_owned = owned;
    for (const Line& line : m_lines) showWeights(line);
}

/// Shows a line for each network that the engine knows, and for each that only the plan names.
void NetworksField::showLines() {
    std::vector<ModelSheet> models = m_models;
    for (const Json& value : m_values) {
        if (!value.is_string()) continue;
        const auto name = value.get<std::string>();
        if (std::ranges::find(models, name, &ModelSheet::name) == models.end())
            models.push_back({.name = name});
    }
    const bool same = std::ranges::equal(models, m_lines, {}, {}, &Line::model);
    if (!same) {
        while (QLayoutItem* item = m_column->takeAt(0)) {
            delete item->widget();
            delete item;
        }
        for (const Line& line : m_lines) delete line.file;
        m_lines.clear();
        for (const ModelSheet& model : models) addLine(model);
    }
    for (const Line& line : m_lines)
        line.box->setChecked(std::ranges::find(m_values, Json(line.model.name)) != m_values.end());
    showFiles();
}

void NetworksField::showFiles() {
    for (const Line& line : m_lines) line.file->setVisible(line.box->isChecked());
}

void NetworksField::addLine(const ModelSheet& model) {
    const auto rowOf = [](QWidget* place, QWidget* left, QWidget* right) {
        auto* row = new QWidget(place);
        auto* box = new QHBoxLayout(row);
        box->setContentsMargins(0, 0, 0, 0);
        box->addWidget(left, 1);
        box->addWidget(right);
        place->layout()->addWidget(row);
        return row;
    };
    const QString name = qs(m_text.word("model", model.name));
    Line line{model, new QCheckBox(name), new QLabel, nullptr, new QToolButton};
    line.size->setProperty("role", "muted");
    line.weights->setProperty("role", "quiet");
    line.weights->setAccessibleName(tr("Weights of %1").arg(name));
    rowOf(this, line.box, line.size);
    line.file = rowOf(m_files, new QLabel(name), line.weights);
    connect(line.box, &QCheckBox::clicked, this, [this, check = line.box] {
        if (chosen().empty()) {
            check->setChecked(true);
            return sayOneStays(*check);
        }
        readLines();
    });
    connect(line.weights, &QToolButton::clicked, this,
            [this, name = model.name, button = line.weights] { openMenu(name, button); });
    showWeights(line);
    m_lines.push_back(line);
}

std::vector<Json> NetworksField::chosen() const {
    std::vector<Json> out;
    for (const Line& line : m_lines)
        if (line.box->isChecked()) out.emplace_back(line.model.name);
    return out;
}

void NetworksField::readLines() {
    m_values = chosen();
    showFiles();
    Q_EMIT edited();
}

void NetworksField::openMenu(const std::string& network, QToolButton* button) {
    QMenu menu(this);
    menu.addAction(tr("Found on this PC, else random"), this,
                   [this, network] { setFile(network, {}); });
    menu.addAction(tr("Choose a file…"), this, [this, network] { chooseFile(network); });
    if (!officialWeightsOf(network).empty())
        menu.addAction(tr("Download the official ones"), this,
                       [this, network] { m_weights.download(qs(network)); });
    menu.exec(button->mapToGlobal(QPoint(0, button->height())));
}

bool NetworksField::chooseFile(const std::string& network) {
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Weights of %1").arg(qs(m_text.word("model", network))),
        existingFolder(QStandardPaths::DownloadLocation),
        tr("Weights (*.pth *.safetensors *.pt *.ckpt *.tar);;All files (*)"));
    if (!path.isEmpty()) check(network, path);
    return !path.isEmpty();
}

/// The engine reads it before it stands in a plan.
void NetworksField::check(const std::string& network, const QString& path, const QString& key) {
    m_asked << std::pair(qs(network), path);
    m_weights.check(qs(network), path, key);
}

/// Lets the user choose among the weights of a file that has several, such as a network and its
/// average.
void NetworksField::chooseKey(const std::string& network, const QString& path,
                              const QStringList& keys) {
    const auto line =
        std::ranges::find(m_lines, network, [](const Line& one) { return one.model.name; });
    if (line == m_lines.end()) return;
    auto* menu = new QMenu(this);
    menu->setObjectName("weightsKeys");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSection(tr("Weights of %1").arg(qs(m_text.word("model", network))));
    for (const QString& key : keys)
        menu->addAction(qs(visibleText(key.toStdString())), this,
                        [this, network, path, key] { check(network, path, key); });
    const QWidget* place =
        line->weights->isVisible() ? static_cast<QWidget*>(line->weights) : line->box;
    menu->popup(place->mapToGlobal(QPoint(0, place->height())));
}

void NetworksField::takeFiles(QStringList& paths) {
    static const QStringList suffixes{"pth", "safetensors", "pt", "ckpt"};
    const std::vector<Json> networks = chosen();
    if (networks.empty()) return;
    paths.removeIf([&](const QString& path) {
        if (!suffixes.contains(QFileInfo(path).suffix().toLower())) return false;
        check(networks.front().get<std::string>(), path);
        return true;
    });
}

/// A network that gets a file is one that is wanted.
void NetworksField::setFile(const std::string& network, const QString& path, const QString& key) {
    if (path.isEmpty())
        m_owned.erase(network);
    else
        m_owned[network] = {{kWeights, {path.toStdString()}}};
    if (!path.isEmpty() && !key.isEmpty()) m_owned[network][kWeightsKey] = {key.toStdString()};
    for (const Line& line : m_lines) {
        if (line.model.name != network) continue;
        if (!path.isEmpty()) line.box->setChecked(true);
        showWeights(line);
    }
    readLines();
}

/// A download is seen beside the network too, where the button is folded away.
void NetworksField::setBusy(const std::string& network, const QString& text) {
    for (const Line& line : m_lines) {
        if (line.model.name != network) continue;
        if (text.isEmpty()) return showWeights(line);
        line.weights->setText(text);
        line.size->setText(text);
    }
}

void NetworksField::showWeights(const Line& line) {
    if (const auto parameters = line.model.parameters) {
        const QString millions =
            qs(formatFixed(static_cast<double>(*parameters) / 1e6, 1, m_text.numbers()));
        line.size->setText(millions + " M");
        line.size->setToolTip(tr("%1 million parameters").arg(millions));
    } else {
        line.size->clear();
    }
    const QString file = fileOf(line.model.name);
    const QString from =
        !file.isEmpty()
            ? file
            : qs(m_text.word("weights",
                             line.model.weights.empty() ? "random" : line.model.weights));
    line.weights->setText(line.weights->fontMetrics().elidedText(
        from, Qt::ElideMiddle, letters_px(line.weights->fontMetrics(), kWeightsLetters)));
    line.weights->setToolTip(from);
}

QString NetworksField::fileOf(const std::string& network) const {
    const auto own = m_owned.find(network);
    const std::vector<Json> files =
        own == m_owned.end() ? std::vector<Json>() : valuesIn(own->second, kWeights);
    return !files.empty() && files.front().is_string()
               ? qs(visibleText(baseName(files.front().get<std::string>())))
               : QString();
}

QString NetworksField::foldedWords() const {
    QStringList files;
    for (const Json& network : m_values)
        if (const QString file =
                network.is_string() ? fileOf(network.get<std::string>()) : QString();
            !file.isEmpty())
            files << file;
    return files.join(", ");
}

}  // namespace duelo::ui
