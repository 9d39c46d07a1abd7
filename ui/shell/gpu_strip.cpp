// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/gpu_strip.h"

#include <optional>

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

#include "ui/look/elided_label.h"
#include "ui/look/letters.h"
#include "ui/look/plain_texts.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

constexpr int kTraceChars = 12;
constexpr int kFiguresShare = 5, kOthersShare = 3;  ///< of the room beside it
constexpr std::size_t kTraceRows = 60;
/// Percent and degrees of a GPU that is well have the same end.
constexpr double kTop = 100;
constexpr int kLoadStyle = 0, kHeatStyle = 1;

}  // namespace

/// Load and temperature of the latest readings, from 0 to 100 % and 100 °C.
class GpuTrace final : public QWidget {
public:
    explicit GpuTrace(const GpuMonitor& monitor) : m_monitor(monitor) {}

    [[nodiscard]] QSize sizeHint() const override {
        return {letters_px(fontMetrics(), kTraceChars), fontMetrics().height()};
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(tokens().line);
        painter.drawLine(rect().bottomLeft(), rect().bottomRight());
        draw(painter, QPen(seriesColor(kLoadStyle), 2),
             [](const GpuReading& one) { return one.load_percent; });
        draw(painter, QPen(seriesColor(kHeatStyle), 2, Qt::DotLine),
             [](const GpuReading& one) { return one.temperature_c; });
    }

private:
    /// The newest at the right; a value that was not told leaves a gap.
    template <typename Value>
    void draw(QPainter& painter, const QPen& pen, Value valueOf) const {
        painter.setPen(pen);
        const auto& rows = m_monitor.rows();
        const std::size_t first = rows.size() - qMin(rows.size(), kTraceRows);
        std::optional<QPointF> before;
        for (std::size_t i = first; i < rows.size(); ++i) {
            const std::optional<int> value = valueOf(rows[i].reading);
            std::optional<QPointF> at;
            if (value)
                at = QPointF(
                    width() - 1 - static_cast<double>(rows.size() - 1 - i) * width() / kTraceRows,
                    (height() - 1) * (1 - qBound(0.0, *value / kTop, 1.0)));
            if (before && at) painter.drawLine(*before, *at);
            before = at;
        }
    }

    const GpuMonitor& m_monitor;
};

GpuStrip::GpuStrip(GpuMonitor& monitor, const Text& text, QWidget* parent)
    : QWidget(parent),
      m_monitor(monitor),
      m_text(text),
      m_button(new QToolButton),
      m_menu(new QMenu(this)),
      m_figures(new ElidedLabel),
      m_others(new ElidedLabel),
      m_trace(new GpuTrace(monitor)) {
    setObjectName("gpuStrip");
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 2, 14, 2);
    row->setSpacing(12);
    m_button->setObjectName("gpuButton");
    m_button->setText("GPU ▴");
    m_button->setAccessibleName(tr("GPU: its processes, and its readings as a file"));
    m_button->setToolTip(m_button->accessibleName());
    m_button->setProperty("role", "quiet");
    m_button->setMenu(m_menu);
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_figures->setObjectName("gpuFigures");
    m_others->setObjectName("gpuOthers");
    m_trace->setToolTip(tr("Load (line, 0 to 100 %) and temperature (dots, 0 to 100 °C)"));
    m_trace->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    for (QLabel* label : {m_figures, m_others}) {
        label->setProperty("role", "muted");
        label->setTextFormat(Qt::PlainText);
    }
    row->addWidget(m_button);
    row->addWidget(m_trace);
    row->addWidget(m_figures, kFiguresShare);
    row->addWidget(m_others, kOthersShare);
    connect(m_menu, &QMenu::aboutToShow, this, &GpuStrip::fillMenu);
    connect(&m_monitor, &GpuMonitor::changed, this, &GpuStrip::refresh);
    hide();
}

GpuStrip::~GpuStrip() = default;

void GpuStrip::setWanted(bool wanted) {
    m_wanted = wanted;
    refresh();
}

