// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "base/text.h"
#include "ui/session/gpu_monitor.h"

class QLabel;
class QMenu;
class QToolButton;

namespace duelo::ui {

class GpuTrace;

/// A line of how the GPU stands: figures with their units, load and temperature of the last
/// minutes, and who else is on it. A click opens the list of processes, and offers the readings as
/// a file. It has nothing to show where there is no GPU.
class GpuStrip final : public QWidget {
    Q_OBJECT

public:
    /// `monitor` must outlive it.
    GpuStrip(GpuMonitor& monitor, const Text& text, QWidget* parent = nullptr);
    ~GpuStrip() override;

    /// Whether the page in view is one that measures.
    void setWanted(bool wanted);

Q_SIGNALS:
    /// The readings as a file (GpuMonitor::csv()).
    void saveWanted();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void refresh();
    void fillMenu();
    [[nodiscard]] QString figures(const GpuReading& reading, bool all) const;
    [[nodiscard]] QString othersText(const GpuReading& reading) const;
    [[nodiscard]] QString nameOf(const GpuProcess& process) const;

    GpuMonitor& m_monitor;
    Text m_text;
    QToolButton* m_button;
    QMenu* m_menu;
    QLabel *m_figures, *m_others;
    GpuTrace* m_trace;
    bool m_wanted = false;
};

}  // namespace duelo::ui
