// SPDX-License-Identifier: GPL-3.0-or-later
// The centre of the page: the cover, or a section with its questions and their editors.
#include <algorithm>

#include <QScrollBar>
#include <QToolTip>

#include "ui/lab_report/cover_form.h"
#include "ui/lab_report/report_outline.h"
#include "ui/lab_report/report_page.h"
#include "ui/look/brief.h"
#include "ui/look/plain_texts.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

constexpr int kHow_ms = 30'000;

}  // namespace

void ReportPage::showSection(int row) {
    m_section = form() ? qBound(0, row, static_cast<int>(form()->sections.size())) : 0;
    m_outline->setCurrent(m_section);
    fillCentre();
    m_centre->verticalScrollBar()->setValue(0);
}

void ReportPage::showQuestion(const std::string& id) {
    const ReportForm* asks = form();
    for (std::size_t row = 0; asks && row < asks->sections.size(); ++row) {
        const auto& questions = asks->sections[row].questions;
        const auto found = std::ranges::find(questions, id, &ReportQuestion::id);
        if (found == questions.end()) continue;
        showSection(static_cast<int>(row) + 1);
        AnswerEditor* editor = m_editors.value(static_cast<int>(found - questions.begin()));
        if (!editor) return;
        editor->setFocus();
        m_centre->ensureWidgetVisible(editor);
        return;
    }
}

void ReportPage::fillCentre() {
    m_editors.clear();
    m_last = nullptr;
    clearLayout(m_centre->first());
    QVBoxLayout* column = m_centre->first();
    QWidget* body = m_centre->body();
    const Language language = m_store.report().language;
    if (m_section == 0) {
        column->addWidget(makeLabel(tr("Cover"), Role::Title, body));
        m_cover = new CoverForm(body);
        m_cover->show(m_store.report(), form() ? qs(form()->title.in(language)) : QString(),
                      m_store.isReadOnly());
        connect(m_cover, &CoverForm::edited, this, &ReportPage::takeCover);
        column->addWidget(m_cover);
        if (form()) addRubric(nullptr, column);
        return;
    }
    const ReportSection& section = form()->sections[static_cast<std::size_t>(m_section) - 1];
    column->addWidget(makeLabel(qs(section.title.in(language)), Role::Title, body));
    addRubric(&section, column);
    if (section.kind != SectionKind::Words)
        column->addWidget(makeLabel(section.kind == SectionKind::Results
                                        ? tr("The tables and charts of the open files stand here.")
                                        : tr("How each figure was obtained stands here."),
                                    Role::Body, body));
    for (std::size_t i = 0; i < section.questions.size(); ++i)
        addQuestion(section.questions[i],
                    section.questions.size() > 1 ? static_cast<int>(i) + 1 : 0, column);
}

void ReportPage::addRubric(const ReportSection* section, QVBoxLayout* column) {
    const Language language = m_store.report().language;
    for (const RubricRow& row : form()->rubric) {
        if (section ? !row.marks(*section) : !row.sections.empty()) continue;
        QStringList tags{tr("%1 % of the rubric").arg(row.weight_percent)};
        for (const std::string& tag : row.competences) tags << qs(tag);
        column->addWidget(makeLabel(tags.join(" · "), Role::Muted, m_centre->body()));
        column->addWidget(makeLabel(qs(row.asks.in(language)), Role::Muted, m_centre->body()));
    }
}

void ReportPage::addQuestion(const ReportQuestion& question, int number, QVBoxLayout* column) {
    const QString asked = (number > 0 ? QStringLiteral("%1. ").arg(number) : QString()) +
                          qs(question.ask.in(m_store.report().language));
    column->addWidget(makeLabel(asked, Role::Heading, m_centre->body()));
    auto* editor =
        new AnswerEditor([this](const QString& id) { return shownOf(id); },
                         [this](const QString& id) {
                             return m_store.report().citation(id.toStdString()) != nullptr;
                         },
                         m_centre->body());
    editor->setAccessibleName(asked);
    editor->setPlaceholderText(tr("Write here. A click on the right cites what was measured."));
    const auto& texts = m_store.report().texts;
    if (const auto text = texts.find(question.id); text != texts.end())
        editor->setAnswer(qs(text->second));
    editor->setReadOnly(m_store.isReadOnly());
    connect(editor, &AnswerEditor::edited, this, [this, editor, id = question.id] {
        m_store.change(
            [&](LabReport& report) { report.texts[id] = editor->answer().toStdString(); });
        showSaved();
        lookSoon();
    });
    connect(editor, &AnswerEditor::focused, this, [this, editor] { m_last = editor; });
    connect(editor, &QTextEdit::cursorPositionChanged, this, [this, editor] {
        // Once the editor has the height of what was just typed.
        if (editor->hasFocus()) QTimer::singleShot(0, editor, [this, editor] { follow(*editor); });
    });
    connect(editor, &AnswerEditor::citationClicked, this,
            [this, editor](const QString& id, QPoint at) {
                QToolTip::showText(at, tipLines(shownOf(id).how), editor, {}, kHow_ms);
            });
    connect(editor, &AnswerEditor::full, this, [this] {
        setMessage(
            qs(m_text.reason({"lab_report_text_long",
                              {{"field", tr("The answer").toStdString()}, {"most", kMaxTextChars}},
                              {}})));
    });
    column->addWidget(editor);
    m_editors << editor;
}

/// The page scrolls, not the editor: what is typed stays in view.
void ReportPage::follow(const AnswerEditor& editor) {
    const QRect cursor = editor.cursorRect();
    const QPoint at = editor.viewport()->mapTo(m_centre->body(), cursor.center());
    m_centre->ensureVisible(at.x(), at.y(), 0, 2 * cursor.height());
}

CitationObject::Shown ReportPage::shownOf(const QString& id) const {
    const auto found = m_composed.cited.find(id.toStdString());
    const Citation* citation = m_store.report().citation(id.toStdString());
    if (!citation) return {.words = "[[" + id + "]]"};
    // Until it was looked at, what it said stands there, and that nobody knows better.
    if (found == m_composed.cited.end())
        return {.words = brief(qs(visibleText(citation->said))),
                .box = isBox(citation->kind),
                .standing = Standing::Missing};
    return {.words = brief(qs(found->second.words)),
            .box = isBox(citation->kind),
            .standing = found->second.standing,
            .how = qs(found->second.how)};
}

void ReportPage::takeCover() {
    const Language before = m_store.report().language;
    m_store.change([&](LabReport& report) { m_cover->putInto(report); });
    showSaved();
    if (m_store.report().language == before) return lookSoon();
    forgetBook();
    // Later: the form that was typed into is made anew.
    QTimer::singleShot(0, this, &ReportPage::showReport);
}

}  // namespace duelo::ui
