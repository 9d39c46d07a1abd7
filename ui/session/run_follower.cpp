// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_follower.h"

#include <utility>

#include <QFile>

#include "record/record_decode.h"
#include "ui/session/line_buffer.h"

namespace duelo::ui {

namespace {

/// Between two looks at the file: a reader that is seldom there disturbs no measurement.
constexpr int kPause_ms = 500;
/// So that what was measured long ago is shown in steps, as it is read.
constexpr qint64 kMostAtOnce_bytes = 4 << 20;

}  // namespace

/// Used by one thread at a time.
struct RunFollower::Reader {
    QFile file;
    LineBuffer lines;

    std::vector<Record> read() {
        std::vector<Record> records;
        if (!file.isOpen() && !file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
            return records;
        const QByteArray bytes = file.read(kMostAtOnce_bytes);
        lines.append({bytes.constData(), static_cast<std::size_t>(bytes.size())});
        while (const auto line = lines.next())
            if (auto record = decode(*line)) records.push_back(*std::move(record));
        return records;
    }
    [[nodiscard]] bool hasMore() const { return file.isOpen() && file.pos() < file.size(); }
};

RunFollower::RunFollower(QObject* parent) : QObject(parent) {
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &RunFollower::look);
}

void RunFollower::start(const QString& file, std::shared_ptr<const RunningMeasurement> process) {
    leave();
    m_process = std::move(process);
    m_reader = std::make_shared<Reader>();
    m_reader->file.setFileName(file);
    m_live = false;
    look();
}

void RunFollower::leave() {
    m_timer.stop();
    m_background.forget();
    m_reader.reset();
    m_process.reset();
}

bool RunFollower::stop() const {
    return m_process && m_process->stop();
}

void RunFollower::look() {
    m_background.start([this, reader = m_reader, process = m_process](const auto& task) {
        const bool alive = process->isAlive();  // before: what it wrote last is read
        const auto records = std::make_shared<std::vector<Record>>(reader->read());
        task.tell(
            [this, records, more = reader->hasMore(), alive] { take(*records, more, alive); });
    });
}

void RunFollower::take(const std::vector<Record>& records, bool more, bool alive) {
    const auto reader = m_reader;
    if (!records.empty()) Q_EMIT recordsArrived(records, m_live);
    if (reader != m_reader) return;  // whoever heard them has left
    if (more) return look();
    m_live = true;
    if (alive) return m_timer.start(kPause_ms);
    leave();
    Q_EMIT ended();
}

}  // namespace duelo::ui
