// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inference/model_list.h"

#include <algorithm>

#include <QCheckBox>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include "report/comparison.h"
#include "ui/look/settings.h"

namespace duelo::ui {

ModelList::ModelList(const Text& text, QWidget* parent)
    : QWidget(parent), m_text(text), m_column(new QVBoxLayout(this)) {
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(1);
}

void ModelList::setModels(const std::vector<ModelSheet>& models) {
    const QStringList before = chosen();
    while (QLayoutItem* item = m_column->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_lines.clear();
    for (const ModelSheet& model : models) addLine(model);
    setChosen(before);
}

void ModelList::addLine(const ModelSheet& model) {
    auto* row = new QWidget(this);
    auto* box = new QHBoxLayout(row);
    box->setContentsMargins(0, 0, 0, 0);
    Line line{qs(model.name), model.weights.empty() ? QStringLiteral("random") : qs(model.weights),
              static_cast<double>(model.parameters.value_or(0)),
              new QCheckBox(model.title.empty() ? QStringLiteral("?") : qs(model.title), row),
              new QToolButton(row)};
    line.weights->setProperty("role", "quiet");
    line.weights->setPopupMode(QToolButton::InstantPopup);
    line.weights->setAccessibleName(tr("Weights of %1").arg(line.box->text()));
    box->addWidget(line.box, 1);
    box->addWidget(line.weights);
    m_column->addWidget(row);
    connect(line.box, &QCheckBox::clicked, this, [this, check = line.box] {
        if (chosen().isEmpty()) check->setChecked(true);  // a plan needs one
        Q_EMIT edited();
    });
    connect(line.weights, &QToolButton::clicked, this,
            [this, name = line.name, button = line.weights] { openMenu(name, button); });
    showWeights(line);
    m_lines.append(line);
}

void ModelList::openMenu(const QString& model, QToolButton* button) {
    QMenu menu(this);
    menu.addAction(tr("Found on this PC, else random"), this,
                   [this, model] { Q_EMIT weightsAutomaticWanted(model); });
    menu.addAction(tr("Choose a file…"), this, [this, model] { Q_EMIT weightsFileWanted(model); });
    menu.addAction(tr("Download the official ones"), this,
                   [this, model] { Q_EMIT weightsDownloadWanted(model); });
    menu.exec(button->mapToGlobal(QPoint(0, button->height())));
}

void ModelList::showWeights(const Line& line) {
    const auto file = m_files.find(line.name.toStdString());
    const QString millions = qs(formatFixed(line.parameters / 1e6, 1, m_text.numbers())) + " M";
    const QString from = file == m_files.end()
                             ? qs(m_text.word("weights", line.provenance.toStdString()))
                             : qs(visibleText(baseName(file->second)));
    line.weights->setText(line.weights->fontMetrics().elidedText(
        millions + " · " + from, Qt::ElideMiddle,
        line.weights->fontMetrics().averageCharWidth() * 22));
    line.weights->setToolTip(
        tr("%1 million parameters; weights: %2")
            .arg(qs(formatFixed(line.parameters / 1e6, 1, m_text.numbers())), from));
}

void ModelList::setChosen(const QStringList& names) {
    for (const Line& line : m_lines) line.box->setChecked(names.contains(line.name));
}

QStringList ModelList::chosen() const {
    QStringList names;
    for (const Line& line : m_lines)
        if (line.box->isChecked()) names << line.name;
    return names;
}

void ModelList::setWeights(const std::map<std::string, std::string>& files) {
    m_files = files;
    for (const Line& line : m_lines) showWeights(line);
}

void ModelList::setBusy(const QString& model, const QString& text) {
    for (const Line& line : m_lines) {
        if (line.name != model) continue;
        if (text.isEmpty())
            showWeights(line);
        else
            line.weights->setText(text);
    }
}

}  // namespace duelo::ui
