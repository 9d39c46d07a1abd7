// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include <QVector>
#include <QWidget>

#include "base/text.h"
#include "plan/plan.h"
#include "ui/frame/device_list.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace duelo::ui {

class ChipGroup;
class ImageStrip;
class ModelList;

/// What to measure, from top to bottom in the order a student thinks. The form shows and edits a
/// Plan that has a value for every axis; one of several blocks of cases is edited part by part, and
/// of several blocks of variants the first.
class InferenceForm final : public QWidget {
    Q_OBJECT

public:
    explicit InferenceForm(const Text& text, QWidget* parent = nullptr);

    void setProbe(const ProbeSheet& sheet);
    void setPlan(const Plan& plan);
    [[nodiscard]] const Plan& plan() const { return m_plan; }
    /// Sentences about cells that this machine cannot do, shown above the button.
    void setImpossible(const QStringList& sentences);

    /// New images of the user's, chosen at once.
    void addImages(const QStringList& paths);
    void setWeightsFile(const QString& model, const QString& path);

    [[nodiscard]] ImageStrip& images() { return *m_images; }
    [[nodiscard]] ModelList& models() { return *m_models; }
    [[nodiscard]] DeviceList& devices() { return *m_devices; }

Q_SIGNALS:
    void planEdited();

private:
    /// Blocks of cases that differ in models and their weights alone.
    struct Part {
        Block block;                                 ///< of all of them, without the weights
        std::map<std::string, std::string> weights;  ///< model -> file
    };
    [[nodiscard]] static std::vector<Part> partsOf(const std::vector<Block>& cases);
    [[nodiscard]] static std::vector<Block> casesOf(const std::vector<Part>& parts);

    void build();
    QWidget* advanced();
    void addSection(const QString& title, QWidget* body);
    void showPart();
    void showParts();
    void readForm();
    void readModels(Part& part);
    void readSettings(const Block& shown);
    void takeParts();
    void addPart();
    void removePart();

    Text m_text;
    Plan m_plan;                ///< its cases are those of the parts
    std::vector<Part> m_parts;  ///< never empty
    std::size_t m_part = 0;     ///< which of them is shown
    QStringList m_knownInputs;
    QVBoxLayout* m_column;
    QWidget* m_partsRow;
    ChipGroup *m_partChips, *m_sizes, *m_batches, *m_threads, *m_precisions, *m_modes, *m_preset;
    QPushButton *m_addPart, *m_removePart;
    ModelList* m_models;
    ImageStrip* m_images;
    DeviceList* m_devices;
    QComboBox *m_preprocess, *m_fit;
    QSpinBox* m_seed;
    QLabel* m_impossible;
};

}  // namespace duelo::ui
