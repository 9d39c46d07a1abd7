// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/top_bar.h"

#include <algorithm>

#include <QAction>
#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QStyle>
#include <QToolButton>
#include <QWidgetAction>

#include "ui/look/elided_label.h"
#include "ui/look/letters.h"
#include "ui/look/settings.h"
#include "ui/look/theme.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

namespace {

constexpr int kNameChars = 38;    ///< a longer name of a processor is cut anyway
constexpr int kLeastChars = 8;    ///< fewer letters of it say nothing
constexpr int kNoticeChars = 60;  ///< of a line of the list of warnings
constexpr int kRounding_px = 2;
constexpr int kIcon_px = 16;

/// Returns how much wider a chip is than its text, in pixels.
int frameOf(const QLabel& chip) {
    chip.ensurePolished();
    return chip.sizeHint().width() - chip.fontMetrics().horizontalAdvance(chip.text()) +
           kRounding_px;
}

}  // namespace

TopBar::TopBar(const Text& text, QWidget* parent)
    : QWidget(parent),
      m_text(text),
      m_row(new QHBoxLayout(this)),
      m_back(new QToolButton),
      m_place(new ElidedLabel),
      m_room(new QWidget),
      m_chips(new QHBoxLayout(m_room)),
      m_cpu{makePill({}, Tone::Neutral, m_room)},
      m_gpu{makePill({}, Tone::Neutral, m_room)},
      m_summary(new QToolButton) {
    setObjectName("topBar");
    m_row->setContentsMargins(14, 6, 14, 6);
    m_row->setSpacing(8);
    auto* name = new QLabel("Duelo");
    name->setObjectName("appName");
    m_row->addWidget(name);
    m_back->setProperty("role", "way");
    m_back->setFocusPolicy(Qt::TabFocus);
    m_row->addWidget(m_back);
    m_place->setObjectName("place");
    m_place->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_place->setMinimumWidth(1);  // it gives way where letters are large
    m_row->addWidget(m_place);
    for (QWidget* each : std::initializer_list<QWidget*>{m_back, m_place}) each->hide();
    m_row->addWidget(m_room, 1);
    // The chips follow the window, never the other way round.
    m_room->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_room->installEventFilter(this);
    m_chips->setContentsMargins(0, 0, 0, 0);
    m_chips->setSpacing(8);
    m_chips->addWidget(m_cpu.chip);
    m_chips->addWidget(m_gpu.chip);
    m_summary->setObjectName("warnings");
    m_summary->setProperty("role", "pill");
    m_summary->setMenu(new QMenu(m_summary));
    m_summary->setPopupMode(QToolButton::InstantPopup);
    m_chips->addWidget(m_summary);
    m_chips->addStretch(1);
    for (QWidget* each : std::initializer_list<QWidget*>{m_cpu.chip, m_gpu.chip, m_summary})
        each->hide();
}

void TopBar::setPlace(const QString& name, const QString& within, QAction* back) {
    m_back->disconnect(SIGNAL(clicked()));
    if (back) {
        connect(m_back, &QToolButton::clicked, back, &QAction::trigger);
        m_back->setToolTip(back->toolTip());
    }
    m_back->setText(within + " ›");
    m_back->setAccessibleName(tr("Back to: %1").arg(within));
    m_back->setVisible(back != nullptr);
    m_place->setText(name);
    m_place->setVisible(!name.isEmpty());
}

void TopBar::setName(Name& name, const QString& text, const QString& tip) {
    name.whole = text;
    name.chip->setText(text);
    name.chip->setAccessibleName(tip);
    name.chip->setToolTip(tip);
    name.chip->setVisible(!text.isEmpty());
    arrange();
}

void TopBar::setProbe(const ProbeSheet& sheet) {
    const CpuSheet& cpu = sheet.machine.cpu;
    const QString name = cpu.name.empty() ? QStringLiteral("?") : qs(visibleText(cpu.name));
    const int cores = cpu.cores.value_or(0), logical = cpu.logical.value_or(0);
    setName(m_cpu, tr("%1, %n core(s)", nullptr, cores).arg(name),
            tr("%1, %n core(s), threads: %2", nullptr, cores).arg(name, QString::number(logical)));
    const GpuSheet& gpu = sheet.gpu;
    if (gpu.available.value_or(false)) {
        const QString gpuName = gpu.name.empty() ? QStringLiteral("?") : qs(visibleText(gpu.name));
        setName(m_gpu, gpuName, gpuName);
    } else if (const std::string opencl = nameByOpenCl(sheet.devices); !opencl.empty()) {
        setName(m_gpu, qs(visibleText(opencl)),
                qs(m_text("start.verdict_opencl",
                          {{"name", visibleText(firstByOpenCl(sheet.devices)->name)}})));
    } else {
        setName(m_gpu, tr("No usable GPU"), qs(m_text.reason(gpu.reason.value_or(Reason{}))));
    }
    setEngineProblem({});
}

