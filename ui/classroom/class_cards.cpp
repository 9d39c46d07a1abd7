// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/classroom/class_cards.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <QFrame>
#include <QVBoxLayout>

#include "experiments/specs.h"
#include "ui/charts/distribution_chart.h"
#include "ui/look/letters.h"
#include "ui/look/scroll_area.h"
#include "ui/look/settings.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

namespace {

constexpr int kCardChars = 50, kSampleLines = 9;
constexpr std::size_t kMostFiles = 6, kMostReasons = 4, kMostFar = 4;

}  // namespace

ClassCards::ClassCards(const Text& text, QWidget* parent) : QScrollArea(parent), m_text(text) {
    makePlain(*this);
    setFixedWidth(letters_px(fontMetrics(), kCardChars));
    auto* body = new QWidget;
    m_column = new QVBoxLayout(body);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->addStretch(1);
    setWidget(body);
}

/// Fits the width to the letters.
void ClassCards::changeEvent(QEvent* event) {
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        setFixedWidth(letters_px(fontMetrics(), kCardChars));
}

void ClassCards::removeCard(QFrame*& card) {
    if (!card) return;
    m_column->removeWidget(card);
    card->hide();
    card->deleteLater();
    card = nullptr;
}

/// Makes a card in place of the one that was there.
QVBoxLayout* ClassCards::addCard(QFrame*& card, int at, const QString& title) {
    removeCard(card);
    card = makeCard(widget());
    card->setAccessibleName(title);
    m_column->insertWidget(at, card);
    layoutOf(card)->addWidget(makeLabel(title, Role::Heading, card));
    return layoutOf(card);
}

void ClassCards::showSeat(const SeatStory& story) {
    QVBoxLayout* column = addCard(m_seat, 0, qs(story.title));
    m_seat->setObjectName("seatCard");
    for (const std::string& line : story.lines)
        column->addWidget(makeLabel(qs(line), Role::Body, m_seat));
    auto* links = new QHBoxLayout;
    auto* open = makeLink(tr("Open file"), m_seat);
    auto* close = makeLink(tr("Close"), m_seat);
    connect(open, &QPushButton::clicked, this, &ClassCards::openWanted);
    connect(close, &QPushButton::clicked, this, &ClassCards::closed);
    links->addWidget(open);
    links->addWidget(close);
    links->addStretch();
    column->addLayout(links);
    ensureVisible(0, 0);
}

/// Tells what differs, never that it is the cause.
void ClassCards::showDifferences(const std::vector<SeatDifference>& differences) {
    if (!m_seat) return;
    QVBoxLayout* column = layoutOf(m_seat);
    const auto add = [&](const QString& sentence, Role role) {
        column->insertWidget(column->count() - 1, makeLabel(sentence, role, m_seat));
    };
    add(differences.empty() ? tr("Against the class: no difference found.")
                            : tr("What differs from the class:"),
        Role::Muted);
    for (const SeatDifference& one : differences)
        add(tr("%1: %2 (the class: %3, %4 of %5)")
                .arg(qs(one.title), qs(one.own), qs(one.usual), QString::number(one.agreeing),
                     QString::number(one.all)),
            Role::Body);
}

void ClassCards::showSamples(const DistributionValue& samples) {
    if (!m_seat) return;
    auto* chart = new DistributionChart(m_seat);
    chart->setObjectName("seatSamples");
    chart->setTitle(qs(samples.title));
    chart->setNumberStyle(m_text.numbers());
    chart->setMinimumWidth(1);  // it takes the card's width, which its own wish would widen
    chart->setFixedHeight(fontMetrics().height() * kSampleLines);
    chart->setValue(samples);
    layoutOf(m_seat)->insertWidget(layoutOf(m_seat)->count() - 1, chart);
}

void ClassCards::hideSeat() {
    removeCard(m_seat);
}

QString ClassCards::shortReason(const Classroom& classroom, const Reason& reason,
                                bool names) const {
    const std::string key = "class_left." + reason.code;
    return m_text.has(key) ? qs(m_text(key, reason.args))
                           : firstSentence(qs(shownReason(classroom, reason, names, m_text)));
}

