// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <optional>

#include <QHash>
#include <QImage>
#include <QStringList>
#include <QWidget>

#include "core/text.h"
#include "ui/client/run_controller.h"
#include "ui/models/run_model.h"

class QCheckBox;

namespace duelo::ui {

class Chart;
class CourseChart;
class DistributionChart;
class ExperimentFrame;
class InferenceCards;
class InferenceForm;
class LinesChart;
class ResultsModel;

/// Recognising images with pretrained networks on CPU and GPU: its form, its charts and its cards in
/// the frame that every experiment shares.
class InferencePage final : public QWidget {
    Q_OBJECT

public:
    /// `run` must outlive the page.
    InferencePage(const RunModel& run, const Text& text, QWidget* parent = nullptr);
    ~InferencePage() override;

    [[nodiscard]] InferenceForm& form() const { return *m_form; }
    [[nodiscard]] ExperimentFrame& frame() const { return *m_frame; }
    [[nodiscard]] const Chart* currentChart() const;

    void setThumbnail(const QString& input, const QImage& image, const QString& tip);
    /// The engine's reply to "forecast": what the button says, and what cannot be measured.
    void setForecast(const Result<Json>& forecast);
    /// "3 cases · 10–40 s · 210 MiB".
    [[nodiscard]] const QString& expectation() const { return m_expectation; }
    void setRunState(RunController::State state);
    void setEngineReady(bool ready);
    void setPresenting(bool presenting);

private:
    void makeCharts();
    [[nodiscard]] std::array<Chart*, 3> charts() const;
    void showRun();
    void showLive();
    void showCharts();
    void showCards();
    void showOtherPcs();
    void showButton();
    [[nodiscard]] QStringList tableTitles(const Comparison& comparison) const;

    const RunModel& m_run;
    Text m_text;
    ExperimentFrame* m_frame;
    InferenceForm* m_form;
    ResultsModel* m_results;
    LinesChart* m_lines;
    DistributionChart* m_distribution;
    CourseChart* m_course;
    QCheckBox* m_log;
    std::unique_ptr<InferenceCards> m_cards;
    QHash<QString, QImage> m_pictures;
    std::optional<std::size_t> m_table, m_row;
    bool m_rowChosen = false;       ///< by the user; else the row that the finding speaks of
    bool m_logChosen = false;       ///< by the user; else by the span of the times
    bool m_engineReady = false;
    QString m_expectation;
    bool m_possible = true;
    RunController::State m_state = RunController::State::Idle;
};

}  // namespace duelo::ui
