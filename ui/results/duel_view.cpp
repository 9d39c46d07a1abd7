// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/duel_view.h"

#include <algorithm>
#include <utility>

#include <QBoxLayout>
#include <QButtonGroup>
#include <QCheckBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "ui/form/flow_layout.h"
#include "ui/look/plain_texts.h"
#include "ui/look/settings.h"
#include "ui/results/duel_lane.h"

namespace duelo::ui {

namespace {

constexpr int kFrame_ms = 16;
constexpr double kNanosecond_s = 1e-9;
constexpr std::array<std::pair<double, const char*>, 4> kSpeeds{
    {{0.25, "¼"}, {1, "1"}, {4, "4"}, {10, "10"}}};
constexpr int kUsualSpeed = 1;  ///< as measured

QLabel* wrapping(QWidget* parent, const char* name, const char* role) {
    auto* label = new QLabel(parent);
    label->setObjectName(name);
    label->setProperty("role", role);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

/// A click must not take the focus: Space would then press the button again, not start the race.
template <typename Button>
Button* withoutClickFocus(Button* button) {
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

}  // namespace

DuelView::DuelView(QWidget* parent)
    : QWidget(parent),
      m_question(wrapping(this, "duelQuestion", "title")),
      m_label(wrapping(this, "duelLabel", "muted")),
      m_betsLabel(wrapping(this, "duelBets", "muted")),
      m_answer(wrapping(this, "duelAnswer", "heading")) {
    setFocusPolicy(Qt::StrongFocus);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_question);
    m_betsRow = new QWidget(this);
    m_betsRow->setLayout(makeBets());
    column->addWidget(m_betsRow);
    column->addWidget(m_betsLabel);
    column->addWidget(m_answer);
    for (DuelLane*& lane : m_lanes) column->addWidget(lane = new DuelLane(this), 1);
    m_controls = new QWidget(this);
    m_controls->setLayout(makeControls());
    column->addWidget(m_controls);
    column->addWidget(m_label);
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(kFrame_ms);
    connect(&m_timer, &QTimer::timeout, this, &DuelView::tick);
    showState();
}

QLayout* DuelView::makeBets() {
    auto* row = new FlowLayout;
    row->addWidget(new QLabel(tr("Bet:"), this));
    for (std::size_t i = 0; i < m_betButtons.size(); ++i) {
        m_betButtons[i] = withoutClickFocus(new QPushButton(this));
        connect(m_betButtons[i], &QPushButton::clicked, this, [this, i] { bet(i); });
        row->addWidget(m_betButtons[i]);
    }
    m_betButtons.back()->setText(tr("the same"));
    m_betButtons.back()->setAccessibleName(tr("Bet: %1").arg(tr("the same")));
    m_clearBets = withoutClickFocus(new QPushButton(tr("Clear the bets"), this));
    m_clearBets->setProperty("role", "link");
    connect(m_clearBets, &QPushButton::clicked, this, [this] {
        m_bets = {};
        showState();
    });
    row->addWidget(m_clearBets);
    return row;
}

QLayout* DuelView::makeControls() {
    auto* row = new FlowLayout;
    m_play = withoutClickFocus(new QPushButton(this));
    m_play->setToolTip(QKeySequence(Qt::Key_Space).toString(QKeySequence::NativeText));
    m_play->setProperty("role", "primary");
    connect(m_play, &QPushButton::clicked, this, &DuelView::toggle);
    m_again = withoutClickFocus(new QPushButton(tr("Again"), this));
    connect(m_again, &QPushButton::clicked, this, &DuelView::restart);
    row->addWidget(m_play);
    row->addWidget(m_again);
    m_speeds = new QButtonGroup(this);
    for (const auto& [speed, caption] : kSpeeds) {
        auto* chip = withoutClickFocus(new QToolButton(this));
        chip->setProperty("role", "chip");
        chip->setCheckable(true);
        chip->setText(QString::fromUtf8("× ") + QString::fromUtf8(caption));
        chip->setAccessibleName(tr("Speed × %1").arg(QString::fromUtf8(caption)));
        m_speeds->addButton(chip, static_cast<int>(m_speeds->buttons().size()));
        row->addWidget(chip);
    }
    m_speeds->button(kUsualSpeed)->setChecked(true);
    m_cold = withoutClickFocus(new QCheckBox(tr("with load and first call"), this));
    connect(m_cold, &QCheckBox::clicked, this, &DuelView::coldWanted);
    row->addWidget(m_cold);
    return row;
}

void DuelView::setDuel(std::optional<DuelValue> duel) {
    if (duel == m_duel) return;
    m_duel = std::move(duel);
    for (std::size_t i = 0; i < m_lanes.size(); ++i)
        m_lanes[i]->setDuel(m_duel ? &*m_duel : nullptr, i);
    if (m_duel) {
        m_question->setText(qs(m_duel->question));
        m_label->setText(qs(m_duel->label));
        setAccessibleName(m_question->text());
        for (std::size_t i = 0; i < m_lanes.size(); ++i) {
            QString name = qs(m_duel->lanes[i].name);
            m_betButtons[i]->setAccessibleName(tr("Bet: %1").arg(name));
            m_betButtons[i]->setText(withoutMnemonic(name));
        }
        m_cold->setChecked(m_duel->is_cold);
        m_cold->setEnabled(m_duel->can_be_cold);
    }
    restart();
}

bool DuelView::wantsCold() const {
    return m_cold->isChecked();
}

Json DuelView::viewState() const {
    return {{"cold", wantsCold()}, {"speed", m_speeds->checkedId()}};
}

void DuelView::setViewState(const Json& state) {
    m_cold->setChecked(state.value("cold", false));
    if (auto* chip = m_speeds->button(state.value("speed", kUsualSpeed))) chip->setChecked(true);
}

void DuelView::start() {
    if (!m_duel || isOver()) return;
    m_clock.start();
    m_timer.start();
    showState();
}

void DuelView::pause() {
    m_timer.stop();
    showState();
}

void DuelView::restart() {
    m_timer.stop();
    m_bets = {};
    advanceTo(0);
}

void DuelView::toggle() {
    if (isOver())
        restart();
    else if (isRunning())
        pause();
    else
        start();
}

void DuelView::tick() {
    const double passed_s = static_cast<double>(m_clock.nsecsElapsed()) * kNanosecond_s;
    m_clock.start();
    const double speed = kSpeeds[static_cast<std::size_t>(m_speeds->checkedId())].first;
    advanceTo(m_at_s + passed_s * speed * m_duel->factor);
}

void DuelView::advanceTo(double s) {
    const double finish_s = m_duel ? m_duel->finish_s() : 0;
    const bool was_at_start = m_at_s == 0, was_over = isOver();
    m_at_s = std::clamp(s, 0.0, finish_s);
    for (DuelLane* lane : m_lanes) lane->showAt(m_at_s);
    if (isOver()) m_timer.stop();
    // Sixty times a second only what is drawn changes.
    if (m_at_s == 0 || was_at_start || was_over != isOver()) showState();
}

void DuelView::bet(std::size_t choice) {
    ++m_bets[choice];
    showState();
}

QString DuelView::betsText() const {
    if (m_bets == std::array<int, 3>{}) return {};
    QStringList parts;
    for (std::size_t i = 0; i < m_bets.size(); ++i) {
        const QString name = i < m_lanes.size() ? qs(m_duel->lanes[i].name) : tr("the same");
        parts << name + ' ' + QString::number(m_bets[i]);
    }
    return tr("Bets: %1").arg(parts.join(QStringLiteral(" · ")));
}

QString DuelView::betsResult() const {
    const int all = m_bets[0] + m_bets[1] + m_bets[2];
    if (all == 0) return {};
    if (m_duel->doubt) return tr("No winner is told, so no bet was right or wrong.");
    return tr("Right bets: %1 of %2.").arg(m_bets[m_duel->winner.value_or(2)]).arg(all);
}

void DuelView::showState() {
    const bool over = isOver(), ready = m_duel && m_at_s == 0 && !isRunning();
    m_play->setText(over          ? tr("Again")
                    : isRunning() ? tr("Pause")
                    : ready       ? tr("Start")
                                  : tr("Go on"));
    m_play->setEnabled(m_duel.has_value());
    for (QPushButton* button : m_betButtons) button->setEnabled(ready);
    m_betsLabel->setText(betsText());
    m_betsLabel->setVisible(!betsText().isEmpty());
    // Whoever looks at the end looks at the answer: it takes the place of what was asked.
    m_question->setVisible(!over);
    showButtons();
    m_clearBets->setVisible(ready && !betsText().isEmpty());
    QString answer = tr("The result appears when both lanes have ended.");
    if (over) {
        const QString bets = betsResult();
        answer = qs(m_duel->answer) + (bets.isEmpty() ? "" : " ") + bets;
    }
    m_answer->setText(answer);
    const QString spoken = over ? answer : m_label->text() + QStringLiteral(". ") + answer;
    if (spoken != accessibleDescription()) setAccessibleDescription(spoken);
    tellHidden();
}

void showKeepingPlace(QWidget& widget, bool shown, bool keeps_place) {
    QSizePolicy policy = widget.sizePolicy();
    policy.setRetainSizeWhenHidden(keeps_place);
    widget.setSizePolicy(policy);
    widget.setVisible(shown);
}

void DuelView::setSlide(bool slide, bool buttons) {
    m_slide = slide;
    m_buttons = buttons || !slide;
    showButtons();
}

void DuelView::showButtons() {
    showKeepingPlace(*m_betsRow, m_buttons && !isOver(), m_slide && !isOver());
    // Whoever sees a slide for the first time has to find how the race starts.
    const bool again = m_at_s > 0 || isRunning();
    for (auto* each : m_controls->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
        const bool wanted = m_buttons || (each == m_play && !isRunning());
        const bool sensible = each != m_again || (again && !isOver());
        showKeepingPlace(*each, wanted && sensible, m_slide);
    }
}

void DuelView::tellHidden() {
    const bool hiding = m_seen && m_duel && !isOver();
    if (hiding == m_hiding) return;
    m_hiding = hiding;
    if (hiding)
        Q_EMIT hidden();
    else
        Q_EMIT revealed();
}

void DuelView::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Space || !m_duel) return QWidget::keyPressEvent(event);
    if (!event->isAutoRepeat()) toggle();
}

void DuelView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_seen = true;
    tellHidden();
}

void DuelView::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    // Spontaneous: the whole window is out of sight.
    pause();
    if (event->spontaneous()) return;
    m_seen = false;
    tellHidden();
}

}  // namespace duelo::ui
