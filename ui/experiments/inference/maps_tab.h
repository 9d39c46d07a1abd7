// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <QTimer>

#include "report/chart_value.h"
#include "ui/results/result_tab.h"

class QComboBox;
class QLabel;

namespace duelo::ui {

class FlowLayout;

/// A tab that shows an image inside a network: the image as the network gets it and
/// the maps of one of its layers, asked of the engine. It shows the case of the chosen row, else
/// the first case of the form.
class MapsTab final : public ResultTab {
    Q_OBJECT

public:
    explicit MapsTab(const TabContext& context);

    [[nodiscard]] QString title() const override { return tr("What it sees"); }
    void show(const Shown* shown) override;
    [[nodiscard]] ChartValue chartValue() const override { return m_picture; }
    [[nodiscard]] bool hidesTable() const override { return true; }
    [[nodiscard]] bool needsResult() const override { return false; }
    [[nodiscard]] Json viewState() const override;
    void setViewState(const Json& state) override;

private:
    [[nodiscard]] Json caseOf(const Shown* shown) const;
    void ask();
    void take(const Result<Json>& reply);
    void say(const QString& sentence);
    void showLayers();
    void showLayer();
    [[nodiscard]] QString layerName(const Json& layer) const;

    const TabContext m_context;
    QLabel* m_told;
    QComboBox* m_layer;
    FlowLayout *m_images, *m_maps;
    QTimer m_pause;
    Json m_case, m_answer;
    std::string m_asked;  ///< what the pictures in view were asked for
    int m_wanted = 0;     ///< the layer that was chosen
    TilesValue m_picture;
};

}  // namespace duelo::ui
