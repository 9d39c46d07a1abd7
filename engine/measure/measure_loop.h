// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <stop_token>
#include <vector>

#include "machine/heartbeat.h"
#include "measure/call_watch.h"
#include "measure/energy_block.h"
#include "measure/lane.h"
#include "record/tolerance.h"

namespace duelo {

/// Measures the variants of one case interleaved (engine/README.md, DMP-1): agreement of their
/// outputs, warm-up, shuffled rounds until each is precise enough, the samples' validity. Work that
/// is a Course is followed to its end instead, a call of each variant in turn. Writes samples as
/// they come and each lane's result as soon as it is known.
class MeasureLoop {
public:
    struct Context {
        const Protocol& protocol;
        const Params& base;
        std::uint64_t seed;
        std::int64_t originNs;  ///< t0_ms counts from here
        double clockReadNs;
        std::stop_token stop;
        CallWatch& watch;
        std::function<void(const Record&)> emit;
        std::function<Failure(const std::exception_ptr&)> describe;
        LossOf loss;                    ///< Spec::loss
        std::function<void()> observe;  ///< called between rounds, at most every two seconds
        const Heartbeat& heartbeat;
        double& tails_left_ms;  ///< what withTail() may still take
        EnergyReader energy{};  ///< empty: nobody counts
    };

    MeasureLoop(Context context, std::vector<Lane>& lanes);

    /// Every lane has its result afterwards, also those that fail or are stopped on the way, but
    /// for those whose device another has broken.
    void run();

    /// Runs one call of a lane's work with its exceptions turned into the lane's failure, or, where
    /// the user has stopped it, into `stopped`.
    /// \returns whether the lane is still open.
    static bool guarded(Lane& lane, const Context& context, const std::function<void()>& call);
    /// Writes what a lane's course has found since the last time.
    static void tellNews(Lane& lane, const Context& context);

private:
    void repeatCalls();
    void check();
    void warmUp(Lane& lane);
    void followCourses();
    void finishCourse(Lane& lane);
    /// Asks a lane for its output, which the lane keeps; tells what the calls have found out.
    bool askOutput(Lane& lane);
    void suspendCourse(Lane& lane);
    void prepareTurns(Lane& lane);
    void rounds();
    void takeTurn(Lane& lane, int round);
    /// Waits until the device has rested as long as it needs; turns of others are rest for it.
    void coolDown(Device device);
    /// Unmeasured calls: what ran before has put the caches, and a GPU's clock, to sleep.
    /// \returns whether the lane is still open, as the next does.
    bool wake(Lane& lane, int round);
    /// One sample and what is wrong with it, appended to the lane.
    /// \returns whether the turn goes on: the lane is open and nothing has slept.
    bool sample(Lane& lane, int round);
    void judgeBlock(Lane& lane, std::size_t first);
    static void keepWherePreemptedAlways(Lane& lane, std::size_t first);
    [[nodiscard]] bool ratiosSettled(const Lane& lane) const;
    void closeMeasured(Lane& lane);
    /// Reads the counter of a lane's device: joules since some moment.
    [[nodiscard]] std::optional<double> joulesFor(const Lane& lane) const;
    /// Calls for a second between two readings of its device's counter, which moves in steps, where
    /// the samples were too short to be counted themselves.
    void measureEnergy(Lane& lane);
    /// Returns why the process stood still since that time and stamp; a sleeping machine is
    /// Stopped.
    [[nodiscard]] Standstill standstillSince(std::int64_t since_ns, const SleepStamp& stamp) const;
    void close(Lane& lane, Status status, std::optional<Reason> reason);
    void flush(Lane& lane);
    void flushDue();
    void observe();
    /// Tells whether another lane has broken the device that this one needs. It gets no result, so
    /// a resumed run measures it.
    [[nodiscard]] bool lost(const Lane& lane) const;
    [[nodiscard]] bool open(const Lane& lane) const { return lane.open() && !lost(lane); }
    [[nodiscard]] std::size_t openLanes() const;
    [[nodiscard]] bool stopped() const { return m_context.stop.stop_requested(); }

    Context m_context;
    std::vector<Lane>& m_lanes;
    std::size_t m_base = 0;  ///< the lane that ratios are against
    std::mt19937_64 m_random;
    /// The rest that a throttled device is given before its next turn.
    struct CoolDown {
        double ms = 0;
        std::int64_t beganNs = 0;
    };
    std::map<Device, CoolDown> m_coolDowns;
    std::optional<Device> m_awake;  ///< has done the latest calls and not rested since
    double m_pausedMs = 0;          ///< of the turn, in which this process or the machine slept
    std::int64_t m_lastFlushNs = 0;
    std::int64_t m_lastObservedNs = 0;
};

}  // namespace duelo
