// SPDX-License-Identifier: Apache-2.0
#include "experiments/roofs/sharing.h"

#include <array>
#include <cstring>
#include <numeric>

#include <fcntl.h>
#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

#include "machine/clock.h"

namespace duelo {
namespace {

/// The system moves as many as it likes at a time; false where it moves none.
template <typename Byte, typename Some>
bool moved(Byte* bytes, std::size_t count, const Some& some) {
    while (count > 0) {
        const auto done = some(bytes, count);
        if (done <= 0) return false;
        bytes += done;
        count -= static_cast<std::size_t>(done);
    }
    return true;
}

}  // namespace

Result<Prepared> ProcessStartWork::prepare() {
    return Prepared{.quantities = {{"process_starts", 1}}};
}

Timing ProcessStartWork::step(int calls) {
    Timing timing;
    const std::int64_t startNs = nowNs();
    for (int i = 0; i < calls; ++i) {
        const auto child = m_make(m_cell);
        child->setControl(m_control);
        const std::int64_t beganNs = nowNs();
        const auto ready = child->prepare();
        timing.wall_ms += msSince(beganNs);
        ++m_calls;
        if (!ready) throw WorkFailed{ready.error()};
        ++m_started;
    }
    timing.parts = {{"process_start", timing.wall_ms}};
    timing.spent_ms = msSince(startNs);
    return timing;
}

Output ProcessStartWork::output() {
    return outputOfRoof(static_cast<double>(m_started) / static_cast<double>(m_calls));
}

std::unique_ptr<BytePipe> BytePipe::open() {
    std::array<int, 2> ends{};
#ifdef _WIN32
    const bool opened = ::_pipe(ends.data(), 1 << 16, _O_BINARY | _O_NOINHERIT) == 0;
#else
    const bool opened = ::pipe2(ends.data(), O_CLOEXEC) == 0;
#endif
    if (!opened) return nullptr;
    return std::unique_ptr<BytePipe>(new BytePipe(ends[0], ends[1]));
}

BytePipe::~BytePipe() {
    for (const int end : {m_reading, m_writing})
#ifdef _WIN32
        ::_close(end);
#else
        ::close(end);
#endif
}

bool BytePipe::write(const char* bytes, std::size_t count) const {
    return moved(bytes, count, [this](const char* from, std::size_t left) {
#ifdef _WIN32
        return ::_write(m_writing, from, static_cast<unsigned>(left));
#else
        return ::write(m_writing, from, left);
#endif
    });
}

bool BytePipe::read(char* bytes, std::size_t count) const {
    return moved(bytes, count, [this](char* to, std::size_t left) {
#ifdef _WIN32
        return ::_read(m_reading, to, static_cast<unsigned>(left));
#else
        return ::read(m_reading, to, left);
#endif
    });
}

Result<Prepared> PipeWork::prepare() {
    m_pipe = BytePipe::open();
    if (!m_pipe) return fail("child_no_pipe");
    m_team.emplace(2);
    m_sent.assign(kPipedBytes / sizeof(float), 1.0F);
    m_received.assign(m_sent.size(), 0.0F);
    m_packed.resize(kPipedBytes);
    m_unpacked.resize(kPipedBytes);
    return Prepared{.quantities = {{"bytes_piped", kPipedBytes, "pipe_rate", "byte/s"}}};
}

Timing PipeWork::step(int calls) {
    bool sent = true, received = true;  // of one thread each
    const std::int64_t startNs = nowNs();
    for (int i = 0; i < calls && sent && received; ++i)
        m_team->run([&](int member) {
            if (member == 0) {
                std::memcpy(m_packed.data(), m_sent.data(), m_packed.size());
                sent = m_pipe->write(m_packed.data(), m_packed.size());
            } else {
                received = m_pipe->read(m_unpacked.data(), m_unpacked.size());
                std::memcpy(m_received.data(), m_unpacked.data(), m_unpacked.size());
            }
        });
    const double wall_ms = msSince(startNs);
    if (!sent || !received) throw WorkFailed{Reason{"child_no_pipe", {}, {}}};
    return {.wall_ms = wall_ms, .parts = {{"pipe", wall_ms}}};
}

Output PipeWork::output() {
    const double sum = std::accumulate(m_received.begin(), m_received.end(), 0.0);
    return outputOfRoof(sum / static_cast<double>(m_received.size()));
}

Prepared LockWork::told() const {
    return {.quantities = {{"locks", kLocksPerCall}}};
}

void LockWork::callOnce() {
    team().run([this](int member) {
        const auto all = static_cast<std::size_t>(kLocksPerCall);
        for (std::size_t i = team().begin(member, all, 1); i < team().begin(member + 1, all, 1);
             ++i) {
            const std::lock_guard lock(m_mutex);
            ++m_counted;
        }
    });
    ++m_calls;
}

/// Returns the share of the additions that were counted: without the lock some would be lost.
Output LockWork::output() {
    return outputOfRoof(static_cast<double>(m_counted) / static_cast<double>(m_calls) /
                        static_cast<double>(kLocksPerCall));
}

}  // namespace duelo
