// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/gpu_monitor.h"

#include <utility>

#include "report/long_table_line.h"
#include "report/writers.h"
#include "ui/session/reply.h"

namespace duelo::ui {

namespace {

constexpr int kAsk_ms = 2000;
constexpr qint64 kLeastGap_ms = 1000;
/// Longer than asking takes, and a round of what is measured.
constexpr qint64 kFresh_ms = 6000;
constexpr std::chrono::seconds kReadingPatience{20};

/// "python3 (pid 17, 2147483648 B); pid 18".
std::string processesText(const std::vector<GpuProcess>& processes) {
    std::string text;
    for (const GpuProcess& process : processes) {
        std::string known;
        if (process.pid) known = "pid " + std::to_string(*process.pid);
        if (process.memory_bytes)
            known += (known.empty() ? "" : ", ") + std::to_string(*process.memory_bytes) + " B";
        if (!text.empty()) text += "; ";
        text += process.name.empty() ? known : process.name + " (" + known + ")";
    }
    return text;
}

}  // namespace

GpuMonitor::GpuMonitor(EngineClient& client, std::function<bool()> isMeasuring)
    : m_client(client), m_isMeasuring(std::move(isMeasuring)) {
    m_timer.setInterval(kAsk_ms);
    connect(&m_timer, &QTimer::timeout, this, &GpuMonitor::ask);
    connect(&m_client, &EngineClient::gpuArrived, this, &GpuMonitor::take);
}

void GpuMonitor::setPresent(bool present) {
    if (std::exchange(m_present, present) != present) Q_EMIT changed();
    setWatched(m_watched);
}

void GpuMonitor::setWatched(bool watched) {
    m_watched = watched;
    if (!m_watched || !m_present) return m_timer.stop();
    if (m_timer.isActive()) return;
    m_timer.start();
    ask();
}

void GpuMonitor::ask() {
    if (m_fresh && m_sinceRow.elapsed() > kFresh_ms) {
        m_fresh = false;
        Q_EMIT changed();
    }
    if (m_asking || m_isMeasuring() || !m_client.isRunning()) return;
    m_asking = true;
    m_client.request({{"c", "gpu"}}, this,
                     [this](const Result<Json>& reply) {
                         m_asking = false;
                         if (reply && !isTrue(*reply, "told")) setPresent(false);
                     },
                     {.timeout = kReadingPatience});
}

void GpuMonitor::take(const GpuReading& reading) {
    if (m_sinceRow.isValid() && m_sinceRow.elapsed() < kLeastGap_ms) return;
    m_sinceRow.start();
    m_fresh = true;
    m_rows.push_back({QDateTime::currentDateTimeUtc(), reading});
    if (m_rows.size() > kMostRows) m_rows.pop_front();
    Q_EMIT changed();
}

std::string GpuMonitor::csv() const {
    using namespace long_table;
    LongTable table;
    for (const auto& [when, reading] : m_rows) {
        Line line(table, table.columns.empty());
        line.put("time_utc", textValue(when.toString(Qt::ISODateWithMs).toStdString()));
        line.put("temperature_c", whole(reading.temperature_c));
        line.put("memory_used_bytes", whole(reading.memory_used_bytes));
        line.put("memory_total_bytes", whole(reading.memory_total_bytes));
        line.put("load_percent", whole(reading.load_percent));
        line.put("sm_clock_mhz", whole(reading.sm_clock_mhz));
        line.put("memory_clock_mhz", whole(reading.memory_clock_mhz));
        line.put("power_w", number(reading.power_w));
        line.put("processes", textValue(processesText(reading.processes)));
    }
    return writeCsv(table);
}

}  // namespace duelo::ui
