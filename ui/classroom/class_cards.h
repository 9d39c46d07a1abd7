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
    /// The PCs whose times lie far off those of equal processors, in words.
    struct FarFacts {
        std::size_t pcs = 0;
        QStringList lines{};  ///< of the first of them
    };
    /// Tells what lies far off as a fact, never why. Takes a tenth of a second for 1,000 PCs; any
    /// thread may ask.
    [[nodiscard]] static FarFacts farFacts(const Classroom& classroom, const Text& text);

    explicit ClassCards(const Text& text, QWidget* parent = nullptr);

    /// Shows what is known of a PC in a case at once; the rest comes later.
    void showSeat(const SeatStory& story);
    void showDifferences(const std::vector<SeatDifference>& differences);
    void showSamples(const DistributionValue& samples);
    void hideSeat();
    [[nodiscard]] bool showsSeat() const { return m_seat != nullptr; }
    /// Shows what the whole class tells at once; what lies far off comes from showFar().
    void showClass(const Classroom& classroom, bool names);
    void showFar(const FarFacts& far);

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
    void showLeftOut(const Classroom& classroom, bool names, int at);
    void removeCard(QFrame*& card);
    [[nodiscard]] QVBoxLayout* addCard(QFrame*& card, int at, const QString& title);

    Text m_text;
    QVBoxLayout* m_column;
    QFrame *m_seat = nullptr, *m_wall = nullptr, *m_far = nullptr, *m_left = nullptr,
           *m_seal = nullptr;
};

}  // namespace duelo::ui
