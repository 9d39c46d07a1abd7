// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>
#include <QWidget>

#include "base/text.h"

class QHBoxLayout;
class QVBoxLayout;

namespace duelo::ui {

struct RecentFile {
    QString path;
    QString title;         ///< what was measured
    QString subtitle;      ///< when, where, file name
    bool missing = false;  ///< the file is not where it was
    bool pinned = false;
    int open_cells = 0;    ///< cells without a result; more than 0 offers to resume
    bool running = false;  ///< another process is at work on it, and has come so far
    int cells_done = 0, cells = 0;
};

/// The files opened or measured last, each with what can be done with it; the first of them until
/// all are asked for.
class RecentList final : public QWidget {
    Q_OBJECT

public:
    /// `before` is what the Tab key leaves for the first file.
    RecentList(const Text& text, QWidget* before, QWidget* parent);

    /// In the order shown. The keyboard focus stays on the same button of the same file.
    void setFiles(const QVector<RecentFile>& files);

Q_SIGNALS:
    void openRequested(const QString& path);
    void resumeRequested(const QString& path);
    void followRequested(const QString& path);
    void pinToggled(const QString& path, bool pinned);
    void removeRequested(const QString& path);  ///< from the list; the file stays
    void binRequested(const QString& path);     ///< nobody has been asked yet

private:
    void addRow(const RecentFile& file);
    void addRest(int count);
    void addButtons(const RecentFile& file, QWidget* row, QHBoxLayout* line);
    void addMenu(const RecentFile& file, QWidget* row, QHBoxLayout* line);

    Text m_text;
    QWidget* m_before;
    QVector<RecentFile> m_files;
    bool m_all = false;                ///< the rest was asked for
    QWidget* m_lastInOrder = nullptr;  ///< of the rows so far, for the Tab key
    QVBoxLayout* m_rows;
};

}  // namespace duelo::ui
