// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "experiments/team.h"
#include "experiments/transfer/copies.h"
#include "measure/device_watch.h"
#include "measure/work.h"

namespace duelo {

/// Returns what a copy is told to be: its bytes once as its rate, and twice as what memory sees of
/// it, read and written.
[[nodiscard]] Prepared preparedCopy(std::int64_t bytes);
/// Returns the output of a copy: the digest of every byte, so that a single wrong one is found.
[[nodiscard]] Output outputOfCopy(std::span<const std::byte> copy);

/// A call copies a block of the host's memory to another one, each thread its part, which it was
/// also the first to write. The threads stay, so a call of several pays to wake them.
class HostCopy final : public Work {
public:
    HostCopy(std::int64_t bytes, const TransferWay& way);

    void setControl(CallControl control) override { m_control = std::move(control); }
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;
    void beginBlock() override { m_watch.beginBlock(); }
    [[nodiscard]] std::optional<DeviceState> deviceState() override { return m_watch.state(); }

private:
    /// Calls piece(first, bytes) for all of each member's part, in pieces between which a cancel is
    /// heard. Throws StepStopped.
    template <typename F>
    void inPieces(const F& piece);
    [[nodiscard]] double shortestMs(CopyBy by);

    const std::size_t m_bytes;
    TransferWay m_way;
    std::optional<Team> m_team;
    Lines m_from, m_to;
    CallControl m_control;
    HostWatch m_watch;
};

}  // namespace duelo
