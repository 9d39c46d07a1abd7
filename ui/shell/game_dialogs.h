// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QDialog>

#include "record/game.h"
#include "report/misleading.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace duelo::ui {

class BarsChart;

/// A class game (P-08): which two of the measured times are set against each other so that it
/// misleads. Headline and chart follow what is chosen.
class CheatDialog final : public QDialog {
    Q_OBJECT

public:
    CheatDialog(Comparison comparison, const Text& text, QWidget* parent);

    [[nodiscard]] Game game() const;

private:
    struct Side {
        QComboBox* cell;
        QComboBox* time;
        QLineEdit* name;
    };
    /// A cell of the own file that has a time.
    struct Choice {
        CellAt at;
        std::string id;
    };
    Side addSide(QFormLayout& form, const char* prefix, const QString& cell, const QString& time,
                 const QString& name);
    void fillCells();
    void showTimes(const Side& side);
    void showGame();

    const Comparison m_comparison;
    const Text m_text;
    const Labels m_labels;
    std::vector<Choice> m_choices;
    Side m_slow{}, m_fast{};
    QLabel *m_headline, *m_told;
    BarsChart* m_chart;
    QPushButton* m_keep = nullptr;
};

/// Shows a game to students who look for its trick: its claim, a box for each tick of the ledger,
/// the answer to what was ticked, and the trick.
class TrickDialog final : public QDialog {
    Q_OBJECT

public:
    /// The own file of the comparison is a game whose cells it has.
    TrickDialog(const Comparison& comparison, const Misleading& game, const Labels& labels,
                QWidget* parent);

private:
    struct Box {
        QCheckBox* box;
        bool isTrick;
    };
    void check();
    void reveal();

    const Text m_text;
    std::vector<Box> m_boxes;
    std::vector<std::string> m_truth;  ///< lines that are shown at the end
    QScrollArea* m_area;
    QLabel* m_result;
    QVBoxLayout* m_revealed;
    QPushButton* m_show = nullptr;
};

}  // namespace duelo::ui
