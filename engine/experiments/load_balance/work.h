// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "experiments/load_balance/params.h"
#include "experiments/team.h"
#include "measure/device_watch.h"
#include "measure/work.h"

namespace duelo {

/// A call makes the picture once. The threads stay, and each looks at the clock after every row, so
/// that it is known who worked when. Where there are enough cores each keeps to one.
class LoadBalanceWork final : public Work {
public:
    LoadBalanceWork(int size_px, const BalanceWay& way);

    void setControl(CallControl control) override { m_control = std::move(control); }
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    /// Tells of the last call {span_ms, threads: [{busy_ms, lane}]}, where a lane has a digit for
    /// each of kLaneSlots equal times, 0 to 9, by how much of it the thread computed. The metric
    /// "balance" is of all calls: the mean busy time of a thread over that of the busiest.
    [[nodiscard]] Output output() override;
    void beginBlock() override { m_watch.beginBlock(); }
    [[nodiscard]] std::optional<DeviceState> deviceState() override { return m_watch.state(); }

    [[nodiscard]] static std::int64_t bytesOf(int size_px);

private:
    /// The time at which a row was made, and the thread that made it.
    struct RowTime {
        int thread = 0;
        std::int64_t begin_ns = 0, end_ns = 0;
    };
    /// Times for which threads computed in a call.
    struct Busy {
        double mean_ms = 0, most_ms = 0;
    };
    [[nodiscard]] Busy callOnce();
    void makeRows(int thread);
    [[nodiscard]] std::vector<double> busyMs() const;
    [[nodiscard]] Json lanes() const;

    const int m_size_px;
    const BalanceWay m_way;
    const std::vector<int> m_cpus;
    CallControl m_control;
    HostWatch m_watch;
    Team m_team;
    RowSharing m_sharing;
    std::vector<std::uint8_t> m_picture;
    std::vector<RowTime> m_times;
    std::vector<double> m_balances;  ///< of each call
    std::int64_t m_began_ns = 0, m_ended_ns = 0;
};

}  // namespace duelo
