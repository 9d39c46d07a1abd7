// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>

#include <QMap>
#include <QVector>
#include <QWidget>

#include "base/text.h"
#include "ui/look/keeps_view.h"
#include "ui/pages/guide_steps.h"

class QListWidget;
class QStackedWidget;

namespace duelo::ui {

class GuideAspects;
class GuideFacts;
class GuideOptionB;
class GuideStepView;

struct GuideStep {
    bool done = false;
    QString line;          ///< what was found, chosen or measured, or why it is not possible
    bool possible = true;  ///< false: its button is off (gpu_time offers another PC's file instead)
};

/// The student's progress; every sentence is finished and comes from real data.
struct GuideState {
    std::array<GuideStep, kGuideSteps.size()> steps;
    std::optional<bool> has_gpu;  ///< nothing: not known yet
    QString declaration;          ///< what an Option B report begins with (S0-30); empty with a GPU
    /// The measurements behind statements of the handout, in words, by "sizes" (S0-52),
    /// "lighter_model" and "smaller_image" (S0-53). Without an entry the page says that it is not
    /// measured yet.
    QMap<QString, QString> facts;
    bool untrained = false;       ///< some chosen network has random weights here
    bool measured = false;        ///< a time on the CPU, and one on the GPU or as reference
    bool sizes_compared = false;  ///< at least two sizes of one case
    bool reflected = false;       ///< the student has ticked it
};

/// The handout's session in eight steps and one for threads, what a benchmark must cover, the table
/// of equivalents, the statements behind the proposals and Option B (S0-09..11, S0-21..25,
/// S0-30..36, S0-43..45, S0-50, S0-52, S0-53). It asks the handout's questions and never answers
/// them.
class GuidePage final : public QWidget, public KeepsView {
    Q_OBJECT

public:
    explicit GuidePage(const Text& text, QWidget* parent = nullptr);

    void setState(const GuideState& state);
    /// Nothing else can be started meanwhile, and its buttons say so.
    void setMeasuring(bool measuring);
    void showStep(int step);  ///< 1 to 9
    /// "aspects", "equivalence", "facts" or "option_b"
    void showSection(const QString& id);
    [[nodiscard]] Json viewState() const override;
    void setViewState(const Json& state) override;

Q_SIGNALS:
    /// "probe", "script", "images", "models", "chart", "report"; "compare": CPU and GPU beside each
    /// other, and what this PC can measure of a side that has no time; "measure_cpu" and
    /// "measure_gpu": the chosen plan on this device alone (onlyOn()); "measure_threads": with 1,
    /// 2, … threads (threadsPlanOf()); "import_shared" and "import_reference": a file of another
    /// group, or of the teacher; "weights_file", "weights_download" and "weights_pack": trained
    /// weights of the chosen networks; "answer/" and the id of a question: its field of the report.
    void actionRequested(const QString& name);
    void reflectionToggled(bool done);

private:
    void addEntry(const QString& id, const QString& caption, QWidget* view);
    void buildSteps();
    void buildSections();
    [[nodiscard]] QString stepName(int index) const;
    void nameEntry(int row, bool done);
    [[nodiscard]] QString t(const std::string& key) const {
        return QString::fromStdString(m_text(key));
    }

    Text m_text;
    QListWidget* m_list;
    QStackedWidget* m_stack;
    QStringList m_ids;  ///< of the entries
    QVector<GuideStepView*> m_steps;
    GuideAspects* m_aspects = nullptr;
    GuideFacts* m_facts = nullptr;
    GuideOptionB* m_optionB = nullptr;
};

}  // namespace duelo::ui
