// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include <QStringList>
#include <QVector>
#include <QWidget>

#include "base/text.h"
#include "machine/probe_sheet.h"

class QCheckBox;
class QToolButton;
class QVBoxLayout;

namespace duelo::ui {

/// The networks that the engine knows, each with its size and where its weights come from.
class ModelList final : public QWidget {
    Q_OBJECT

public:
    explicit ModelList(const Text& text, QWidget* parent = nullptr);

    void setModels(const std::vector<ModelSheet>& models);
    void setChosen(const QStringList& names);
    [[nodiscard]] QStringList chosen() const;
    /// Files chosen by hand: model -> file.
    void setWeights(const std::map<std::string, std::string>& files);
    /// A download's progress, or empty when it is over.
    void setBusy(const QString& model, const QString& text);

Q_SIGNALS:
    void edited();
    void weightsFileWanted(const QString& model);
    void weightsDownloadWanted(const QString& model);
    void weightsAutomaticWanted(const QString& model);

private:
    struct Line {
        QString name, provenance;
        double parameters = 0;
        QCheckBox* box = nullptr;
        QToolButton* weights = nullptr;
    };
    void addLine(const ModelSheet& model);
    void showWeights(const Line& line);
    void openMenu(const QString& model, QToolButton* button);

    Text m_text;
    QVBoxLayout* m_column;
    QVector<Line> m_lines;
    std::map<std::string, std::string> m_files;
};

}  // namespace duelo::ui
