// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "plan/spec.h"
#include "ui/form/device_list.h"
#include "ui/form/field.h"
#include "ui/form/plan_parts.h"
#include "ui/look/keeps_view.h"

class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace duelo::ui {

class ChipGroup;

/// The form for what to measure and on what, from top to bottom in the order a student thinks. It
/// serves any experiment: it has a field for each axis (ui/form/field.h), in the order of the Spec.
/// Axes that most never touch (Axis::advanced), the mode and the parts of the plan fold away behind
/// one line that says what is set. It shows and edits a Plan that has a value for every axis.
///
/// It edits one part at a time of several blocks of cases, and the first of several blocks of
/// variants; it keeps what it has no field for, and says so. A setting that is edited holds in all
/// parts, because work that is done in different ways cannot be compared. An axis that does not
/// apply (Axis::when) is hidden.
class ExperimentForm final : public QWidget, public KeepsView {
    Q_OBJECT

public:
    /// `spec` and `session` must outlive the form. It begins with the usual plan.
    ExperimentForm(const Spec& spec, Session& session, const Text& text, FieldMaker registered,
                   QWidget* parent = nullptr);

    [[nodiscard]] const Spec& spec() const { return m_spec; }
    void setProbe(const ProbeSheet& sheet);
    /// `plan` is one of the form's experiment, with at least one block of cases and one of
    /// variants.
    void setPlan(const Plan& plan);
    [[nodiscard]] const Plan& plan() const { return m_plan; }
    /// Returns why the fields say nothing that could be run; empty: they do.
    [[nodiscard]] QString invalid() const;
    /// Sentences about cells that this machine cannot do, shown above the button.
    void setImpossible(const QStringList& sentences);
    /// A suggestion that was taken, in all parts of the plan: a value, or a list of them.
    void setValue(const std::string& axis, const Json& value);
    /// Folds long lists away where a result needs the eyes.
    void foldLists();
    /// Files that were dropped: those that a field took are gone from the list.
    void takeFiles(QStringList& paths);
    /// Returns the field of an axis; null where the experiment has no such axis, or where its field
    /// is that of another (Axis::per).
    [[nodiscard]] Field* field(std::string_view axis) const;
    /// Returns the ways of an axis of words that are chosen, with the first other one that applies;
    /// empty: there is none, or it is no axis of ways.
    [[nodiscard]] std::vector<Json> withOneMore(const Axis& axis) const;
    /// Gives the focus to the field of an axis; without one nothing happens.
    void turnTo(std::string_view axis) const;
    /// Shows the other PCs in the list of devices; a form without that list shows nothing.
    void setOtherPcs(const QVector<DeviceList::OtherPc>& others);
    /// Keeps which part is edited and whether all fields are seen, but not the plan.
    [[nodiscard]] Json viewState() const override;
    void setViewState(const Json& state) override;

Q_SIGNALS:
    void planEdited();
    void otherPcWanted(bool reference);
    void referenceWanted();
    void otherTimesWanted(bool pasted);  ///< typed, or read from what a program printed
    void otherPcRemoved(int index);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Line {
        const Axis* axis;
        Field* field;
        QWidget* box;  ///< with its caption
    };
    void build(FieldMaker registered);
    QWidget* parts();
    /// `rest`: where what folds away stands.
    void addLine(const Axis& axis, FieldMaker registered, QVBoxLayout& column, QVBoxLayout& rest);
    void addMode(QVBoxLayout& column);
    void showPart();
    void showParts();
    void showLines();
    void showSettings();
    void showUnseen();
    void orderTabs();
    [[nodiscard]] std::vector<Json> shownValues(const Axis& axis) const;
    [[nodiscard]] bool applies(const Axis& axis) const;
    [[nodiscard]] bool canHold(const When& when) const;
    [[nodiscard]] bool canHave(const Axis& axis, const Json& value) const;
    [[nodiscard]] std::map<std::string, QString> inapplicable(const Axis& axis) const;
    [[nodiscard]] QString whyNot(const When& when) const;
    [[nodiscard]] QString caption(const Axis& axis) const;
    void take(const Line& line);
    void raise(const std::string& axis, std::int64_t least);
    void setEverywhere(const Axis& axis, const std::vector<Json>& values);
    void takeParts();

    const Spec& m_spec;
    Session& m_session;
    Text m_text;
    Plan m_plan;                    ///< its cases are those of the parts
    std::vector<PlanPart> m_parts;  ///< never empty
    std::size_t m_part = 0;         ///< which of them is shown
    const Axis* m_owner;
    std::vector<Line> m_lines;
    ChipGroup *m_partChips = nullptr, *m_mode = nullptr;
    QPushButton* m_removePart = nullptr;
    QToolButton* m_settings = nullptr;  ///< folds away what most never touch
    QLabel *m_unseen = nullptr, *m_impossible = nullptr;
};

}  // namespace duelo::ui
