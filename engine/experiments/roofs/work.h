// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "experiments/roofs/params.h"
#include "experiments/team.h"
#include "measure/device_watch.h"
#include "measure/work.h"

namespace duelo {

/// A work that a team of threads does in each call, on the processor alone.
class TeamWork : public Work {
public:
    explicit TeamWork(int threads) : m_threads(threads) {}

    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    void beginBlock() override { m_watch.beginBlock(); }
    [[nodiscard]] std::optional<DeviceState> deviceState() override { return m_watch.state(); }

protected:
    [[nodiscard]] virtual Prepared told() const = 0;
    [[nodiscard]] virtual const char* part() const = 0;
    virtual void callOnce() = 0;
    [[nodiscard]] Team& team() { return *m_team; }
    [[nodiscard]] int threads() const { return m_threads; }

private:
    const int m_threads;
    std::optional<Team> m_team;
    HostWatch m_watch;
};

/// Does as many multiplications and additions in a call as any other variant, shared out to
/// threads.
class FmaWork final : public TeamWork {
public:
    /// Computes in fp32, or in bf16 where there is a bf16Kernel().
    FmaWork(int threads, Precision precision) : TeamWork(threads), m_precision(precision) {}

    [[nodiscard]] Output output() override;

protected:
    [[nodiscard]] Prepared told() const override;
    [[nodiscard]] const char* part() const override { return "compute"; }
    void callOnce() override;

private:
    const Precision m_precision;
    std::vector<float> m_sums;  ///< of each thread
};

/// Returns the output of any roof of arithmetic, whose numbers come to 1, by whatever they were
/// computed.
[[nodiscard]] Output outputOfRoof(double mean);

/// Has every thread of a team at work once, on nothing, and waits for all.
class StartWork final : public TeamWork {
public:
    StartWork(int threads, TeamStart how) : TeamWork(threads), m_how(how) {}

    [[nodiscard]] Output output() override;

protected:
    [[nodiscard]] Prepared told() const override;
    [[nodiscard]] const char* part() const override { return "team_start"; }
    void callOnce() override;

private:
    const TeamStart m_how;
    std::atomic<std::int64_t> m_started = 0;
    std::int64_t m_calls = 0;
};

}  // namespace duelo
