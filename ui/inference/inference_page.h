// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QHash>
#include <QImage>
#include <QStringList>

#include "ui/frame/experiment_page.h"

class QCheckBox;

namespace duelo::ui {

class CourseChart;
class DistributionChart;
class InferenceCards;
class InferenceForm;
class LinesChart;
class ResultsModel;

/// Recognising images with pretrained networks on CPU and GPU: its form, its charts and its cards
/// in the frame that every experiment shares.
class InferencePage final : public ExperimentPage {
    Q_OBJECT

public:
    /// `run` must outlive the page.
    InferencePage(const RunModel& run, const Text& text, QWidget* parent = nullptr);
    ~InferencePage() override;

    [[nodiscard]] InferenceForm& form() const { return *m_form; }
    [[nodiscard]] const Plan& plan() const override;
    void setPlan(const Plan& plan) override;
    [[nodiscard]] bool shows(const std::string& experiment) const override;
    void setProbe(const ProbeSheet& sheet) override;

    void setThumbnail(const QString& input, const QImage& image, const QString& tip);

protected:
    [[nodiscard]] QVector<Chart*> charts() const override;
    [[nodiscard]] QString runCaption() const override;
    [[nodiscard]] QWidget& formWidget() const override;
    void setImpossible(const QStringList& sentences) override;

private:
    void makeCharts();
    void showRun();
    void showLive();
    void showCharts();
    void showCards();
    [[nodiscard]] QStringList tableTitles(const Comparison& comparison) const;

    InferenceForm* m_form;
    ResultsModel* m_results;
    LinesChart* m_lines;
    DistributionChart* m_distribution;
    CourseChart* m_course;
    QCheckBox* m_log;
    std::unique_ptr<InferenceCards> m_cards;
    QHash<QString, QImage> m_pictures;
    std::optional<std::size_t> m_table, m_row;
    bool m_rowChosen = false;  ///< by the user; else the row that the finding speaks of
    bool m_logChosen = false;  ///< by the user; else by the span of the times
};

}  // namespace duelo::ui
