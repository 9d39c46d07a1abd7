// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "lab_report/facts.h"

class QComboBox;
class QLabel;
class QListWidget;
class QVBoxLayout;

namespace duelo::ui {

/// The left of the report: its form, its sections with how full each is, and what is so of it.
class ReportOutline final : public QWidget {
    Q_OBJECT

public:
    explicit ReportOutline(QWidget* parent = nullptr);

    /// `form` null: of another Duelo.
    void show(const LabReport& report, const ReportForm* form, bool readOnly);
    /// Row by row of the rubric, where the form has one: `text` in the report's language.
    void showFacts(const ReportForm& form, const std::vector<ReportFact>& facts, const Text& text);
    /// How long it is, and what is too long of it.
    void showPages(const QString& sentence, const QStringList& facts);
    /// How full they are now.
    void showStates(const LabReport& report, const ReportForm& form);
    /// 0: the cover; else the section before it.
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
