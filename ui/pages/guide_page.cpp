// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/guide_page.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QScrollBar>
#include <QStackedWidget>

#include "ui/pages/guide_views.h"

namespace duelo::ui {

GuidePage::GuidePage(const Text& text, QWidget* parent)
    : QWidget(parent),
      m_text(text),
      m_list(new QListWidget(this)),
      m_stack(new QStackedWidget(this)) {
    m_list->setAccessibleName(t("guide.title"));
    m_list->setToolTip(t("guide.intro"));
    m_list->setProperty("role", "sections");
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    buildSteps();
    buildSections();

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_list);
    layout->addWidget(m_stack, 1);
    setFocusProxy(m_list);
    connect(m_list, &QListWidget::currentRowChanged, m_stack, &QStackedWidget::setCurrentIndex);
    m_list->setCurrentRow(0);
    setState({});
}

void GuidePage::addEntry(const QString& id, const QString& caption, QWidget* view) {
    m_ids.append(id);
    auto* item = new QListWidgetItem(caption, m_list);
    item->setSizeHint(
        {m_list->fontMetrics().horizontalAdvance(caption), fontMetrics().height() * 2});
    m_stack->addWidget(view);
    view->setAccessibleName(caption);
}

void GuidePage::buildSteps() {
    for (int i = 0; i < static_cast<int>(kGuideSteps.size()); ++i) {
        auto* view = new GuideStepView(m_text, i, m_stack);
        connect(view, &GuideStepView::actionRequested, this, &GuidePage::actionRequested);
        connect(view, &GuideStepView::sectionRequested, this, &GuidePage::showSection);
        connect(view, &GuideStepView::stepRequested, this, &GuidePage::showStep);
        m_steps.append(view);
        addEntry(kGuideSteps[static_cast<std::size_t>(i)].id, stepName(i), view);
    }
}

void GuidePage::buildSections() {
    m_aspects = new GuideAspects(m_text, m_stack);
    connect(m_aspects, &GuideAspects::actionRequested, this, &GuidePage::actionRequested);
    connect(m_aspects, &GuideAspects::reflectionToggled, this, &GuidePage::reflectionToggled);
    m_facts = new GuideFacts(m_text, m_stack);
    m_optionB = new GuideOptionB(m_text, m_stack);
    connect(m_optionB, &GuideOptionB::actionRequested, this, &GuidePage::actionRequested);
    addEntry("aspects", t("guide.aspects_name"), m_aspects);
    addEntry("equivalence", t("guide.equivalence_name"), new GuideEquivalence(m_text, m_stack));
    addEntry("facts", t("guide.facts_name"), m_facts);
    addEntry("option_b", t("guide.option_b_name"), m_optionB);
}

QString GuidePage::stepName(int index) const {
    return t(std::string("guide.") + kGuideSteps[static_cast<std::size_t>(index)].id + "_name");
}

void GuidePage::nameEntry(int row, bool done) {
    const QString name = stepName(row);
    QListWidgetItem* item = m_list->item(row);
    item->setText(QString("%1. %2%3").arg(row + 1).arg(name, done ? QString::fromUtf8("  ✓") : ""));
    item->setData(
        Qt::AccessibleTextRole,
        QString("%1. %2, %3").arg(row + 1).arg(name, t(done ? "guide.done" : "guide.open")));
}

void GuidePage::setState(const GuideState& state) {
    for (int i = 0; i < m_steps.size(); ++i) {
        const GuideStep& step = state.steps[static_cast<std::size_t>(i)];
        m_steps[i]->setStep(step);
        m_steps[i]->setUntrained(state.untrained);
        nameEntry(i, step.done);
    }
    m_aspects->setState(state);
    m_facts->setState(state);
    m_optionB->setState(state);
    const int space = fontMetrics().height();
    m_list->setFixedWidth(m_list->sizeHintForColumn(0) + 2 * space +
                          m_list->verticalScrollBar()->sizeHint().width());
}

void GuidePage::setMeasuring(bool measuring) {
    for (GuideStepView* view : m_steps) view->setMeasuring(measuring);
}

void GuidePage::showStep(int step) {
    if (step >= 1 && step <= m_steps.size()) m_list->setCurrentRow(step - 1);
}

void GuidePage::showSection(const QString& id) {
    if (const auto row = m_ids.indexOf(id); row >= 0) m_list->setCurrentRow(static_cast<int>(row));
}

Json GuidePage::viewState() const {
    return {{"row", m_list->currentRow()}};
}

void GuidePage::setViewState(const Json& state) {
    m_list->setCurrentRow(state.value("row", 0));
}

}  // namespace duelo::ui
