// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/game_dialogs.h"

#include <algorithm>
#include <utility>

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "ui/charts/bars_chart.h"
#include "ui/look/letters.h"
#include "ui/look/scroll_area.h"
#include "ui/look/settings.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

namespace {

constexpr int kChars = 92, kCheatLines = 38, kTrickLines = 36;
constexpr int kMostName = 40;  ///< characters: it stands upon a bar

/// Adds the chart that stands in both dialogs.
BarsChart* addChart(QVBoxLayout& column, NumberStyle numbers) {
    auto* chart = new BarsChart(BarsChart::Height::Fitted);
    chart->setNumberStyle(numbers);
    column.addWidget(chart);
    return chart;
}

/// Without the title, which is the headline above it.
BarsValue barsOf(const Misleading& game, const Text& text) {
    BarsValue bars = chartOf(game, text);
    bars.title.clear();
    return bars;
}

}  // namespace

CheatDialog::CheatDialog(Comparison comparison, const Text& text, QWidget* parent)
    : QDialog(parent),
      m_comparison(std::move(comparison)),
      m_text(text),
      m_labels(m_comparison, text),
      m_headline(makeLabel({}, Role::Title, this)),
      m_told(makeLabel({}, Role::Body, this)) {
    setWindowTitle(tr("Cheat on purpose (class game)"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(makeLabel(
        tr("Choose two of the measured times so that the comparison misleads: another image size, "
           "fewer threads, another precision, the first call against the median. Another group "
           "opens the file and finds the trick. The file, and whatever is exported of it, says "
           "that it is a game; the measurement that it is made of stays as it is."),
        Role::Muted, this));
    auto* form = new QFormLayout;
    m_slow = addSide(*form, "slow", tr("The one that shall lose"), tr("its time"), tr("its name"));
    m_fast = addSide(*form, "fast", tr("The one that shall win"), tr("its time"), tr("its name"));
    column->addLayout(form);
    m_headline->setObjectName("cheatHeadline");
    column->addWidget(m_headline);
    m_chart = addChart(*column, m_text.numbers());
    m_told->setObjectName("cheatTold");
    column->addWidget(m_told);
    column->addStretch();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_keep = buttons->addButton(tr("Save the game…"), QDialogButtonBox::AcceptRole);
    m_keep->setObjectName("cheatKeep");
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    resize(letters_px(fontMetrics(), kChars), fontMetrics().height() * kCheatLines);
    fillCells();
    showGame();
}

CheatDialog::Side CheatDialog::addSide(QFormLayout& form, const char* prefix, const QString& cell,
                                       const QString& time, const QString& name) {
    Side side{new QComboBox, new QComboBox, new QLineEdit};
    const auto add = [&](QWidget* field, const char* what, const QString& caption) {
        field->setObjectName(QString(prefix) + what);
        field->setAccessibleName(caption);
        form.addRow(caption, field);
    };
    for (QComboBox* box : {side.cell, side.time}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }
    side.name->setMaxLength(kMostName);
    add(side.cell, "Cell", cell);
    add(side.time, "Time", time);
    add(side.name, "Name", name);
    connect(side.cell, &QComboBox::currentIndexChanged, this, [this, side] {
        showTimes(side);
        showGame();
    });
    connect(side.time, &QComboBox::currentIndexChanged, this, &CheatDialog::showGame);
    connect(side.name, &QLineEdit::textChanged, this, &CheatDialog::showGame);
    return side;
}

/// Begins with what differs most: the longest time against the shortest.
void CheatDialog::fillCells() {
    const QSignalBlocker slow(m_slow.cell), fast(m_fast.cell);
    int longest = 0, shortest = 0;
    const auto medianOf = [this](const Choice& choice) {
        return m_comparison.rows[choice.at.row].cells[choice.at.column].result.summary->median_ms;
    };
    for (std::size_t r = 0; r < m_comparison.rows.size(); ++r)
        for (const ReportCell& cell : m_comparison.rows[r].cells) {
            if (!cell.timed() || m_comparison.columns[cell.column].file != 0) continue;
            m_choices.push_back({{r, cell.column}, cell.id});
            const int at = static_cast<int>(m_choices.size()) - 1;
            const double ms = medianOf(m_choices.back());
            if (ms > medianOf(m_choices[static_cast<std::size_t>(longest)])) longest = at;
            if (ms < medianOf(m_choices[static_cast<std::size_t>(shortest)])) shortest = at;
            const QString name = qs(m_labels.caseName(m_comparison.rows[r]) + ": " +
                                    m_labels.columnName(cell.column));
            m_slow.cell->addItem(name);
            m_fast.cell->addItem(name);
        }
    m_slow.cell->setCurrentIndex(longest);
    m_fast.cell->setCurrentIndex(shortest);
    showTimes(m_slow);
    showTimes(m_fast);
}

void CheatDialog::showTimes(const Side& side) {
    const QSignalBlocker quiet(side.time);
    const QVariant before = side.time->currentData();
    side.time->clear();
    const int at = side.cell->currentIndex();
    if (at < 0) return;
    const CellAt& cell = m_choices[static_cast<std::size_t>(at)].at;
    for (const GameTime time : gameTimesOf(m_comparison.rows[cell.row].cells[cell.column]))
        side.time->addItem(qs(m_text.word("game_time", word(time))), qs(std::string(word(time))));
    side.time->setCurrentIndex(qMax(0, side.time->findData(before)));
}

Game CheatDialog::game() const {
    const auto cellOf = [this](const Side& side) {
        const int at = side.cell->currentIndex();
        return at < 0 ? std::string() : m_choices[static_cast<std::size_t>(at)].id;
    };
    const auto timeOf = [](const Side& side) {
        return side.time->currentData().toString().toStdString();
    };
    const auto nameOf = [](const Side& side) { return side.name->text().trimmed().toStdString(); };
    return {.slow_cell = cellOf(m_slow),
            .fast_cell = cellOf(m_fast),
            .slow_time = timeOf(m_slow),
            .fast_time = timeOf(m_fast),
            .slow_name = nameOf(m_slow),
            .fast_name = nameOf(m_fast)};
}

void CheatDialog::showGame() {
    const auto made = misleadingOf(m_comparison, m_labels, game());
    m_keep->setEnabled(made.has_value());
    m_chart->setVisible(made.has_value());
    if (!made) {
        m_headline->clear();
        m_told->setText(qs(m_text.reason(made.error())));
        return;
    }
    m_headline->setText(qs(findingOf(*made, m_text).headline));
    m_chart->setValue(barsOf(*made, m_text));
    const auto ticks = ledgerOf(m_comparison, *made).ticks;
    const auto tricks = std::ranges::count(ticks, Answer::No, &Ledger::Tick::answer);
    m_told->setText(
        qs(tricks > 0 ? m_text("game.tricks", {{"n", tricks}}) : m_text("game.no_trick")));
}

TrickDialog::TrickDialog(const Comparison& comparison, const Misleading& game, const Labels& labels,
                         QWidget* parent)
    : QDialog(parent),
      m_text(labels.text()),
      m_truth(truthOf(game, comparison, labels)),
      m_area(new QScrollArea),
      m_result(makeLabel({}, Role::Body, this)),
      m_revealed(new QVBoxLayout) {
    setWindowTitle(tr("Find the trick"));
    auto* column = new QVBoxLayout(makeScrollBody(*m_area));
    column->addWidget(makePill(qs(m_text("game.watermark")), Tone::Warn, this, true));
    column->addWidget(makeLabel(qs(findingOf(game, m_text).headline), Role::Title, this));
    addChart(*column, m_text.numbers())->setValue(barsOf(game, m_text));
    column->addWidget(makeLabel(qs(m_text("game.choose")), Role::Heading, this));
    for (const Ledger::Tick& tick : ledgerOf(comparison, game).ticks) {
        m_truth.push_back(tickLine(tick, m_text));
        if (tick.answer == Answer::Unknown) continue;  // nobody can be held to it
        auto* box = new QCheckBox(qs(tickName(tick, m_text)));
        box->setObjectName("tick_" + qs(tick.code));
        column->addWidget(box);
        m_boxes.push_back({box, tick.answer == Answer::No});
    }
    m_result->setObjectName("trickResult");
    column->addLayout(m_revealed);
    column->addStretch();
    auto* outer = new QVBoxLayout(this);
    outer->addWidget(m_area, 1);
    outer->addWidget(m_result);  // always in view
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* checked = buttons->addButton(tr("Check"), QDialogButtonBox::ActionRole);
    checked->setObjectName("trickCheck");
    m_show = buttons->addButton(tr("Show the trick"), QDialogButtonBox::ActionRole);
    m_show->setObjectName("trickShow");
    connect(checked, &QPushButton::clicked, this, &TrickDialog::check);
    connect(m_show, &QPushButton::clicked, this, &TrickDialog::reveal);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    outer->addWidget(buttons);
    resize(letters_px(fontMetrics(), kChars), fontMetrics().height() * kTrickLines);
}

void TrickDialog::check() {
    int found = 0, all = 0, wrong = 0;
    for (const auto& [box, isTrick] : m_boxes) {
        all += isTrick;
        found += isTrick && box->isChecked();
        wrong += !isTrick && box->isChecked();
    }
    if (all == 0) return m_result->setText(qs(m_text("game.no_trick")));
    if (found == all && wrong == 0) return m_result->setText(qs(m_text("game.solved")));
    m_result->setText(
        qs(m_text("game.result", {{"found", found}, {"all", all}, {"wrong", wrong}})));
}

void TrickDialog::reveal() {
    m_show->setEnabled(false);
    // It stands below, and has its room only once it is laid out.
    QScrollBar* bar = m_area->verticalScrollBar();
    connect(bar, &QScrollBar::rangeChanged, this, [bar](int, int end) { bar->setValue(end); });
    m_revealed->addWidget(makeLabel(qs(m_text("game.trick_heading")), Role::Heading, this));
    for (const std::string& line : m_truth)
        m_revealed->addWidget(makeLabel(qs(line), Role::Body, this));
}

}  // namespace duelo::ui
