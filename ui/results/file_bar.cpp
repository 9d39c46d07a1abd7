// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/file_bar.h"

#include <QDate>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>

#include "base/local_time.h"
#include "ui/look/elided_label.h"
#include "ui/look/plain_texts.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

QPushButton* makeBarLink(const QString& caption, const char* name) {
    auto* link = new QPushButton(caption);
    link->setProperty("role", "link");
    link->setObjectName(name);
    return link;
}

}  // namespace

FileBar::FileBar()
    : m_said(new ElidedLabel),
      m_open(makeBarLink(tr("Open"), "lastResult")),
      m_resume(makeBarLink({}, "resumeRun")),
      m_others(makeBarLink(tr("Other results"), "otherResults")),
      m_add(makeBarLink(tr("Another PC…"), "addOtherPc")) {
    m_said->setProperty("role", "muted");
    m_others->setMenu(new QMenu(m_others));
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(fontMetrics().height() / 2);
    line->addWidget(m_said, 1);
    for (QPushButton* link : {m_open, m_resume, m_others, m_add}) line->addWidget(link);
    connect(m_open, &QPushButton::clicked, this,
            [this] { Q_EMIT openWanted(m_results.front().path); });
    connect(m_resume, &QPushButton::clicked, this, &FileBar::resumeWanted);
    arrange();
}

void FileBar::setOpen(const QString& path, const QString& sentence, int missing) {
    m_path = path;
    m_sentence = sentence;
    m_missing = missing;
    arrange();
}

void FileBar::setWanted(bool wanted) {
    m_wanted = wanted;
    arrange();
}

void FileBar::setResults(const QVector<Result>& results) {
    m_results = results;
    arrange();
}

void FileBar::setOtherPcMenu(QMenu* menu) {
    m_add->setMenu(menu);
    arrange();
}

void FileBar::arrange() {
    const bool open = !m_sentence.isEmpty(), offers = !open && !m_results.isEmpty();
    m_said->setText(offers ? tr("Last result: %1").arg(m_results.front().title) : m_sentence);
    m_said->setToolTip(m_said->text());
    m_open->setVisible(offers);
    m_resume->setText(tr("Resume: %n missing", nullptr, m_missing));
    m_resume->setVisible(m_missing > 0);
    m_others->menu()->clear();
    for (const Result& result : m_results)
        if (open ? result.path != m_path : result != m_results.front())
            m_others->menu()->addAction(withoutMnemonic(result.title), this,
                                        [this, path = result.path] { Q_EMIT openWanted(path); });
    m_others->setVisible(!m_others->menu()->isEmpty());
    const bool adds = m_wanted && open && m_add->menu();
    m_add->setVisible(adds);
    if (m_add->menu()) m_add->menu()->parentWidget()->setVisible(!adds);
    setVisible(m_wanted && (open || offers || m_missing > 0));
}

QString FileBar::dayOf(const std::string& started) {
    const QString local = qs(localTime(started));
    const QString day = local.left(10);
    const QDate today = QDate::currentDate();
    if (day == today.toString(Qt::ISODate)) return tr("today %1").arg(local.mid(11));
    return day == today.addDays(-1).toString(Qt::ISODate) ? tr("yesterday") : day;
}

}  // namespace duelo::ui
