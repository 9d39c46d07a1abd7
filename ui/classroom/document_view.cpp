// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/classroom/document_view.h"

#include <variant>

#include "ui/classroom/class_tables.h"
#include "ui/look/scroll_area.h"
#include "ui/look/settings.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

namespace {

/// Adds a block below what is in the column.
struct BlockAdder {
    QVBoxLayout& column;
    QWidget* parent;

    void operator()(const DocParagraph& paragraph) const {
        add(paragraph.text, paragraph.strong ? Role::Heading : Role::Body);
    }
    void operator()(const DocList& list) const {
        for (const std::string& item : list.items) add("• " + item, Role::Body);
    }
    void operator()(const DocTable& table) const {
        auto* shown = new ClassTable(parent);
        shown->showWhole(table);
        column.addWidget(shown);
        for (const std::string& note : table.notes) add(note, Role::Muted);
    }
    void operator()(const ChartValue& chart) const { add(descriptionOf(chart), Role::Body); }

private:
    void add(const std::string& words, Role role) const {
        column.addWidget(makeLabel(qs(words), role, parent));
    }
};

}  // namespace

DocumentView::DocumentView(QWidget* parent) : QScrollArea(parent) {
    makePlain(*this);
    setFocusPolicy(Qt::StrongFocus);  // keys scroll it
    auto* body = new QWidget;
    m_column = new QVBoxLayout(body);
    m_column->setContentsMargins(0, 0, fontMetrics().height(), 0);
    setWidget(body);
}

void DocumentView::setDocument(const Document& document) {
    clearLayout(m_column);
    setAccessibleName(qs(document.title));
    m_column->addWidget(makeLabel(qs(document.title), Role::Title, widget()));
    for (const DocSection& section : document.sections) {
        m_column->addWidget(makeLabel(qs(section.heading), Role::Heading, widget()));
        for (const DocBlock& block : section.blocks)
            std::visit(BlockAdder{*m_column, widget()}, block);
    }
    m_column->addStretch(1);
    ensureVisible(0, 0);
}

}  // namespace duelo::ui
