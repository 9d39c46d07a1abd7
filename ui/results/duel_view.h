// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include "report/duel.h"
#include "ui/look/keeps_view.h"

class QButtonGroup;
class QCheckBox;
class QLabel;
class QLayout;
class QPushButton;

namespace duelo::ui {

class DuelLane;

/// Shows a widget, or hides it and keeps its place.
void showKeepingPlace(QWidget& widget, bool shown, bool keeps_place);

/// Replays the recorded samples of two variants as a race, and asks who will win before it. Nothing
/// of the result is seen before both lanes have ended. Space starts and pauses.
class DuelView final : public QWidget, public KeepsView {
    Q_OBJECT

public:
    explicit DuelView(QWidget* parent = nullptr);

    /// A race at its start; an equal one goes on as it is. Empty: none.
    void setDuel(std::optional<DuelValue> duel);
    /// Whether load and first call are to count: what coldWanted() asks for.
    [[nodiscard]] bool wantsCold() const;
    /// On a slide the race is alone, unless its buttons are wanted; their place stays free. What
    /// starts it is gone only while it runs.
    void setSlide(bool slide, bool buttons);
    void start();
    void pause();
    void restart();
    /// Shows the race at a recorded time since its start; what the clock does while it runs.
    void advanceTo(double s);
    /// Its speed, and whether load and first call count.
    [[nodiscard]] Json viewState() const override;
    void setViewState(const Json& state) override;
    [[nodiscard]] bool isRunning() const { return m_timer.isActive(); }
    [[nodiscard]] bool isOver() const { return m_duel && m_at_s >= m_duel->finish_s(); }

Q_SIGNALS:
    /// From now on the page must show nothing of the result either.
    void hidden();
    /// The race is over, or is seen no more.
    void revealed();
    void coldWanted();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QLayout* makeBets();
    QLayout* makeControls();
    void toggle();
    void tick();
    void bet(std::size_t choice);
    void showState();
    void showButtons();
    void tellHidden();
    [[nodiscard]] QString betsText() const;
    [[nodiscard]] QString betsResult() const;

    std::optional<DuelValue> m_duel;
    std::array<DuelLane*, 2> m_lanes{};
    std::array<QPushButton*, 3> m_betButtons{};  ///< of both lanes, and "the same"
    std::array<int, 3> m_bets{};
    QLabel *m_question, *m_label, *m_betsLabel, *m_answer;
    QWidget *m_betsRow = nullptr, *m_controls = nullptr;
    QPushButton *m_play = nullptr, *m_again = nullptr, *m_clearBets = nullptr;
    QCheckBox* m_cold = nullptr;
    QButtonGroup* m_speeds = nullptr;  ///< by the index of the speed
    QTimer m_timer;
    QElapsedTimer m_clock;  ///< since the last tick
    double m_at_s = 0;
    bool m_seen = false, m_hiding = false, m_slide = false, m_buttons = true;
};

}  // namespace duelo::ui
