// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QBoxLayout;
class QFrame;
class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace duelo::ui {

/// The finding above the chart of a result: a sentence, its conditions (under a button where they
/// are long), and one chip with what makes it doubtful.
class FindingHead final : public QWidget {
    Q_OBJECT

public:
    FindingHead();

    void setFinding(const QString& headline, const QString& detail);
    /// `why` is shown on demand. With a tip there is the button that measures again. An empty
    /// sentence hides all of it.
    void setDoubt(const QString& sentence, const QString& why, const QString& repeatTip);
    /// Puts a line below the sentence and what is said of it.
    void setFileBar(QWidget* bar);
    /// The sentence alone, in letters of this height; 0: all, as on a page.
    void setSlide(int headline_px);
    /// Nothing of the result.
    void setResultHidden(bool hidden);
    /// Sets the width that it may take; `narrow`: buttons stand below their sentences.
    void setRoom(int width_px, bool narrow);

Q_SIGNALS:
    void repeatClicked();

private:
    QWidget* makeDoubt();
    void arrange();
    [[nodiscard]] bool doubtFits() const;
    void arrangeDoubt();

    QVBoxLayout* m_column;
    QLabel *m_headline, *m_detail, *m_doubt = nullptr, *m_why;
    QToolButton* m_conditions;  ///< unfolds a long detail
    QWidget* m_fileRow;
    QFrame* m_doubtChip = nullptr;
    QBoxLayout *m_under, *m_doubtRow = nullptr;
    QPushButton *m_repeat = nullptr, *m_askWhy = nullptr;
    bool m_slide = false, m_resultHidden = false, m_narrow = false;
    int m_room_px = QWIDGETSIZE_MAX;
};

}  // namespace duelo::ui
