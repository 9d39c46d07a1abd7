// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page_parts.h"
#include "ui/pages/probe_words.h"
#include "ui/pages/recent_list.h"

namespace duelo::ui {

/// The first page: what this PC can do, one button that compares, what was measured before and the
/// handout's eight steps (S3-09, R-07, S0-17, S0-18, S0-45). It waits for the engine until it is
/// told what the engine said.
class StartPage final : public ScrollPage {
    Q_OBJECT

public:
    explicit StartPage(const Text& text, QWidget* parent = nullptr);

    void setWaiting();
    void setProbe(const ProbeSheet& sheet);
    void setEngineProblem(const Reason& reason);

    /// The expected time, beside the button while it can be pressed; empty: not known yet.
    void setForecast(const QString& forecast);
    void setRecentFiles(const QVector<RecentFile>& files);
    /// The card to read before the first run (S3-11).
    void setTheoryVisible(bool visible);

Q_SIGNALS:
    void compareRequested();
    void openRequested(const QString& path);
    void resumeRequested(const QString& path);
    void pinToggled(const QString& path, bool pinned);
    void removeRequested(const QString& path);
    void openOtherRequested();
    void guideRequested(int step);  ///< 1 to 8
    void theoryDismissed();
    void probeRequested();  ///< examine this PC again
    void diagnosisRequested();

private:
    void buildTop();
    void buildPc();
    void buildTheory();
    void buildRecent();
    void buildSteps();
    void tell(const ProbeWords& words);
    void setMeasurable(bool measurable);
    [[nodiscard]] QString t(const char* key) const { return QString::fromStdString(m_text(key)); }

    Text m_text;
    QLabel* m_verdict = nullptr;
    QLabel* m_possible = nullptr;
    QPushButton* m_compare = nullptr;
    QLabel* m_forecast = nullptr;
    QWidget* m_pc = nullptr;
    QVBoxLayout* m_told = nullptr;  ///< what is said of this PC
    QFrame* m_theory = nullptr;
    RecentList* m_recent = nullptr;
};

}  // namespace duelo::ui
