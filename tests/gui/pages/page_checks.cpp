// SPDX-License-Identifier: GPL-3.0-or-later
#include "page_checks.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>

#include "plan/plan.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui::test {

namespace {

QString nameOf(const QWidget& widget) {
    QString text;
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) text = label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) text = button->text();
    return QString("%1 \"%2\"").arg(widget.metaObject()->className(), text.left(60));
}

/// Returns the controls that a person uses. Scroll bars and the inner parts of compound controls
/// are Qt's.
QList<QWidget*> controls(const QWidget& page) {
    QList<QWidget*> found;
    for (QWidget* widget : page.findChildren<QWidget*>()) {
        const auto* scrolls = dynamic_cast<ScrollPage*>(widget);
        const bool control =
            qobject_cast<QAbstractButton*>(widget) || qobject_cast<QLineEdit*>(widget) ||
            qobject_cast<QAbstractItemView*>(widget) || qobject_cast<QPlainTextEdit*>(widget) ||
            qobject_cast<QTabBar*>(widget) ||
            (scrolls && scrolls->verticalScrollBar()->maximum() > 0);
        const bool inner = qobject_cast<QLineEdit*>(widget->parentWidget()) ||
                           qobject_cast<QTabBar*>(widget->parentWidget()) ||
                           qobject_cast<QAbstractItemView*>(widget->parentWidget());
        if (control && !inner && widget->isVisible()) found.append(widget);
    }
    return found;
}

Json planOf(const std::vector<Json>& models, const std::vector<Json>& sizes_px) {
    return toJson(Plan{.experiment = "inference",
                       .cases = {{{"model", models}, {"size_px", sizes_px}}},
                       .variants = {Block()}});
}

}  // namespace

ProbeSheet gpuSheet() {
    ProbeSheet sheet = cpuSheet("");
    sheet.machine.cpu = {.name = "Intel(R) Core(TM) i7-12700",
                         .usable_logical = 20,
                         .cores = 12,
                         .logical = 20,
                         .kinds = {{.kind = "performance", .cores = 8, .logical = 16},
                                   {.kind = "efficiency", .cores = 4, .logical = 4}}};
    sheet.gpu = {.available = true,
                 .name = "NVIDIA GeForce RTX 3060",
                 .compute_capability = "8.6",
                 .memory_total_bytes = 12884901888LL,
                 .multiprocessors = 28,
                 .driver = "581.15",
                 .driver_cuda = "13.0",
                 .libraries = {{"cudart", "C:\\Duelo\\cudart64_13.dll"}}};
    return sheet;
}

ProbeSheet cpuSheet(const std::string& code, const Json& args) {
    return {.kind = "probe",
            .app = "0.1.0",
            .machine = {.id = "5a71ade1",
                        .cpu = {.name = "AMD Ryzen 5 3600",
                                .usable_logical = 12,
                                .cores = 6,
                                .logical = 12,
                                .kinds = {{.kind = "all", .cores = 6, .logical = 12}}},
                        .memory = {.total_bytes = 17179869184LL},
                        .os = {.name = "Windows 11", .arch = "x86_64"},
                        .virtual_machine = false,
                        .environment = {{"OMP_NUM_THREADS", "4"}}},
            .state = {.power_source = "battery", .memory = {.available_bytes = 8589934592LL}},
            .engine = {.libtorch = "2.11.0",
                       .libraries = {{.name = "libtorch_cpu.so",
                                      .path = "/usr/lib/a/rather/long/folder/libtorch_cpu.so"}}},
            .clock = {.clock = "steady",
                      .read_ns = 24.5,
                      .resolution_ns = 20.0,
                      .monotonic = true,
                      .reads = 1000000},
            .gpu = {.available = false,
                    .reason = Reason{code, args, "the loader's own words"},
                    .driver = "551.23",
                    .driver_cuda = "12.4"},
            .warnings = {{"on_battery", Json::object(), {}}},
            .default_plan = planOf({"resnet18"}, {224, 512, 1024}),
            .offers = {{.id = "samples", .plan = planOf({"efficientnet_lite0"}, {224})}},
            .experiments = {{.id = "inference",
                             .models = {{.name = "resnet18",
                                         .parameters = 11689512,
                                         .min_size_px = 32,
                                         .weights = "random"},
                                        {.name = "efficientnet_lite0",
                                         .parameters = 4652008,
                                         .min_size_px = 32,
                                         .weights = "official"}}}}};
}

