// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "lab_report/facts.h"

class QComboBox;
class QLabel;
class QListWidget;
class QVBoxLayout;

namespace duelo::ui {

/// The left of the report's page: its form, its sections with how full each is, how long it is, and
/// the facts of it.
class ReportOutline final : public QWidget {
    Q_OBJECT

public:
    explicit ReportOutline(QWidget* parent = nullptr);

    /// `form` null: the report has a form of another Duelo.
    void show(const LabReport& report, const ReportForm* form, bool readOnly);
    /// Shows the facts, row by row of the rubric where the form has one. `text` is in the report's
    /// language.
    void showFacts(const ReportForm& form, const std::vector<ReportFact>& facts, const Text& text);
    /// Shows how long the report is, and which parts of it are too long.
    void showPages(const QString& sentence, const QStringList& facts);
    /// Shows how full the sections are now.
    void showStates(const LabReport& report, const ReportForm& form);
    /// Chooses a row: 0 is the cover, `row` - 1 the place of a section.
    void setCurrent(int row);

Q_SIGNALS:
    void sectionChosen(int row);
    void formChosen(const QString& id);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fitSections();

    QComboBox* m_forms;
    QListWidget* m_sections;
    QLabel *m_pages, *m_none;
    QVBoxLayout *m_long, *m_facts;
};

}  // namespace duelo::ui