void TopBar::setEngineProblem(const QString& sentence) {
    m_problem = sentence;
    showNotices();
}

void TopBar::setWarnings(const std::vector<Reason>& warnings) {
    m_warnings.clear();
    for (const Reason& warning : warnings) m_warnings << qs(m_text.reason(warning));
    showNotices();
}

void TopBar::showNotices() {
    qDeleteAll(m_notices);
    m_notices.clear();
    m_summary->menu()->clear();
    QStringList sentences = m_warnings;
    if (!m_problem.isEmpty()) sentences.prepend(m_problem);
    for (const QString& sentence : std::as_const(sentences)) {
        const bool bad = m_notices.isEmpty() && !m_problem.isEmpty();
        QLabel* chip =
            makePill("⚠ " + firstSentence(sentence), bad ? Tone::Bad : Tone::Warn, m_room);
        chip->setAccessibleName(sentence);
        chip->setToolTip(sentence);
        m_chips->insertWidget(m_chips->indexOf(m_summary), chip);
        m_notices.append(chip);

        auto* label = makeLabel(sentence, Role::Body, m_summary);
        label->setMinimumWidth(letters_px(fontMetrics(), kNoticeChars));
        label->setMargin(fontMetrics().height() / 2);
        auto* line = new QWidgetAction(m_summary->menu());
        line->setText(sentence);
        line->setDefaultWidget(label);
        m_summary->menu()->addAction(line);
    }
    m_summary->setText("⚠ " + tr("%n warning(s)", nullptr, static_cast<int>(sentences.size())));
    m_summary->setToolTip(sentences.join("\n\n"));
    m_summary->setAccessibleDescription(sentences.join('\n'));
    m_summary->setProperty("tone", m_problem.isEmpty() ? "warn" : "bad");
    // A property that the style sheet asks for is looked at once.
    m_summary->style()->unpolish(m_summary);
    m_summary->style()->polish(m_summary);
    arrange();
}

void TopBar::arrange() {
    const int gap = m_chips->spacing(), room = m_room->width();
    const auto wanted = [](const Name& name) {
        const QFontMetrics metrics = name.chip->fontMetrics();
        return frameOf(*name.chip) +
               std::min(metrics.horizontalAdvance(name.whole), letters_px(metrics, kNameChars));
    };
    int names = 0, notices = 0;
    for (const Name* name : {&m_cpu, &m_gpu})
        if (!name->whole.isEmpty()) names += wanted(*name) + gap;
    for (const QLabel* chip : std::as_const(m_notices)) notices += chip->sizeHint().width() + gap;
    const bool fit = names + notices <= room;
    for (QLabel* chip : std::as_const(m_notices)) chip->setVisible(fit);
    const bool summed = !fit && !m_notices.isEmpty();
    m_summary->setVisible(summed);
    if (summed) notices = m_summary->sizeHint().width() + gap;

    const double share = names == 0 ? 1 : std::clamp(double(room - notices) / names, 0.0, 1.0);
    for (const Name* name : {&m_cpu, &m_gpu}) {
        if (name->whole.isEmpty()) continue;
        const int frame = frameOf(*name->chip);
        const int width = static_cast<int>(share * (wanted(*name) + gap)) - gap - frame;
        const QFontMetrics metrics = name->chip->fontMetrics();
        const QString shown = metrics.elidedText(name->whole, Qt::ElideRight, width + kRounding_px);
        name->chip->setText(shown);
        name->chip->setVisible(shown == name->whole || width >= letters_px(metrics, kLeastChars));
    }
}

/// The chips are arranged anew when they get other room, and when a font has changed.
bool TopBar::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) arrange();
    return QWidget::eventFilter(watched, event);
}

void TopBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) fitIcons();
}

void TopBar::fitIcons() {
    const int side = scaled_px(kIcon_px);
    for (QToolButton* button : std::as_const(m_buttons)) button->setIconSize({side, side});
}

void TopBar::addButton(QToolButton* button) {
    button->setProperty("role", "bar");
    m_buttons.append(button);
    fitIcons();
    m_row->addWidget(button);
}

}  // namespace duelo::ui
