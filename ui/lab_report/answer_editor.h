// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextEdit>

#include "ui/lab_report/citation_object.h"

namespace duelo::ui {

/// Where an answer is written: plain words with citations between them, as high as they need. What
/// is pasted comes in as plain text; citations that are copied go along as their tokens.
class AnswerEditor final : public QTextEdit {
    Q_OBJECT

public:
    /// `known` tells whether a token is a citation of the report.
    AnswerEditor(CitationObject::Source source, std::function<bool(const QString& id)> known,
                 QWidget* parent = nullptr);

    /// The answer in the form that LabReport::texts has, with citations as tokens.
    [[nodiscard]] QString answer() const;
    void setAnswer(const QString& answer);
    /// A box begins a line of its own, behind the paragraph that the cursor is in; a figure stands
    /// at the cursor, behind the word that it is in.
    void insertCitation(const QString& id);
    /// Draws the citations anew because their words have changed.
    void refresh();

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void edited();
    void focused();
    /// Asks to show, at that place on the screen, how the citation's figure was obtained.
    void citationClicked(const QString& id, QPoint at);
    /// The answer is full: what was beyond the most that it holds was left out.
    void full();

protected:
    [[nodiscard]] QMimeData* createMimeDataFromSelection() const override;
    [[nodiscard]] bool canInsertFromMimeData(const QMimeData* source) const override;
    void insertFromMimeData(const QMimeData* source) override;
    void focusInEvent(QFocusEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void insertWords(QTextCursor& cursor, const QString& words);
    void takeEdit();

    CitationObject::Source m_source;
    std::function<bool(const QString& id)> m_known;
    bool m_setting = false;
};

}  // namespace duelo::ui
