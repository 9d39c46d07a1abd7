// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "experiments/roofs/work.h"

/// Costs of sharing work out (S4-19): a process, a copy between two of them, a lock.
namespace duelo {

/// Makes the work of a cell in a process of its own.
using MakeInProcess = std::function<std::unique_ptr<Work>(const Cell&)>;

/// Starts a child engine in each call, until it has loaded its libraries and answers that it is
/// ready: what each process of a training begins with. Its end is in no time.
class ProcessStartWork final : public Work {
public:
    /// `cell`: what it is to be ready for.
    ProcessStartWork(MakeInProcess make, Cell cell)
        : m_make(std::move(make)), m_cell(std::move(cell)) {}

    void setControl(CallControl control) override { m_control = std::move(control); }
    [[nodiscard]] Result<Prepared> prepare() override;
    /// Throws WorkFailed with the reasons of ChildWork.
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;

private:
    const MakeInProcess m_make;
    const Cell m_cell;
    CallControl m_control;
    std::int64_t m_started = 0, m_calls = 0;
};

/// Two ends of the system's pipe, in this process.
class BytePipe {
public:
    /// Opens a pipe; nothing where the system has none left.
    [[nodiscard]] static std::unique_ptr<BytePipe> open();
    ~BytePipe();
    BytePipe(const BytePipe&) = delete;
    BytePipe& operator=(const BytePipe&) = delete;

    /// Writes or reads all of it; false where the pipe is broken. Each for one thread.
    [[nodiscard]] bool write(const char* bytes, std::size_t count) const;
    [[nodiscard]] bool read(char* bytes, std::size_t count) const;

private:
    BytePipe(int reading, int writing) : m_reading(reading), m_writing(writing) {}
    const int m_reading, m_writing;
};

inline constexpr std::int64_t kPipedBytes = std::int64_t{1} << 20;

/// Sends numbers as pickle and a pipe do: packs them into a message, writes it, and at the other
/// end reads and unpacks it. The other end is a thread: the way through the system is that to
/// another process, without its start.
class PipeWork final : public Work {
public:
    /// Reason: "child_no_pipe" where the system has none left.
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;
    void beginBlock() override { m_watch.beginBlock(); }
    [[nodiscard]] std::optional<DeviceState> deviceState() override { return m_watch.state(); }

private:
    std::unique_ptr<BytePipe> m_pipe;
    std::optional<Team> m_team;
    std::vector<float> m_sent, m_received;
    std::vector<char> m_packed, m_unpacked;  ///< the message, at each end
    HostWatch m_watch;
};

inline constexpr std::int64_t kLocksPerCall = 10'000;

/// Takes one lock so often in all, shared out to the threads, and counts under it.
class LockWork final : public TeamWork {
public:
    explicit LockWork(int threads) : TeamWork(threads) {}

    [[nodiscard]] Output output() override;

protected:
    [[nodiscard]] Prepared told() const override;
    [[nodiscard]] const char* part() const override { return "lock"; }
    void callOnce() override;

private:
    std::mutex m_mutex;
    std::int64_t m_counted = 0, m_calls = 0;
};

}  // namespace duelo
