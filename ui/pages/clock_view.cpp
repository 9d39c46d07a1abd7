// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/clock_view.h"

#include <QFrame>

namespace duelo::ui {

ClockView::ClockView(const Text& text, QWidget* parent)
    : ScrollPage(Columns::One, parent), m_text(text) {
    top()->addWidget(
        makeLabel(QString::fromStdString(text("diagnosis.clock_intro")), Role::Muted, body()));
    QFrame* steady = addClock("diagnosis.clock_steady", true);
    m_measured = makeLabel({}, Role::Body, steady);
    m_verdict = makePill({}, Tone::Neutral, steady);
    layoutOf(steady)->addWidget(m_measured);
    layoutOf(steady)->addWidget(m_verdict);
    addClock("diagnosis.clock_events", true);
    for (const char* key : {"diagnosis.clock_time", "diagnosis.clock_clock",
                            "diagnosis.clock_perf_counter", "diagnosis.clock_omp"})
        addClock(key, false);
    first()->addStretch(1);
    setClock({});
}

QFrame* ClockView::addClock(const char* key, bool used) {
    // The tick is that of the Windows clock before Python 3.13.
    const QStringList parts = textParts(m_text(key, {{"tick_ms", 15.6}}), 3);
    QFrame* card = makeCard(body());
    auto* head = new QHBoxLayout;
    head->addWidget(makeLabel(parts[0], Role::Heading, card), 1);
    head->addWidget(makePill(parts[1], used ? Tone::Good : Tone::Neutral, card));
    layoutOf(card)->addLayout(head);
    layoutOf(card)->addWidget(makeLabel(parts[2], Role::Body, card));
    first()->addWidget(card);
    return card;
}

void ClockView::setClock(const ClockSheet& sheet) {
    m_measured->setVisible(sheet.monotonic.has_value());
    m_verdict->setVisible(sheet.monotonic.has_value());
    if (!sheet.monotonic) return;
    m_measured->setText(QString::fromStdString(
        m_text("diagnosis.clock_measured", {{"resolution_ns", sheet.resolution_ns.value_or(0)},
                                            {"read_ns", sheet.read_ns.value_or(0)},
                                            {"reads", sheet.reads.value_or(0)}})));
    const bool good = *sheet.monotonic;
    setPill(m_verdict,
            QString::fromStdString(
                m_text(good ? "diagnosis.clock_monotonic" : "diagnosis.clock_backwards")),
            good ? Tone::Good : Tone::Bad);
}

}  // namespace duelo::ui
