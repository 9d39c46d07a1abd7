// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <memory>

class QObject;

namespace duelo::ui {

/// Runs slow work on threads of its own: files lie on slow disks and on network shares that do not
/// answer any more, and the window must not wait for them. A thread that hangs there is left
/// behind.
class Background {
    struct Desk;

public:
    /// The link from running work to the window that wants it. Copies are the same; any thread may
    /// hold one.
    class Task {
    public:
        /// False once the work was forgotten: then it may as well end.
        [[nodiscard]] bool isWanted() const;
        /// Has this done in the window's thread, unless the work is forgotten by then.
        void tell(std::function<void()> what) const;

    private:
        friend class Background;
        std::shared_ptr<Desk> m_desk;
        int m_number = 0;
    };

    /// `context` lives in the window's thread, where also everything here is called.
    explicit Background(QObject& context);
    /// Waits a moment for a thread that is at work, so that it meets no program that is leaving.
    ~Background();
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// Begins this, beside what is at work.
    void start(std::function<void(const Task&)> work);
    /// Forgets the work that is running: it tells nothing any more.
    void forget();
    /// Waits for the threads of all, also of those that are gone, at most so long. Called before
    /// the program ends: what they compute reads what it takes down.
    static void waitForAll(std::chrono::milliseconds longest);
    /// Lets a large value go where that blocks nobody. The caller keeps nothing of it.
    static void discard(std::shared_ptr<const void> value);

private:
    std::shared_ptr<Desk> m_desk;
};

}  // namespace duelo::ui
