// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/dresser.h"

#include <algorithm>

#include <QApplication>
#include <QDialog>
#include <QEvent>
#include <QWidget>

#include "ui/look/plain_style.h"

namespace duelo::ui {

namespace {
const QString kNoRule = QStringLiteral("/**/");
}  // namespace

Dresser::Dresser(QApplication& application) : QObject(&application), m_application(application) {
    application.setStyle(new PlainStyle);
    application.installEventFilter(this);
}

Dresser& Dresser::of(QApplication& application) {
    auto* known = application.findChild<Dresser*>(QString(), Qt::FindDirectChildrenOnly);
    return known ? *known : *new Dresser(application);
}

void Dresser::setLook(const QString& sheet, const QPalette& palette, const QFont& font) {
    m_sheet = sheet;
    ++m_look;
    m_changing = true;
    m_application.setPalette(palette);
    m_application.setFont(font);
    m_changing = false;
    for (QWidget* root : m_roots.keys()) {
        if (!m_roots.contains(root)) continue;
        if (m_roots[root].is_part ? root->isVisible() : !rootOf(root->parentWidget())) wear(*root);
    }
}

void Dresser::addPart(QWidget& part) {
    // Its window has no rule, but the one style of all its parts: a widget is measured without any
    // while a widget of another style is being styled.
    QWidget* window = part.window();
    m_roots.remove(window);
    if (window->styleSheet() != kNoRule) window->setStyleSheet(kNoRule);
    if (m_roots.remove(&part)) part.setStyleSheet({});
    add(part, true);
    freshen(part);
}

void Dresser::add(QWidget& root, bool is_part) {
    if (!m_roots.contains(&root))
        connect(&root, &QObject::destroyed, this, [this, at = &root] { m_roots.remove(at); });
    m_roots[&root].is_part |= is_part;
}

/// Releases the widgets in this one that were dressed by themselves before they had a place in it.
void Dresser::releaseWithin(QWidget& root) {
    for (QWidget* each : m_roots.keys())
        if (each != &root && root.isAncestorOf(each)) release(*each);
}

/// It has the look of what it stands in now.
void Dresser::release(QWidget& root) {
    if (m_roots[&root].is_part || !rootOf(root.parentWidget())) return;
    m_roots.remove(&root);
    root.setStyleSheet({});
}

QWidget* Dresser::rootOf(QWidget* widget) const {
    while (widget && !m_roots.contains(widget)) widget = widget->parentWidget();
    return widget;
}

void Dresser::freshen(QWidget& part) {
    const auto root = m_roots.constFind(&part);
    if (root == m_roots.cend() || root->look == m_look) return;
    // What was kept from it while it was hidden.
    if (root->look > 0)
        for (const QEvent::Type what :
             {QEvent::ApplicationPaletteChange, QEvent::ApplicationFontChange})
            for (QWidget* each : QList<QWidget*>{&part} + part.findChildren<QWidget*>()) {
                QEvent event(what);
                QCoreApplication::sendEvent(each, &event);
            }
    wear(part);
}

void Dresser::wear(QWidget& root) {
    m_roots[&root].look = m_look;
    releaseWithin(root);
    root.setStyleSheet(m_sheet);
}

/// Before it is measured; a dialog before a widget in it is, which other windows may not be told
/// of: they may be half made.
void Dresser::dressWindow(QWidget& widget) {
    if (m_look == 0 || rootOf(&widget)) return;
    QWidget& window = *widget.window();
    if (&window != &widget && !qobject_cast<QDialog*>(&window)) return;
    const auto& roots = m_roots;
    const bool by_parts = std::any_of(roots.keyBegin(), roots.keyEnd(), [&](QWidget* each) {
        return roots[each].is_part && window.isAncestorOf(each);
    });
    if (by_parts) return;
    add(window, false);
    freshen(window);
}

bool Dresser::eventFilter(QObject* watched, QEvent* event) {
    const auto widget = [watched] { return qobject_cast<QWidget*>(watched); };
    switch (event->type()) {
        case QEvent::Polish:
            if (widget()) dressWindow(*widget());
            break;
        case QEvent::Show:
        case QEvent::ParentChange:
            if (!widget() || !m_roots.contains(widget())) break;
            release(*widget());
            if (event->type() == QEvent::Show) freshen(*widget());
            break;
        case QEvent::ApplicationPaletteChange:
        case QEvent::ApplicationFontChange:
            if (QWidget* root = m_changing ? rootOf(widget()) : nullptr)
                return m_roots[root].is_part && !root->isVisible();
            break;
        default:
            break;
    }
    return false;
}

}  // namespace duelo::ui
