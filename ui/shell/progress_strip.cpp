// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/progress_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include "report/labels.h"
#include "ui/look/elided_label.h"
#include "ui/look/letters.h"
#include "ui/look/plain_texts.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {
constexpr int kWhole = 1000;  ///< of the bar, which counts in whole numbers
constexpr int kBar_px = 8, kBarChars = 26;
constexpr QMargins kMargins{14, 4, 14, 4};
}  // namespace

ProgressStrip::ProgressStrip(const Text& text, QWidget* parent)
    : QWidget(parent),
      m_text(text),
      m_bar(new QProgressBar),
      m_way(new QPushButton),
      m_left(new ElidedLabel(Qt::ElideMiddle)),
      m_right(new QLabel) {
    setObjectName("progressStrip");
    auto* row = new QHBoxLayout(this);
    row->setSpacing(12);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(kBar_px);
    row->addWidget(m_bar);
    m_bar->setAccessibleName(tr("Progress of the whole run"));
    m_right->setProperty("role", "muted");
    m_way->setProperty("role", "link");
    m_way->setObjectName("runningPage");
    m_way->setToolTip(tr("Back to what is being measured"));
    connect(m_way, &QPushButton::clicked, this, &ProgressStrip::wayTaken);
    row->addWidget(m_way);
    row->addWidget(m_left, 1);
    row->addWidget(m_right);
    arrange();
}

void ProgressStrip::setProgress(RunController::State state, const ProgressState& progress,
                                const QString& cellTitle) {
    using State = RunController::State;
    m_running = true;
    arrange();
    const bool known = progress.cells_total > 0;  // with the header; until then it is busy
    m_bar->setRange(0, known ? kWhole : 0);
    // What is expected changes with what is learnt; the bar never goes back.
    m_share = qMax(m_share, progress.share);
    m_bar->setValue(static_cast<int>(m_share * kWhole));
    QStringList parts;
    if (state == State::Starting) parts << tr("Starting the engine…");
    if (state == State::Restarting) parts << tr("Starting the engine again…");
    if (state == State::Cancelling) parts << tr("Cancelling; what is measured is kept…");
    if (progress.cells_total > 0)
        parts << tr("Case %1 of %2")
                     .arg(qMin(progress.cells_done + 1, progress.cells_total))
                     .arg(progress.cells_total);
    if (!cellTitle.isEmpty()) parts << cellTitle;
    if (!progress.step.empty() && progress.stage != kKeepStage)
        parts << qs(m_text("results.step",
                           {{"step_title", columnTitle(m_text, progress.experiment, progress.step)},
                            {"n", progress.steps_done},
                            {"count", progress.steps_total}}));
    else if (!progress.stage.empty())
        parts << qs(m_text.word("stage", progress.stage));
    QString times = qs(m_text("cli.elapsed", {{"elapsed", formatElapsed(progress.elapsed_ms)}}));
    if (progress.remaining_ms && state != State::Cancelling)
        times += ", " + qs(m_text("cli.remaining",
                                  {{"range", formatDurationRange(progress.remaining_ms->low,
                                                                 progress.remaining_ms->high)}}));
    parts << times;
    m_left->setText(parts.join(" · "));
    m_left->setToolTip(m_left->text());
}

void ProgressStrip::setIdle(const QString& left) {
    m_running = false;
    arrange();
    m_share = 0;
    m_left->setText(left);
    m_left->setToolTip(left);
}

void ProgressStrip::setWay(const QString& page) {
    m_way->setText(withoutMnemonic(page));
    arrange();
}

void ProgressStrip::setPlace(const QString& text) {
    m_right->setText(text);
}

void ProgressStrip::setThin(bool thin) {
    m_thin = thin;
    arrange();
}

void ProgressStrip::arrange() {
    const int wide_px = letters_px(fontMetrics(), kBarChars);
    layout()->setContentsMargins(m_thin ? QMargins() : kMargins);
    m_bar->setMinimumWidth(m_thin ? 0 : wide_px);
    m_bar->setMaximumWidth(m_thin ? QWIDGETSIZE_MAX : wide_px);
    m_bar->setVisible(m_running);
    m_way->setVisible(!m_thin && !m_way->text().isEmpty());
    for (QLabel* words : {m_left, m_right}) words->setVisible(!m_thin);
    if (parentWidget()) setVisible(m_running || !m_thin);
}

}  // namespace duelo::ui
