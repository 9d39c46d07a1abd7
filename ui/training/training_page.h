// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ui/frame/experiment_page.h"
#include "ui/models/training_makers.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace duelo::ui {

class BarsChart;
class ConfusionView;
class CurvesChart;
class DataView;
class LinesChart;
class MistakesView;
class ResultsModel;
class TrainingCards;
class TrainingForm;

/// Training networks on CPU and GPU: what they are trained on, how they learn, where the time goes
/// and what they get wrong; and the learning-rate finder. A run of the finder is a run like any
/// other; its curve stays in its tab until the next one.
class TrainingPage final : public ExperimentPage {
    Q_OBJECT

public:
    enum Tab { kData, kAccuracy, kLoss, kTime, kConfusion, kMistakes, kFinder };

    /// `run` must outlive the page.
    TrainingPage(const RunModel& run, const Text& text, QWidget* parent = nullptr);
    ~TrainingPage() override;

    [[nodiscard]] TrainingForm& form() const { return *m_form; }
    [[nodiscard]] const Plan& plan() const override;
    void setPlan(const Plan& plan) override;
    [[nodiscard]] bool shows(const std::string& experiment) const override;
    void setProbe(const ProbeSheet& sheet) override;
    [[nodiscard]] const Chart* currentChart() const override;
    /// The form's first network, data and batch, for the learning-rate finder.
    [[nodiscard]] Plan finderPlan() const;

    /// The replies to the questions "data" and "samples".
    void setData(const Result<Json>& reply);
    void setSamples(const Result<Json>& reply);

Q_SIGNALS:
    void planEdited();
    void finderWanted();
    /// To be answered by setData() and setSamples().
    void dataWanted(const duelo::Plan& plan);
    void samplesWanted(const duelo::Plan& plan, const QVector<qint64>& samples);

protected:
    [[nodiscard]] QVector<Chart*> charts() const override;
    [[nodiscard]] QString runCaption() const override;
    [[nodiscard]] QWidget& formWidget() const override;
    void setImpossible(const QStringList& sentences) override;
    [[nodiscard]] QString invalid() const override;
    void runStateChanged() override;
    void showEvent(QShowEvent* event) override;

private:
    void makeTabs();
    QWidget* withChoice(QWidget* view);
    QWidget* makeTimes();
    QWidget* makeFinder();
    void connectAll();
    void askData();
    void askSamples();
    void showRun();
    void showFinding();
    void showTab();
    void showCells();
    void showTimes(const std::vector<TrainedCell>& cells);
    void showFinder();
    void showCards();
    [[nodiscard]] const TrainedCell* chosen() const;
    [[nodiscard]] std::optional<Trained> trained() const;

    TrainingForm* m_form;
    ResultsModel* m_results;
    DataView* m_data;
    CurvesChart *m_accuracy, *m_loss, *m_rates;
    BarsChart* m_bars;
    LinesChart* m_sweep;  ///< time of an epoch over what the run sweeps, beside the bars
    ConfusionView* m_confusion;
    MistakesView* m_mistakes;
    QLabel* m_advice;
    QPushButton *m_useRate, *m_find;
    QComboBox *m_which, *m_times;
    std::unique_ptr<TrainingCards> m_cards;
    std::vector<TrainedCell> m_cells;  ///< of the comparison in force
    std::size_t m_row = 0;
    std::optional<std::pair<std::size_t, std::size_t>> m_chosen;  ///< row and column, by the user
    std::optional<double> m_advised;
    QString m_path;         ///< of the run that is shown
    QString m_mistakesOf;   ///< the cell whose mistakes are shown
    std::string m_dataKey;  ///< what the data in view were asked for
    bool m_engineKnown = false;
};

}  // namespace duelo::ui
