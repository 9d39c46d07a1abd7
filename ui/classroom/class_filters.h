// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <QComboBox>
#include <QWidget>

#include "classroom/class_tables.h"
#include "ui/look/keeps_view.h"

namespace duelo::ui {

class ChipGroup;

/// Chooses what of the class is looked at: which view, which cases, which PCs. All choices are seen
/// at once where there are any, and stay while files come in.
class ClassFilters final : public QWidget, public KeepsView {
    Q_OBJECT

public:
    enum class View { Times, Ratios, Predictions, Wrong, Submissions, Seats, LeftOut };
    /// Whether a view is a list.
    [[nodiscard]] static bool isList(View view) { return view >= View::Submissions; }

    explicit ClassFilters(QWidget* parent = nullptr);

    /// Offers what the class has; until a chart is chosen, that of the most PCs.
    void show(const Classroom& classroom, const Text& text);

    [[nodiscard]] View view() const;
    void setView(View view);
    /// The cases of the chosen chart; empty: there are none.
    [[nodiscard]] std::vector<std::size_t> chart() const;
    [[nodiscard]] QString chartName() const { return m_chart->currentText(); }
    /// The variants of that chart that are shown; nothing where there is no chart.
    [[nodiscard]] std::optional<ClassSides> sides() const;
    /// Returns the case of that chart whose ratio is shown; only where there is a chart.
    [[nodiscard]] std::size_t number() const;
    [[nodiscard]] ClassFilter filter() const;
    [[nodiscard]] bool showsNames() const;
    /// For lists that are filled with the same class.
    [[nodiscard]] Json viewState() const override;
    void setViewState(const Json& state) override;

Q_SIGNALS:
    void edited();  ///< by the user

private:
    QComboBox* addList(const char* name, const QString& caption, const QString& tip);
    void showCases();
    void arrange();
    [[nodiscard]] std::vector<QComboBox*> lists() const {
        return {m_chart, m_sides, m_case, m_group, m_gpu, m_option};
    }

    struct Case {
        std::size_t number = 0;
        QString name;
    };
    struct Sides {
        ClassSides sides;
        QString name;
    };
    std::vector<std::vector<Case>> m_charts;
    std::vector<std::vector<Sides>> m_chartSides;  ///< parallel to the charts
    QStringList m_chartNames;
    bool m_chartChosen = false;  ///< by the user
    ChipGroup *m_views, *m_flags;
    QLayout* m_lists = nullptr;
    QComboBox *m_chart, *m_sides, *m_case, *m_group, *m_gpu, *m_option;
};

}  // namespace duelo::ui
