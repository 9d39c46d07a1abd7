// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/training/training_fields.h"

#include <algorithm>

#include <QFileDialog>
#include <QFileInfo>
#include <QPushButton>

#include "ui/look/known_folders.h"
#include "ui/look/settings.h"

namespace duelo::ui {

/// The engine tells of some networks with several sizes; the first of a word of the axis stands for
/// all of them.
void TrainableNetworksField::setProbe(const ProbeSheet& sheet) {
    QVector<Offer> offers;
    const std::vector<ModelSheet>& models = sheet.of("training").models;
    for (const std::string& word : axis().words) {
        const auto model = std::ranges::find_if(models, [&](const ModelSheet& known) {
            return known.name == word || known.name.starts_with(word + "-");
        });
        if (model == models.end()) continue;
        const double millions = static_cast<double>(model->parameters.value_or(0)) / 1e6;
        offers.push_back({word, qs(text().word("model", word)),
                          tr("%1 million parameters, images of %2 px")
                              .arg(qs(formatFixed(millions, 2, text().numbers())))
                              .arg(model->size_px.value_or(0))});
    }
    setOffers(offers);
}

DataSourceField::DataSourceField(const FieldContext& context) : ChipsField(context) {
    QPushButton* own =
        addLink(tr("Own folder…"), tr("Images in a subfolder per class, or IDX files (.gz too)"));
    connect(own, &QPushButton::clicked, this, [this] {
        const QString path = QFileDialog::getExistingDirectory(
            this, tr("Folder of training data"), existingFolder(QStandardPaths::PicturesLocation));
        if (!path.isEmpty()) chooseFolders({path.toStdString()});
    });
}

void DataSourceField::setProbe(const ProbeSheet& sheet) {
    QVector<Offer> offers;
    for (const std::string& set : sheet.of("training").inputs) {
        const std::string help = "learning.data_help_" + set;
        offers.push_back(
            {set, qs(text().word("data", set)), text().has(help) ? qs(text()(help)) : QString()});
    }
    setOffers(offers);
}

void DataSourceField::takeFiles(QStringList& paths) {
    std::vector<Json> folders;
    paths.removeIf([&](const QString& path) {
        if (!QFileInfo(path).isDir()) return false;
        folders.emplace_back(path.toStdString());
        return true;
    });
    if (!folders.empty()) chooseFolders(folders);
}

void DataSourceField::chooseFolders(const std::vector<Json>& folders) {
    chooseOnly(folders);
    Q_EMIT folderChosen();
}

}  // namespace duelo::ui
