// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "lab_report/evidence.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace duelo::ui {

/// A list of the evidence in the open files that can be cited: boxes first, then figures row by
/// row. A click, or the Enter key, puts an entry where the report is written.
class EvidenceList final : public QWidget {
    Q_OBJECT

public:
    explicit EvidenceList(QWidget* parent = nullptr);

    void show(const EvidenceBook& book);
    /// Offers to measure with several numbers of threads, "1, 2, 4"; without a caption nothing is
    /// missing.
    void offerWorkers(const QString& caption, const QString& numbers);
    /// Until show(): what there is to cite is being put together.
    void setWaiting(bool waiting);

Q_SIGNALS:
    void chosen(const duelo::Citation& citation);
    void claimWanted();
    void changeWanted();
    void workersWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] static QString nothingText();
    void add(const std::vector<Evidence>& evidence);
    void filter();
    void choose();

    QLineEdit* m_search;
    QPushButton *m_claim, *m_change, *m_workers;
    QLabel* m_empty;
    QListWidget* m_list;
    std::vector<Citation> m_citations;  ///< by row of the list
};

}  // namespace duelo::ui
