// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/stopwatch/defects_tab.h"

#include <algorithm>

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "experiments/stopwatch/view.h"
#include "ui/look/settings.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

DefectsTab::DefectsTab(const TabContext& context) : m_text(context.text) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* area = new QScrollArea(this);
    QWidget* body = makeScrollBody(*area);
    outer->addWidget(area);
    m_column = new QVBoxLayout(body);
    m_column->setContentsMargins(0, 6, 8, 6);
    m_asked = makeLabel({}, Role::Body, body);
    m_asked->setObjectName("defectsAsked");
    m_column->addWidget(m_asked);
    m_reveal = new QPushButton(tr("Tell me whether that is right"), body);
    m_reveal->setObjectName("revealDefects");
    m_column->addWidget(m_reveal, 0, Qt::AlignLeft);
    m_score = makeLabel({}, Role::Body, body);
    m_score->setObjectName("defectsScore");
    m_column->addWidget(m_score);
    m_column->addStretch();
    connect(m_reveal, &QPushButton::clicked, this, &DefectsTab::reveal);
}

QString DefectsTab::title() const {
    return qs(m_text("tab.stopwatch_defects"));
}

void DefectsTab::show(const Shown* shown) {
    const Row* row = shown ? shown->chosenRow() : nullptr;
    std::vector<Reading> claims;
    if (row) claims = claimsOf(shown->comparison, *row);
    std::erase_if(claims, [](const Reading& claim) { return claim.stopwatch == Stopwatch::Right; });
    std::vector<Stopwatch> watches, before;
    for (const Reading& claim : claims) watches.push_back(claim.stopwatch);
    for (const Line& line : m_lines) before.push_back(line.stopwatch);
    // Another run or another work is another riddle.
    const std::string run =
        claims.empty()
            ? std::string()
            : shown->comparison.sources[row->cells[claims.front().column].source].header.run + ' ' +
                  shown->labels.caseName(*row);
    if (run != m_run || watches != before) makeLines(watches);
    m_run = run;
    m_asked->setText(
        qs(m_text(claims.empty() ? "tab_empty.stopwatch_defects" : "stopwatch.name_them")));
    m_reveal->setVisible(!claims.empty());
    for (std::size_t i = 0; i < claims.size(); ++i)
        m_lines[i].says->setText(qs(claimText(claims[i], m_text)));
    m_answers = claimBars(claims, m_text, true);
}

void DefectsTab::makeLines(const std::vector<Stopwatch>& watches) {
    delete m_rows;
    m_lines.clear();
    m_rows = new QWidget(m_asked->parentWidget());
    auto* rows = new QVBoxLayout(m_rows);
    rows->setContentsMargins(0, 0, 0, 0);
    for (const Stopwatch watch : watches) {
        Line line{.stopwatch = watch,
                  .says = makeLabel({}, Role::Body, m_rows),
                  .choice = new QComboBox(m_rows),
                  .told = makeLabel({}, Role::Muted, m_rows)};
        line.choice->addItem(tr("What is wrong with it?"));
        for (const Stopwatch defect : wrongStopwatches(m_text))
            line.choice->addItem(qs(m_text.word("stopwatch_defect", word(defect))),
                                 qs(std::string(word(defect))));
        line.choice->setObjectName(qs(std::string(word(watch))));
        line.choice->setAccessibleName(qs(m_text.word("stopwatch", word(watch))));
        line.choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        line.choice->setMinimumContentsLength(20);
        line.says->setBuddy(line.choice);
        line.told->hide();
        rows->addWidget(line.says);
        rows->addWidget(line.choice, 0, Qt::AlignLeft);
        rows->addWidget(line.told);
        connect(line.choice, &QComboBox::currentIndexChanged, this, &DefectsTab::chosen);
        m_lines.push_back(line);
    }
    m_column->insertWidget(1, m_rows);
    chosen();
}

bool DefectsTab::allNamed() const {
    return std::ranges::all_of(m_lines,
                               [](const Line& line) { return line.choice->currentIndex() > 0; });
}

/// Hides the solutions after a change of an answer: they are told again only when asked.
void DefectsTab::chosen() {
    m_revealed = false;
    for (const Line& line : m_lines) line.told->hide();
    m_reveal->setEnabled(allNamed());
    m_score->setText(m_lines.empty() || allNamed()
                         ? QString()
                         : tr("Name the defect of each of them; then it is told."));
}

void DefectsTab::reveal() {
    int right = 0;
    for (const Line& line : m_lines) {
        const std::string own(word(line.stopwatch));
        const bool is_right = line.choice->currentData().toString() == qs(own);
        right += is_right ? 1 : 0;
        line.told->setText(is_right
                               ? tr("✓ Right.")
                               : tr("✗ It is: %1.").arg(qs(m_text.word("stopwatch_defect", own))));
        line.told->show();
    }
    m_score->setText(tr("%1 of %2 are right.").arg(right).arg(m_lines.size()));
    m_revealed = true;
}

ChartValue DefectsTab::chartValue() const {
    return m_revealed ? ChartValue(m_answers) : ChartValue();
}

}  // namespace duelo::ui
