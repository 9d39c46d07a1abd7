// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QScrollArea>

#include "classroom/class_charts.h"
#include "classroom/seat_facts.h"

class QFrame;
class QVBoxLayout;

namespace duelo::ui {

/// Beside the charts of a class: the PC whose mark was clicked, who cannot measure on the GPU,
/// which times lie far from those of equal processors, what was set aside, and what a seal proves.
class ClassCards final : public QScrollArea {
    Q_OBJECT

public:
    explicit ClassCards(const Text& text, QWidget* parent = nullptr);

    /// Shows what is known of a PC in a case at once; the rest comes later.
    void showSeat(const SeatStory& story);
    void showDifferences(const std::vector<SeatDifference>& differences);
    void showSamples(const DistributionValue& samples);
    void hideSeat();
    [[nodiscard]] bool showsSeat() const { return m_seat != nullptr; }
    void showClass(const Classroom& classroom, bool names);

Q_SIGNALS:
    void openWanted();
    void closed();
    void leftOutWanted();
    void seatsWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QString shortReason(const Classroom& classroom, const Reason& reason,
                                      bool names) const;
    void showFar(const Classroom& classroom, int at);
    void showLeftOut(const Classroom& classroom, bool names, int at);
    [[nodiscard]] QVBoxLayout* addCard(QFrame*& card, int at, const QString& title);

    Text m_text;
    QVBoxLayout* m_column;
    QFrame *m_seat = nullptr, *m_wall = nullptr, *m_far = nullptr, *m_left = nullptr,
           *m_seal = nullptr;
};

}  // namespace duelo::ui
