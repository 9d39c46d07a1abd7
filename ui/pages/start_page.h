// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/pack_card.h"
#include "ui/pages/page_parts.h"
#include "ui/pages/probe_words.h"
#include "ui/pages/recent_list.h"
#include "ui/pages/running_card.h"

namespace duelo::ui {

/// The first page: what this PC can do, one button that measures, what was measured before, and the
/// way to other plans and to the handout's eight steps (S3-09, R-07, S0-17, S0-18, S0-45). It waits
/// for the engine until it is told what the engine said.
class StartPage final : public ScrollPage {
    Q_OBJECT

public:
    explicit StartPage(const Text& text, QWidget* parent = nullptr);

    void setWaiting();
    void setProbe(const ProbeSheet& sheet);
    void setEngineProblem(const Reason& reason);
    /// Shows that something is measured: nothing else can be started meanwhile, and the buttons say
    /// so.
    void setMeasuring(bool measuring);
    /// Does what the big button does, where it can be clicked.
    void compare();

    /// The expected time, beside the button while it can be pressed; empty: not known yet.
    void setForecast(const QString& forecast);
    /// The first that is running has a card of its own, too.
    void setRecentFiles(const QVector<RecentFile>& files);
    /// The card of the teacher's pack; hidden until it has words.
    [[nodiscard]] PackCard& packCard() const { return *m_pack; }
    /// The card to read before the first run (S3-11).
    void setTheoryVisible(bool visible);

protected:
    void showEvent(QShowEvent* event) override;

Q_SIGNALS:
    void compareRequested();                 ///< ProbeSheet::default_plan
    void offerRequested(const QString& id);  ///< one of ProbeSheet::offers
    void openRequested(const QString& path);
    void resumeRequested(const QString& path);
    void followRequested(const QString& path);
    void stopRequested(const QString& path);
    void pinToggled(const QString& path, bool pinned);
    void removeRequested(const QString& path);  ///< from the list; the file stays
    void binRequested(const QString& path);     ///< nobody has been asked yet
    void openOtherRequested();
    void guideRequested(int step);  ///< 1 to 8
    void theoryDismissed();
    void probeRequested();  ///< examine this PC again
    void diagnosisRequested();

private:
    void buildTop();
    void buildLinks();
    void buildTheory();
    void buildRecent();
    void tell(const ProbeWords& words);
    void tellPlan(const ProbeSheet& sheet);
    void tellOffers(const ProbeSheet& sheet);
    void setReady(bool ready);
    /// Once, when it is seen and can start something: the focus is on its button.
    void greet();
    void allowStarts();
    [[nodiscard]] QString t(const char* key) const { return QString::fromStdString(m_text(key)); }

    Text m_text;
    QLabel* m_verdict = nullptr;
    QLabel *m_cuda = nullptr, *m_reason = nullptr, *m_possible = nullptr;
    QPushButton* m_compare = nullptr;
    QLabel* m_forecast = nullptr;
    QLabel* m_plan = nullptr;  ///< what the button measures
    PackCard* m_pack = nullptr;
    RunningCard* m_running = nullptr;
    QWidget* m_links = nullptr;
    QPushButton *m_handout = nullptr, *m_more = nullptr;
    QPushButton* m_again = nullptr;
    QPushButton* m_open = nullptr;
    bool m_ready = false;  ///< the engine has answered
    bool m_measuring = false;
    bool m_greeted = false;  ///< the focus was on the button once
    QFrame* m_theory = nullptr;
    RecentList* m_recent = nullptr;
};

}  // namespace duelo::ui
