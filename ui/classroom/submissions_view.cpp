// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/classroom/submissions_view.h"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include <QStackedWidget>

#include "classroom/class_feedback.h"
#include "experiments/specs.h"
#include "ui/classroom/class_tables.h"
#include "ui/classroom/document_view.h"
#include "ui/look/settings.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

namespace {

/// Takes names out of what came from the student, such as what the files are called.
void hideNames(Document& page, const std::set<std::string>& names) {
    for (DocSection& section : page.sections)
        for (DocBlock& block : section.blocks) {
            if (auto* paragraph = std::get_if<DocParagraph>(&block))
                paragraph->text = withoutNames(paragraph->text, names);
            if (auto* list = std::get_if<DocList>(&block))
                for (std::string& item : list->items) item = withoutNames(item, names);
        }
}

/// Reads the report of the submission again.
std::optional<Document> pageOf(const Classroom& classroom, const std::string& key,
                               const ClassOptions& options) {
    const FindSpec find = findSpec;
    const ClassFeedback feedback(classroom, find, options);
    const auto& all = feedback.submissions();
    const auto at = std::ranges::find(all, key, &Submission::key);
    if (at == all.end()) return std::nullopt;
    Document page = feedback.page(static_cast<std::size_t>(at - all.begin()));
    if (!options.names) hideNames(page, classroom.nameWords());
    return page;
}

}  // namespace

SubmissionsView::SubmissionsView(const Text& text, QWidget* parent)
    : QWidget(parent),
      m_text(text),
      m_stack(new QStackedWidget(this)),
      m_table(new ClassTable),
      m_page(new QWidget),
      m_document(new DocumentView) {
    m_table->setObjectName("submissionTable");
    m_document->setObjectName("submissionPage");
    auto* all = makeLink(tr("‹ All submissions"), m_page);
    all->setObjectName("allSubmissions");
    connect(all, &QPushButton::clicked, this, &SubmissionsView::close);
    auto* column = new QVBoxLayout(m_page);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(all, 0, Qt::AlignLeft);
    column->addWidget(m_document, 1);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_page);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);
    connect(m_table, &ClassTable::submissionChosen, this,
            [this](const QString& key) { open(key.toStdString()); });
}

const SubmissionList::Row* SubmissionsView::openedRow() const {
    const auto found = std::ranges::find(m_list.rows, m_opened, &SubmissionList::Row::key);
    return found == m_list.rows.end() ? nullptr : &*found;
}

QString SubmissionsView::headline() const {
    const SubmissionList::Row* opened = openedRow();
    return opened     ? tr("Submission %1").arg(opened->title)
           : m_listed ? m_list.headline
                      : tr("Submissions");
}

QString SubmissionsView::detail() const {
    const SubmissionList::Row* opened = openedRow();
    return opened ? tr("What its student gets back; nothing of it is a grade")
                  : tr("A row for each, whatever is in it; a click opens its page");
}

void SubmissionsView::show(std::shared_ptr<const Classroom> classroom,
                           const ClassOptions& options) {
    const bool same = m_classroom == classroom && m_options.names == options.names;
    m_classroom = std::move(classroom);
    m_options = options;
    if (!same) make();
}

void SubmissionsView::make() {
    m_lister.forget();
    m_lister.start([this, classroom = m_classroom, names = m_options.names,
                    text = m_text](const Background::Task& task) {
        auto list = std::make_shared<SubmissionList>(submissionList(*classroom, names, text));
        task.tell([this, list] { takeList(std::move(*list)); });
    });
    if (!m_opened.empty()) open(std::string(m_opened));
}

void SubmissionsView::takeList(SubmissionList list) {
    m_list = std::move(list);
    m_listed = true;
    m_table->showSubmissions(m_list);
    if (!m_opened.empty() && !openedRow()) close();
    Q_EMIT changed();
}

void SubmissionsView::open(const std::string& key) {
    m_opened = key;
    m_writer.forget();
    if (!m_classroom || key.empty()) return;
    m_writer.start(
        [this, classroom = m_classroom, key, options = m_options](const Background::Task& task) {
            const auto page = pageOf(*classroom, key, options);
            if (!page) return;
            task.tell([this, page] {
                m_document->setDocument(*page);
                const bool came = m_stack->currentWidget() != m_page;
                m_stack->setCurrentWidget(m_page);
                if (came && m_table->hasFocus()) m_document->setFocus(Qt::OtherFocusReason);
                Q_EMIT changed();
            });
        });
}

void SubmissionsView::close() {
    m_writer.forget();
    m_opened.clear();
    const bool had = m_page->isAncestorOf(focusWidget());
    m_stack->setCurrentWidget(m_table);
    if (had) m_table->setFocus(Qt::OtherFocusReason);
    Q_EMIT changed();
}

}  // namespace duelo::ui
