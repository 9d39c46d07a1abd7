// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include <QWidget>

#include "report/duel.h"

class QPainter;

namespace duelo::ui {

/// One lane of a duel: who runs, a tile for each piece of work, how many are done and the clock.
/// In the fonts of the widget; what a screen reader says of it changes when the lane ends, not with
/// the clock.
class DuelLane final : public QWidget {
    Q_OBJECT

public:
    explicit DuelLane(QWidget* parent = nullptr);

    /// `duel` must outlive the lane, or its next call; null: none.
    void setDuel(const DuelValue* duel, std::size_t lane);
    /// At a recorded time since the start of the race.
    void showAt(double s);
    [[nodiscard]] std::size_t done() const { return m_done; }  ///< pieces of work
    /// Below the number of pieces: of how many, and the clock.
    [[nodiscard]] QString clockText() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] const DuelValue::Lane& lane() const { return m_duel->lanes[m_lane]; }
    [[nodiscard]] bool hasEnded() const { return m_at_s >= lane().finish_s(); }
    [[nodiscard]] QFont fontOf(double factor, bool bold) const;
    void drawName(QPainter& painter, const QRectF& room) const;
    void drawTiles(QPainter& painter, const QRectF& room) const;
    void drawCount(QPainter& painter, const QRectF& room) const;
    void describe();
    [[nodiscard]] double wordsHeight() const;
    [[nodiscard]] static QString notesOf(const DuelValue::Lane& lane, bool ended);

    const DuelValue* m_duel = nullptr;
    std::size_t m_lane = 0, m_done = 0;
    double m_at_s = 0;
};

}  // namespace duelo::ui