QString visibleWords(const QWidget& page) {
    QStringList words;
    for (const QLabel* label : page.findChildren<QLabel*>())
        if (label->isVisibleTo(&page)) words.append(label->text());
    for (const QAbstractButton* each : page.findChildren<QAbstractButton*>())
        if (each->isVisibleTo(&page)) words.append(each->text());
    return words.join('\n');
}

QAbstractButton* button(const QWidget& page, const QString& caption) {
    for (QAbstractButton* each : page.findChildren<QAbstractButton*>())
        if (each->isVisibleTo(&page) && each->text() == caption) return each;
    return nullptr;
}

QStringList clipped(const QWidget& page) {
    QStringList found;
    for (const QLabel* label : page.findChildren<QLabel*>()) {
        if (!label->isVisible() || label->text().isEmpty()) continue;
        const bool fits = label->wordWrap()
                              ? label->height() >= label->heightForWidth(label->width()) &&
                                    label->width() >= label->minimumSizeHint().width()
                              : label->width() >= label->sizeHint().width() &&
                                    label->height() >= label->sizeHint().height();
        if (!fits) found.append(nameOf(*label));
        if (label->text().contains('{') || label->text().contains('|'))
            found.append("not filled in: " + nameOf(*label));
    }
    for (const QPushButton* each : page.findChildren<QPushButton*>()) {
        if (!each->isVisible() || dynamic_cast<const ElidedLink*>(each)) continue;
        if (each->width() < each->sizeHint().width() || each->height() < each->sizeHint().height())
            found.append(nameOf(*each));
    }
    for (const QScrollArea* area : page.findChildren<QScrollArea*>())
        if (area->isVisible() && area->horizontalScrollBar()->maximum() > 0)
            found.append("scrolls sideways: " + nameOf(*area));
    return found;
}

QStringList nameless(const QWidget& page) {
    QStringList found;
    for (QWidget* control : controls(page)) {
        QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(control);
        if (!spoken || spoken->text(QAccessible::Name).trimmed().isEmpty())
            found.append(nameOf(*control));
    }
    return found;
}

QList<QWidget*> tabOrder(QWidget& page) {
    QList<QWidget*> order;
    // A page of a few dozen controls is once around long before this.
    for (int i = 0; i < 500; ++i) {
        QKeyEvent tab(QEvent::KeyPress, Qt::Key_Tab, Qt::NoModifier);
        QWidget* from = QApplication::focusWidget();
        QApplication::sendEvent(from ? from : &page, &tab);
        QWidget* focus = QApplication::focusWidget();
        if (!focus || order.contains(focus)) break;
        order.append(focus);
    }
    return order;
}

QStringList outOfOrder(QWidget& page) {
    const QList<QWidget*> order = tabOrder(page);
    QStringList found;
    for (int i = 0; i < order.size(); ++i) {
        const QWidget *from = order[i], *to = order[(i + 1) % order.size()];
        const QRect a(from->mapTo(&page, QPoint()), from->size());
        const QRect b(to->mapTo(&page, QPoint()), to->size());
        const bool up = b.bottom() <= a.top() && b.left() <= a.right();
        const bool back = b.right() <= a.left() && b.top() <= a.bottom() && a.top() <= b.bottom();
        if (up || back) found.append(nameOf(*from) + " to " + nameOf(*to));
    }
    if (found.size() == 1) found.clear();
    return found;
}

QStringList unreachable(QWidget& page) {
    const QList<QWidget*> reached = tabOrder(page);
    QStringList found;
    for (QWidget* control : controls(page)) {
        QWidget* target = control;
        while (target->focusProxy()) target = target->focusProxy();
        if (control->isEnabled() && !reached.contains(target)) found.append(nameOf(*control));
    }
    return found;
}

}  // namespace duelo::ui::test
