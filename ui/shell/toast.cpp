// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/toast.h"

#include <utility>

#include <QAccessible>
#include <QDesktopServices>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QUrl>

#include "ui/look/plain_texts.h"
#include "ui/look/settings.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {
constexpr int kAboveFoot_px = 48;
}  // namespace

Toast::Toast(QWidget* window) : QFrame(window), m_sentence(new QLabel), m_action(new QPushButton) {
    setObjectName("toast");
    m_sentence->setObjectName("toastSentence");
    m_action->setProperty("role", "link");
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(14, 6, 14, 6);
    line->addWidget(m_sentence);
    line->addWidget(m_action);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kShown_ms);
    connect(&m_timer, &QTimer::timeout, this, &QWidget::hide);
    connect(m_action, &QPushButton::clicked, this, [this] {
        hide();
        if (const auto act = m_act) act();
    });
    window->installEventFilter(this);
    hide();
}

void Toast::say(const QString& sentence, const QString& caption, std::function<void()> act) {
    m_act = std::move(act);
    m_sentence->setText(sentence);
    m_action->setText(withoutMnemonic(caption));
    m_action->setVisible(!caption.isEmpty());
    place();
    show();
    raise();
    m_timer.start();
    QAccessibleEvent told(m_sentence, QAccessible::Alert);
    QAccessible::updateAccessibility(&told);
}

void Toast::sayWritten(const QStringList& files) {
    QStringList names;
    for (const QString& file : files) names << shownFile(file);
    say(tr("Written: %1").arg(names.join(", ")), tr("Open"),
        [file = files.first()] { QDesktopServices::openUrl(QUrl::fromLocalFile(file)); });
}

void Toast::place() {
    adjustSize();
    const QSize window = parentWidget()->size();
    resize(size().boundedTo({window.width(), height()}));
    move((window.width() - width()) / 2, window.height() - height() - scaled_px(kAboveFoot_px));
}

void Toast::enterEvent(QEnterEvent* event) {
    QFrame::enterEvent(event);
    m_timer.stop();
}

void Toast::leaveEvent(QEvent* event) {
    QFrame::leaveEvent(event);
    if (isVisible()) m_timer.start();
}

bool Toast::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible()) place();
    return QFrame::eventFilter(watched, event);
}

}  // namespace duelo::ui
