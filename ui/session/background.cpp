// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/background.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include <QObject>

namespace duelo::ui {

namespace {
/// A reading that is told to end does so within milliseconds, a comparison within a second.
constexpr std::chrono::seconds kFarewell{1};

/// The threads of every Background.
struct Threads {
    std::mutex mutex;
    std::condition_variable left;
    int at_work = 0;
};

/// Never taken down: a thread that hangs may come back at any time.
Threads& threads() {
    static auto* const all = new Threads;
    return *all;
}

/// Counts a thread for as long as it is at work.
class Counted {
public:
    Counted() {
        const std::lock_guard lock(threads().mutex);
        ++threads().at_work;
    }
    ~Counted() {
        if (!m_counts) return;
        const std::lock_guard lock(threads().mutex);
        --threads().at_work;
        threads().left.notify_all();
    }
    Counted(Counted&& other) noexcept : m_counts(std::exchange(other.m_counts, false)) {}
    Counted& operator=(Counted&&) = delete;

private:
    bool m_counts = true;
};

}  // namespace

/// Outlives its Background as long as a thread needs it.
struct Background::Desk {
    std::mutex mutex;
    std::condition_variable left;
    QObject* context = nullptr;  ///< null once the Background is gone
    int wanted = 0;              ///< number of the tasks that are
    int at_work = 0;             ///< threads
};

bool Background::Task::isWanted() const {
    const std::lock_guard lock(m_desk->mutex);
    return m_desk->context && m_desk->wanted == m_number;
}

void Background::Task::tell(std::function<void()> what) const {
    const std::lock_guard lock(m_desk->mutex);
    if (!m_desk->context || m_desk->wanted != m_number) return;
    QMetaObject::invokeMethod(
        m_desk->context,
        [task = *this, what = std::move(what)] {
            if (task.isWanted()) what();
        },
        Qt::QueuedConnection);
}

Background::Background(QObject& context) : m_desk(std::make_shared<Desk>()) {
    m_desk->context = &context;
}

Background::~Background() {
    std::unique_lock lock(m_desk->mutex);
    m_desk->context = nullptr;
    m_desk->left.wait_for(lock, kFarewell, [this] { return m_desk->at_work == 0; });
}

void Background::start(std::function<void(const Task&)> work) {
    Task task;
    task.m_desk = m_desk;
    {
        const std::lock_guard lock(m_desk->mutex);
        task.m_number = m_desk->wanted;
        ++m_desk->at_work;
    }
    std::thread([task, work = std::move(work), counted = Counted()]() mutable {
        work(task);
        work = nullptr;  // what it holds goes before anybody thinks that it has ended
        const std::lock_guard lock(task.m_desk->mutex);
        --task.m_desk->at_work;
        task.m_desk->left.notify_all();
    }).detach();
}

void Background::forget() {
    const std::lock_guard lock(m_desk->mutex);
    ++m_desk->wanted;
}

void Background::waitForAll(std::chrono::milliseconds longest) {
    std::unique_lock lock(threads().mutex);
    threads().left.wait_for(lock, longest, [] { return threads().at_work == 0; });
}

void Background::discard(std::shared_ptr<const void> value) {
    std::thread([value = std::move(value)]() mutable { value.reset(); }).detach();
}

}  // namespace duelo::ui