void ClassCards::showClass(const Classroom& classroom, bool names) {
    for (QFrame** card : {&m_wall, &m_left, &m_seal}) removeCard(*card);
    // Seats by what keeps them from measuring on the GPU.
    std::map<QString, QStringList> without;
    int count = 0;
    for (const WallSeat& seat : wallOf(classroom)) {
        if (seat.verdict != WallSeat::Verdict::CpuOnly) continue;
        ++count;
        const QString why = seat.reasons.empty()
                                ? tr("no GPU")
                                : firstSentence(qs(m_text.reason(seat.reasons.front())));
        without[why] << qs(visibleText(seat.seat->name));
    }
    int at = m_seat ? 1 : 0;
    if (count > 0) {
        QVBoxLayout* column =
            addCard(m_wall, at++, tr("Cannot measure on the GPU (%1)").arg(count));
        m_wall->setObjectName("wallCard");
        std::size_t told = 0;
        for (const auto& [why, seats] : without)
            if (told++ < kMostReasons)
                column->addWidget(
                    makeLabel(tr("%1: %2").arg(seats.join(", "), why), Role::Body, m_wall));
        auto* all = makeLink(tr("All seats"), m_wall);
        connect(all, &QPushButton::clicked, this, &ClassCards::seatsWanted);
        column->addWidget(all, 0, Qt::AlignLeft);
    }
    if (m_far) ++at;
    showLeftOut(classroom, names, at);
    if (m_left) ++at;
    if (classroom.seats().empty()) return;
    QVBoxLayout* column = addCard(m_seal, at, tr("What “clean” proves"));
    m_seal->setObjectName("sealCard");
    column->addWidget(makeLabel(qs(sealNote(m_text)), Role::Muted, m_seal));
}

ClassCards::FarFacts ClassCards::farFacts(const Classroom& classroom, const Text& text) {
    const std::vector<FarSeat> far = farSeats(classroom);
    FarFacts facts{.pcs = far.size()};
    if (far.empty()) return facts;
    const auto names = caseNames(classroom, findSpec, text);
    for (std::size_t i = 0; i < far.size() && i < kMostFar; ++i) {
        const auto& [seat, key, equal] = far[i].furthest;
        QString told =
            tr("%1 · %2 · %3: %4")
                .arg(qs(visibleText(seat->name)), qs(names.at(key.work)),
                     qs(variantWords(classroom.variants()[key.variant], text)),
                     qs(farText(equal, unitAround(classroom, key.work, findSpec, {}), text)));
        if (far[i].others > 0)
            told += "; " + tr("and %n more of its times", nullptr, static_cast<int>(far[i].others));
        facts.lines << told;
    }
    return facts;
}

void ClassCards::showFar(const FarFacts& far) {
    removeCard(m_far);
    if (far.pcs == 0) return;
    QVBoxLayout* column =
        addCard(m_far, (m_seat ? 1 : 0) + (m_wall ? 1 : 0),
                tr("PCs three times or more off equal processors (%1)").arg(far.pcs));
    m_far->setObjectName("farCard");
    for (const QString& line : far.lines) column->addWidget(makeLabel(line, Role::Body, m_far));
    if (far.pcs > kMostFar)
        column->addWidget(makeLabel(tr("and %n more PC(s); the exports name them all", nullptr,
                                       static_cast<int>(far.pcs - kMostFar)),
                                    Role::Muted, m_far));
}

void ClassCards::showLeftOut(const Classroom& classroom, bool names, int at) {
    const std::vector<LeftOut> left = classroom.leftOut(kMostFiles);
    if (left.empty()) return;
    const LeftOutCount count = classroom.leftOutCount();
    QVBoxLayout* column =
        addCard(m_left, at,
                count.aside == 0 ? tr("Count with a reserve (%1)").arg(count.counting)
                : count.counting == 0
                    ? tr("Set aside (%1)").arg(count.aside)
                    : tr("Set aside (%1), with a reserve (%2)")
                          .arg(QString::number(count.aside), QString::number(count.counting)));
    m_left->setObjectName("leftCard");
    // Files by why, as far as they are few enough to be read.
    std::vector<std::pair<QString, QStringList>> groups;
    for (const LeftOut& one : left) {
        QString why = shortReason(classroom, one.reason, names);
        if (one.counts && count.aside > 0) why = tr("counts, with a reserve: %1").arg(why);
        auto group = std::ranges::find(groups, why, &std::pair<QString, QStringList>::first);
        if (group == groups.end()) group = groups.insert(groups.end(), {why, {}});
        group->second << qs(shownName(classroom, one.place, names));
    }
    for (const auto& [why, files] : groups)
        column->addWidget(makeLabel(tr("%1: %2").arg(files.join(", "), why), Role::Body, m_left));
    const std::size_t all = count.all();
    auto* link = makeLink(all > kMostFiles ? tr("%n more, with what to do", nullptr,
                                                static_cast<int>(all - kMostFiles))
                                           : tr("What to do"),
                          m_left);
    connect(link, &QPushButton::clicked, this, &ClassCards::leftOutWanted);
    column->addWidget(link, 0, Qt::AlignLeft);
}

}  // namespace duelo::ui
