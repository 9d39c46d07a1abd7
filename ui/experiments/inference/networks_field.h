// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <QList>
#include <QStringList>

#include "ui/form/field.h"

class QCheckBox;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace duelo::ui {

class NetworkWeights;

/// The networks that the engine knows, each with its size. Folded away is where the weights of
/// those that are chosen come from: found on this PC, or a file, which is the network's own value
/// of the axis "weights".
class NetworksField final : public Field {
    Q_OBJECT

public:
    explicit NetworksField(const FieldContext& context);

    void setProbe(const ProbeSheet& sheet) override;
    void setValues(const std::vector<Json>& values) override;
    [[nodiscard]] std::vector<Json> values() const override { return m_values; }
    /// Weights go to the first network that is chosen.
    void takeFiles(QStringList& paths) override;
    [[nodiscard]] bool editsOwned() const override { return true; }
    void setOwned(const Owned& owned) override;
    [[nodiscard]] Owned owned() const override { return m_owned; }
    [[nodiscard]] QWidget* foldedPart() override { return m_files; }
    /// Names the files that were chosen.
    [[nodiscard]] QString foldedWords() const override;
    /// Asks for a file with the weights of that network. False: it was not chosen.
    bool chooseFile(const std::string& network);

private:
    struct Line {
        ModelSheet model;
        QCheckBox* box = nullptr;
        QLabel* size = nullptr;
        QWidget* file = nullptr;  ///< in the folded part: the name, and the button beside it
        QToolButton* weights = nullptr;
    };
    void showLines();
    void showFiles();
    void addLine(const ModelSheet& model);
    [[nodiscard]] std::vector<Json> chosen() const;
    void readLines();
    void openMenu(const std::string& network, QToolButton* button);
    void check(const std::string& network, const QString& path, const QString& key = {});
    void chooseKey(const std::string& network, const QString& path, const QStringList& keys);
    void setFile(const std::string& network, const QString& path, const QString& key = {});
    void setBusy(const std::string& network, const QString& text);
    void showWeights(const Line& line);
    /// Returns the name of the file that was chosen for the network; empty: none was.
    [[nodiscard]] QString fileOf(const std::string& network) const;

    Text m_text;
    NetworkWeights& m_weights;
    QVBoxLayout* m_column;
    QWidget* m_files;
    std::vector<ModelSheet> m_models;
    std::vector<Line> m_lines;
    std::vector<Json> m_values;
    Owned m_owned;
    QList<std::pair<QString, QString>> m_asked;  ///< network and file that the engine reads
};

}  // namespace duelo::ui
