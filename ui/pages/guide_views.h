// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/guide_page.h"
#include "ui/pages/page_parts.h"

class QCheckBox;

/// Views that the guide page shows beside its list, one class for each kind of entry.
namespace duelo::ui {

/// One step: what it is, what Duelo does instead, what was found here, the handout's question.
class GuideStepView final : public ScrollPage {
    Q_OBJECT

public:
    GuideStepView(const Text& text, int index, QWidget* parent);
    void setStep(const GuideStep& step);
    /// Whether trained weights are offered, where the step is that of the model.
    void setUntrained(bool untrained);
    void setMeasuring(bool measuring);

Q_SIGNALS:
    void actionRequested(const QString& name);  ///< as GuidePage's
    void sectionRequested(const QString& id);
    void stepRequested(int step);  ///< 1 to 9

private:
    void addButtons();
    void allowAction();
    [[nodiscard]] QString t(const std::string& key) const {
        return QString::fromStdString(m_text(key));
    }

    Text m_text;
    int m_index;
    const GuideStepInfo& m_info;
    bool m_possible = true, m_measuring = false;
    QLabel* m_state = nullptr;
    QLabel* m_found = nullptr;
    QPushButton* m_action = nullptr;
    QVector<QPushButton*> m_imports;  ///< only of gpu_time
    QVector<QPushButton*> m_weights;  ///< only of model
};

/// The checklist of S0-44, and the way to the report. The third point is the student's own to tick.
class GuideAspects final : public ScrollPage {
    Q_OBJECT

public:
    GuideAspects(const Text& text, QWidget* parent);
    void setState(const GuideState& state);

Q_SIGNALS:
    void actionRequested(const QString& name);  ///< as GuidePage's
    void reflectionToggled(bool done);

private:
    Text m_text;
    QLabel* m_measured = nullptr;
    QLabel* m_sizes = nullptr;
    QLabel* m_reflected = nullptr;
    QCheckBox* m_own = nullptr;
};

/// The handout's libraries and lines beside Duelo's (S0-50).
class GuideEquivalence final : public ScrollPage {
    Q_OBJECT

public:
    GuideEquivalence(const Text& text, QWidget* parent);
};

/// The statements of the handout, with the numbers behind them (S0-52, S0-53).
class GuideFacts final : public ScrollPage {
    Q_OBJECT

public:
    GuideFacts(const Text& text, QWidget* parent);
    void setState(const GuideState& state);

private:
    Text m_text;
    QMap<QString, QLabel*> m_measured;
};

/// The way through the session without a GPU (S0-30..36, S0-51).
class GuideOptionB final : public ScrollPage {
    Q_OBJECT

public:
    GuideOptionB(const Text& text, QWidget* parent);
    void setState(const GuideState& state);

Q_SIGNALS:
    void actionRequested(const QString& name);  ///< as GuidePage's

private:
    Text m_text;
    QLabel* m_when = nullptr;
    QFrame* m_declarationCard = nullptr;
    QLabel* m_declaration = nullptr;
};

}  // namespace duelo::ui