void GpuStrip::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
    m_monitor.setWatched(true);
}

void GpuStrip::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_monitor.setWatched(false);
}

void GpuStrip::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->pos())) m_button->showMenu();
}

void GpuStrip::refresh() {
    setVisible(m_wanted && m_monitor.isPresent());
    if (!isVisible() || m_monitor.rows().empty()) return;
    const auto& [when, reading] = m_monitor.rows().back();
    const auto readAt = [time = when.toLocalTime().toString("HH:mm:ss")](const QString& told) {
        return tr("Read at %1: %2").arg(time, told);
    };
    const QString now = figures(reading, false);
    m_figures->setText(m_monitor.isFresh() ? now : readAt(now));
    m_figures->setToolTip(readAt(figures(reading, true)));
    const QString others = othersText(reading);
    m_others->setText(others.isEmpty() ? others : "⚠ " + others);
    m_others->setToolTip(others.isEmpty() ? others : tr("Also on the GPU: %1").arg(others));
    m_others->setVisible(!m_others->text().isEmpty());
    m_trace->update();
}

/// "54 °C · 3.1 of 8.0 GiB · load 87 % · 1 410 MHz · 119 W"; the tip has the memory's clock too.
QString GpuStrip::figures(const GpuReading& reading, bool all) const {
    const auto value = [this](const char* name, const auto& number) {
        return qs(m_text.value(name, number));
    };
    QStringList parts;
    if (reading.temperature_c) parts << QString("%1 °C").arg(*reading.temperature_c);
    if (reading.memory_used_bytes && reading.memory_total_bytes)
        parts << tr("%1 of %2")
                     .arg(value("used_bytes", *reading.memory_used_bytes),
                          value("total_bytes", *reading.memory_total_bytes));
    if (reading.load_percent) parts << tr("load %1").arg(value("percent", *reading.load_percent));
    if (reading.sm_clock_mhz) parts << value("sm_mhz", *reading.sm_clock_mhz);
    if (all && reading.memory_clock_mhz)
        parts << tr("memory %1").arg(value("memory_mhz", *reading.memory_clock_mhz));
    if (reading.power_w) parts << qs(formatFixed(*reading.power_w, 0, m_text.numbers())) + " W";
    return parts.join(" · ");
}

/// "blender +1": who else works on the GPU.
QString GpuStrip::othersText(const GpuReading& reading) const {
    const std::vector<GpuProcess> others = reading.others();
    if (others.empty()) return {};
    const std::string& name = others.front().name;
    QString text = name.empty() ? nameOf(others.front()) : qs(visibleText(name));
    if (others.size() > 1) text += QString(" +%1").arg(others.size() - 1);
    return text;
}

/// "python3, PID 17, 2.0 GiB", as far as it is known.
QString GpuStrip::nameOf(const GpuProcess& process) const {
    QStringList parts;
    if (!process.name.empty()) parts << qs(visibleText(process.name));
    if (process.pid) parts << QString("PID %1").arg(*process.pid);
    if (process.memory_bytes) parts << qs(m_text.value("memory_bytes", *process.memory_bytes));
    return parts.join(", ");
}

/// Anew each time: it shows the moment in which it was opened.
void GpuStrip::fillMenu() {
    m_menu->clear();
    const bool known = !m_monitor.rows().empty();
    std::vector<GpuProcess> processes;
    if (known) processes = m_monitor.rows().back().reading.processes;
    if (processes.empty()) m_menu->addAction(tr("The driver names no process"))->setEnabled(false);
    for (const GpuProcess& process : processes) {
        const QString name = withoutMnemonic(nameOf(process));
        const bool own = process.own.value_or(false);
        m_menu->addAction(own ? tr("%1 (Duelo)").arg(name) : name)->setEnabled(false);
    }
    m_menu->addSeparator();
    QAction* save = m_menu->addAction(tr("Save the readings as CSV…"));
    save->setEnabled(known);
    connect(save, &QAction::triggered, this, &GpuStrip::saveWanted);
}

}  // namespace duelo::ui
