// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include <QTimer>

#include "experiments/training/output.h"
#include "ui/results/result_tab.h"

namespace duelo::ui {

class ConfusionView;
class DataView;
class MistakesView;

/// A tab that shows the data of the training in the form, asked of the engine.
class DataTab final : public ResultTab {
    Q_OBJECT

public:
    explicit DataTab(const TabContext& context);

    [[nodiscard]] QString title() const override { return tr("Data"); }
    void show(const Shown* shown) override;
    [[nodiscard]] bool hidesTable() const override { return true; }
    [[nodiscard]] bool isFirst() const override { return true; }

private:
    void ask();
    void take(const Result<Json>& reply);

    const TabContext m_context;
    DataView* m_view;
    QTimer m_pause;
    Plan m_plan;          ///< that is asked about after the pause
    std::string m_asked;  ///< what the data in view were asked for
};

/// The confusion matrix of the training that is chosen in the table.
class ConfusionTab final : public ResultTab {
    Q_OBJECT

public:
    explicit ConfusionTab(const TabContext& context);

    [[nodiscard]] QString title() const override { return tr("Confusion"); }
    void show(const Shown* shown) override;
    [[nodiscard]] ChartValue chartValue() const override;

private:
    ConfusionView* m_view;
};

/// The images that the chosen training classified wrongly.
class MistakesTab final : public ResultTab {
    Q_OBJECT

public:
    explicit MistakesTab(const TabContext& context);

    [[nodiscard]] QString title() const override { return tr("Mistakes"); }
    void show(const Shown* shown) override;
    [[nodiscard]] ChartValue chartValue() const override;

Q_SIGNALS:
    void samplesArrived();

private:
    void askSamples(const Params& work);

    const TabContext m_context;
    MistakesView* m_view;
    QString m_of;  ///< the cell whose mistakes are shown
};

}  // namespace duelo::ui
