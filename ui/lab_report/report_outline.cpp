// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab_report/report_outline.h"

#include <algorithm>

#include <QComboBox>
#include <QEvent>
#include <QListWidget>
#include <QPainter>
#include <QPixmap>
#include <QResizeEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "ui/look/breakable.h"
#include "ui/look/letters.h"
#include "ui/look/settings.h"
#include "ui/look/theme.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

namespace {

/// Empty: a ring; begun: half of it is full; answered: all.
QIcon dotOf(SectionState state, int size_px) {
    QPixmap pixels(size_px * 2, size_px * 2);
    pixels.setDevicePixelRatio(2);
    pixels.fill(Qt::transparent);
    QPainter painter(&pixels);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF dot(1.5, 1.5, size_px - 3, size_px - 3);
    const QColor colour = state == SectionState::Empty ? tokens().muted : tokens().accent;
    painter.setPen(QPen(colour, 1.5));
    if (state == SectionState::Answered) painter.setBrush(colour);
    painter.drawEllipse(dot);
    if (state == SectionState::Begun) {
        painter.setBrush(colour);
        painter.drawPie(dot, -90 * 16, -180 * 16);
    }
    return QIcon(pixels);
}

}  // namespace

ReportOutline::ReportOutline(QWidget* parent)
    : QWidget(parent),
      m_forms(new QComboBox(this)),
      m_sections(new QListWidget(this)),
      m_pages(makeLabel({}, Role::Body, this)),
      m_none(makeLabel(tr("Nothing is missing."), Role::Muted, this)),
      m_long(new QVBoxLayout),
      m_facts(new QVBoxLayout) {
    m_forms->setObjectName("forms");
    m_forms->setAccessibleName(tr("Template of the report"));
    m_forms->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_sections->setAccessibleName(tr("Sections of the report"));
    m_sections->setObjectName("sections");
    m_sections->setProperty("role", "sections");
    m_sections->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_sections->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_sections->setWordWrap(true);
    m_sections->setTextElideMode(Qt::ElideNone);
    m_sections->viewport()->installEventFilter(this);
    auto* column = new QVBoxLayout(this);
    const int line = fontMetrics().height();
    column->setContentsMargins(line, line, line, line);
    column->addWidget(makeLabel(tr("Template"), Role::Muted, this));
    column->addWidget(m_forms);
    column->addWidget(m_sections);
    column->addSpacing(line / 2);
    m_pages->setObjectName("pages");
    m_pages->hide();
    column->addWidget(m_pages);
    column->addLayout(m_long);
    column->addSpacing(line / 2);
    column->addWidget(makeLabel(tr("What is missing, facts only"), Role::Muted, this));
    column->addWidget(m_none);
    m_facts->setSpacing(line / 2);
    column->addLayout(m_facts);
    column->addStretch();
    connect(m_forms, &QComboBox::activated, this,
            [this](int at) { Q_EMIT formChosen(m_forms->itemData(at).toString()); });
    connect(m_sections, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0) Q_EMIT sectionChosen(row);
    });
}

void ReportOutline::show(const LabReport& report, const ReportForm* form, bool readOnly) {
    const QSignalBlocker quiet(m_sections);
    m_forms->clear();
    for (const ReportForm& one : reportForms())
        m_forms->addItem(qs(one.name.in(report.language)), qs(one.id));
    m_forms->setCurrentIndex(form ? m_forms->findData(qs(form->id)) : -1);
    m_forms->setEnabled(!readOnly);
    m_sections->clear();
    new QListWidgetItem(tr("Cover"), m_sections);
    if (form)
        for (const ReportSection& section : form->sections)
            new QListWidgetItem(qs(section.title.in(report.language)), m_sections);
    for (int i = 0; i < m_sections->count(); ++i)
        m_sections->item(i)->setToolTip(m_sections->item(i)->text());
    if (form) showStates(report, *form);
    fitSections();
}

/// Names that are longer than the column go on below: none is cut.
void ReportOutline::fitSections() {
    if (m_sections->count() == 0) return;
    ensurePolished();
    const QFontMetrics metrics(m_sections->font());
    const int around = m_sections->iconSize().width() + letters_px(metrics, 4);
    const QRect room(0, 0, qMax(1, m_sections->viewport()->width() - around), 1 << 16);
    int all = 0;
    for (int i = 0; i < m_sections->count(); ++i) {
        QListWidgetItem& item = *m_sections->item(i);
        item.setSizeHint({});
        const int words = metrics.boundingRect(room, Qt::TextWordWrap, item.text()).height();
        const int height = m_sections->sizeHintForRow(i) + words - metrics.height();
        item.setSizeHint({room.width(), height});
        all += height;
    }
    m_sections->setFixedHeight(all + fontMetrics().height());
}

/// The list has its width only after this widget has its own.
bool ReportOutline::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        const auto* resized = static_cast<const QResizeEvent*>(event);
        if (resized->size().width() != resized->oldSize().width()) fitSections();
    }
    return QWidget::eventFilter(watched, event);
}

void ReportOutline::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) fitSections();
}

void ReportOutline::showStates(const LabReport& report, const ReportForm& form) {
    const int size_px = fontMetrics().height() * 3 / 4;
    m_sections->setIconSize({size_px, size_px});
    m_sections->item(0)->setIcon(
        dotOf(report.authors.empty() ? SectionState::Empty : SectionState::Answered, size_px));
    for (std::size_t i = 0; i < form.sections.size(); ++i)
        m_sections->item(static_cast<int>(i) + 1)
            ->setIcon(dotOf(stateOf(report, form.sections[i]), size_px));
}

void ReportOutline::showPages(const QString& sentence, const QStringList& facts) {
    m_pages->setText(sentence);
    m_pages->setVisible(!sentence.isEmpty());
    clearLayout(m_long);
    for (const QString& fact : facts) m_long->addWidget(makePill(fact, Tone::Warn, this, true));
}

void ReportOutline::showFacts(const ReportForm& form, const std::vector<ReportFact>& facts,
                              const Text& text) {
    clearLayout(m_facts);
    m_none->setVisible(facts.empty() && form.rubric.empty());
    const auto add = [this](const std::string& words, Role role) {
        m_facts->addWidget(makeLabel(breakable(qs(words)), role, this));
    };
    for (const auto& [row, missing] : rubricOf(form, facts, text)) {
        add(row->name.in(text.language()) + " · " + std::to_string(row->weight_percent) + " %",
            Role::Muted);
        for (const std::string& sentence : missing) add(sentence, Role::Body);
        if (missing.empty()) add(text("lab_report.rubric_nothing"), Role::Muted);
    }
    const auto isInARow = [&](const ReportFact& fact) {
        return std::ranges::any_of(form.rubric, [&](const RubricRow& row) {
            return fact.section.empty() ||
                   std::ranges::find(row.sections, fact.section) != row.sections.end();
        });
    };
    for (const ReportFact& fact : facts)
        if (!isInARow(fact)) add(fact.sentence, Role::Body);
}

void ReportOutline::setCurrent(int row) {
    m_sections->setCurrentRow(row);
}

}  // namespace duelo::ui
