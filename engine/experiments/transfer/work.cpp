// SPDX-License-Identifier: Apache-2.0
#include "experiments/transfer/work.h"

#include <algorithm>
#include <cstring>

#include "base/sha256.h"
#include "machine/clock.h"

namespace duelo {

namespace {

/// A tenth of a second of copying, so that a cancel is heard, and far more than the library looks
/// at to decide how it copies.
constexpr std::size_t kPieceBytes = std::size_t{1} << 30;

constexpr std::size_t kCopyDigits = 16;

}  // namespace

Prepared preparedCopy(std::int64_t bytes) {
    return {
        .quantities = {{"bytes_copied", bytes, "copy_rate", "byte/s"}, {"bytes_moved", 2 * bytes}}};
}

Output outputOfCopy(std::span<const std::byte> copy) {
    return {.fingerprint = Fingerprint{.sha256 = sha256Hex(copy).substr(0, kCopyDigits)}};
}

HostCopy::HostCopy(std::int64_t bytes, const TransferWay& way)
    : m_bytes(static_cast<std::size_t>(bytes)), m_way(way) {}

template <typename F>
void HostCopy::inPieces(const F& piece) {
    m_team->run([&](int member) {
        const std::size_t end = m_team->begin(member + 1, m_bytes, kLineBytes);
        std::size_t at = m_team->begin(member, m_bytes, kLineBytes);
        while (at < end) {
            const std::size_t bytes = std::min(kPieceBytes, end - at);
            piece(at, bytes);
            at += bytes;
            if (bytes == kPieceBytes && m_control.stop.stop_requested()) return;
        }
    });
    if (m_bytes >= kPieceBytes && m_control.stop.stop_requested()) throw StepStopped{};
}

Result<Prepared> HostCopy::prepare() {
    m_team.emplace(m_way.threads);
    m_from = makeLines(m_bytes);
    m_to = makeLines(m_bytes);
    inPieces([&](std::size_t first, std::size_t bytes) {
        fillWords({m_from.get() + first, bytes}, first);
        std::memset(m_to.get() + first, 0, bytes);
    });
    if (m_way.fastest)
        m_way.by =
            shortestMs(CopyBy::Loop) < shortestMs(CopyBy::Memcpy) ? CopyBy::Loop : CopyBy::Memcpy;
    return preparedCopy(static_cast<std::int64_t>(m_bytes));
}

/// Returns the shortest time of a call, of a few rows of calls.
double HostCopy::shortestMs(CopyBy by) {
    constexpr int kRows = 5;
    constexpr std::size_t kRowBytes = std::size_t{16} << 20;
    m_way.by = by;
    const int calls = static_cast<int>(std::max<std::size_t>(1, kRowBytes / m_bytes));
    double shortest_ms = step(calls).wall_ms;
    for (int row = 1; row < kRows; ++row) shortest_ms = std::min(shortest_ms, step(calls).wall_ms);
    return shortest_ms / calls;
}

Timing HostCopy::step(int calls) {
    const auto copy = [this](std::size_t first, std::size_t bytes) {
        copyBytes(m_way.by, m_to.get() + first, m_from.get() + first, bytes);
    };
    const std::int64_t startNs = nowNs();
    for (int i = 0; i < calls; ++i) inPieces(copy);
    const double wall_ms = msSince(startNs);
    return {.wall_ms = wall_ms, .parts = {{"copy", wall_ms}}};  // a call does nothing else
}

Output HostCopy::output() {
    Output output = outputOfCopy({m_to.get(), m_bytes});
    if (m_way.fastest) output.output["copy"] = word(m_way.by);
    return output;
}

}  // namespace duelo
