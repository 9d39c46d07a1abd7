// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/recent_list.h"

#include <QAction>
#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QToolButton>
#include <QUrl>

#include "ui/pages/page_parts.h"

namespace duelo::ui {

namespace {

constexpr int kFew = 3;                ///< are shown until all are asked for
constexpr const char* kPath = "path";  ///< property of a row's buttons, to find them again

QToolButton* makeTool(QWidget* row, const QString& sign, const QString& tip, const QString& name) {
    auto* button = new QToolButton(row);
    button->setText(sign);
    button->setToolTip(tip);
    button->setAccessibleName(name);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setProperty("role", "quiet");
    return button;
}

}  // namespace

RecentList::RecentList(const Text& text, QWidget* before, QWidget* parent)
    : QWidget(parent), m_text(text), m_before(before), m_rows(new QVBoxLayout(this)) {
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(fontMetrics().height() / 2);
    setFiles({});
}

void RecentList::setFiles(const QVector<RecentFile>& files) {
    QString focusName;
    QVariant focusPath;
    if (const QWidget* focus = QApplication::focusWidget(); focus && isAncestorOf(focus)) {
        focusName = focus->objectName();
        focusPath = focus->property(kPath);
    }
    clearLayout(m_rows);
    m_lastInOrder = m_before;
    m_files = files;
    const bool few = !m_all && files.size() > kFew;
    for (const RecentFile& file : few ? files.first(kFew) : files) addRow(file);
    if (few) addRest(static_cast<int>(files.size()) - kFew);
    if (files.isEmpty())
        m_rows->addWidget(
            makeLabel(QString::fromStdString(m_text("start.recent_none")), Role::Muted, this));

    if (focusName.isEmpty()) return;
    for (QWidget* widget : findChildren<QWidget*>(focusName))
        if (widget->property(kPath) == focusPath && widget->isVisibleTo(this)) widget->setFocus();
}

void RecentList::addRest(int count) {
    auto* rest = makeLink(tr("%n more", nullptr, count), this);
    rest->setObjectName("rest");
    connect(rest, &QPushButton::clicked, this, [this] {
        m_all = true;
        setFiles(QVector<RecentFile>(m_files));
    });
    m_rows->addWidget(rest);
    setTabOrder(m_lastInOrder, rest);
}

void RecentList::addButtons(const RecentFile& file, QWidget* row, QHBoxLayout* line) {
    if (file.open_cells > 0 && !file.missing) {
        auto* resume = makeLink(tr("Resume, %n missing", nullptr, file.open_cells), row);
        resume->setObjectName("resume");
        resume->setAccessibleDescription(file.title);
        connect(resume, &QPushButton::clicked, this,
                [this, path = file.path] { Q_EMIT resumeRequested(path); });
        line->addWidget(resume);
    }
    if (file.running) {
        auto* follow =
            makeLink(tr("Still running: %1 of %2").arg(file.cells_done).arg(file.cells), row);
        follow->setObjectName("follow");
        follow->setToolTip(tr("Shows it live"));
        follow->setAccessibleDescription(file.title);
        connect(follow, &QPushButton::clicked, this,
                [this, path = file.path] { Q_EMIT followRequested(path); });
        line->addWidget(follow);
    }
    const QString pinTip = file.pinned ? tr("Unpin") : tr("Pin: it stays in the list");
    auto* pin = makeTool(row, file.pinned ? QString::fromUtf8("★") : QString::fromUtf8("☆"), pinTip,
                         (file.pinned ? tr("Unpin %1") : tr("Pin %1")).arg(file.title));
    pin->setObjectName("pin");
    pin->setCheckable(true);
    pin->setChecked(file.pinned);
    connect(pin, &QToolButton::clicked, this,
            [this, path = file.path](bool pinned) { Q_EMIT pinToggled(path, pinned); });
    line->addWidget(pin);

    addMenu(file, row, line);
}

/// Adds the actions that are rarely wanted: behind one button, and behind the right mouse button on
/// the whole row.
void RecentList::addMenu(const RecentFile& file, QWidget* row, QHBoxLayout* line) {
    const auto add = [&](const char* name, const QString& caption, auto what) {
        auto* action = new QAction(caption, row);
        action->setObjectName(name);
        connect(action, &QAction::triggered, this, what);
        row->addAction(action);
        return action;
    };
    add("folder", tr("Show in its folder"), [path = file.path] {
        QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).path()));
    });
    add("remove", tr("Remove from this list; the file stays"),
        [this, path = file.path] { Q_EMIT removeRequested(path); });
    add("bin", tr("Move to the bin…"), [this, path = file.path] {
        Q_EMIT binRequested(path);
    })->setEnabled(!file.missing && !file.running);
    row->setContextMenuPolicy(Qt::ActionsContextMenu);

    auto* more = makeTool(row, QString::fromUtf8("…"), tr("More"), tr("More: %1").arg(file.title));
    more->setObjectName("more");
    more->addActions(row->actions());
    more->setPopupMode(QToolButton::InstantPopup);
    line->addWidget(more);
}

void RecentList::addRow(const RecentFile& file) {
    auto* row = new QWidget(this);
    auto* lines = new QVBoxLayout(row);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    auto* line = new QHBoxLayout;
    lines->addLayout(line);

    auto* open = new ElidedLink(file.title, row);
    open->setObjectName("open");
    open->setAccessibleDescription(QDir::toNativeSeparators(file.path));
    open->setEnabled(!file.missing);
    connect(open, &QPushButton::clicked, this,
            [this, path = file.path] { Q_EMIT openRequested(path); });
    line->addWidget(open);
    line->addStretch(1);
    addButtons(file, row, line);

    if (!file.subtitle.isEmpty()) lines->addWidget(makeLabel(file.subtitle, Role::Muted, row));
    if (file.missing)
        lines->addWidget(makePill(QString::fromStdString(m_text("start.recent_missing")),
                                  Tone::Warn, row, true));
    m_rows->addWidget(row);
    row->show();  // now, so that the focus can return to it
    for (QAbstractButton* button : row->findChildren<QAbstractButton*>()) {
        button->setProperty(kPath, file.path);
        // New widgets come last in the window's order; these belong here.
        setTabOrder(m_lastInOrder, button);
        m_lastInOrder = button;
    }
}

}  // namespace duelo::ui
