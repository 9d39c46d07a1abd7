// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "measure/work.h"
#include "record/record.h"
#include "stats/statistics.h"

namespace duelo {

/// All samples of a lane, in order; the only place where they are. What a stop rule, a summary, a
/// ratio or a record needs of them is a view of this.
class SampleLog {
public:
    explicit SampleLog(std::string cell) { m_all.cell = std::move(cell); }

    /// A timed block of `calls` calls; what is kept of it is the time of one.
    void add(int round, double t0_ms, int calls, const Timing& block, DiscardCause discard);
    /// Leaves the samples from `first` on out of the figures.
    void discardFrom(std::size_t first, DiscardCause cause);
    /// Lets those from `first` on count again that were left out for that cause.
    void keepFrom(std::size_t first, DiscardCause cause);
    /// The samples since the last closed round are judged: those that are not discarded count from
    /// now on, up to `most` in all.
    void closeRound(int round, std::size_t most);

    /// All samples, discarded ones and those of the open round too.
    [[nodiscard]] std::size_t size() const { return m_all.wall_ms.size(); }
    [[nodiscard]] const std::vector<int>& discards() const { return m_all.discard; }
    /// Returns the samples from `first` on as a record has them; lists that say nothing are empty.
    [[nodiscard]] Samples from(std::size_t first) const;

    /// The samples that count, in milliseconds per call: kept() in order, sorted() by size.
    [[nodiscard]] std::span<const double> kept() const { return m_kept; }
    [[nodiscard]] std::span<const double> sorted() const { return m_sorted; }
    /// Return the median of each round, of which ratios are made: NaN where a round gave no sample
    /// that counts; the second leaves those out.
    [[nodiscard]] std::span<const double> roundMedians() const { return m_roundMedians; }
    [[nodiscard]] std::span<const double> keptRoundMedians() const { return m_keptRoundMedians; }
    /// Returns the number of rounds that gave samples that count, as if all processes had as many
    /// as the one that has the fewest.
    [[nodiscard]] std::size_t evenRounds() const;
    /// Returns the median of each process by itself, where several did the calls; else nothing.
    [[nodiscard]] std::vector<MedianEstimate> ofEachProcess() const;
    /// The time that was measured for them: that of all calls, not of one in each block.
    [[nodiscard]] double measuredMs() const { return m_measured_ms; }

    [[nodiscard]] std::optional<double> medianDeviceMs() const;
    [[nodiscard]] std::optional<double> medianSubmitMs() const;
    /// Return the time of a call of instances side by side: on their mean, and in the slowest.
    [[nodiscard]] std::optional<MedianEstimate> latency() const;
    [[nodiscard]] std::optional<MedianEstimate> slowest() const;
    /// Returns the parts of the median sample (middleParts()) among the kept ones that have any.
    [[nodiscard]] Parts parts() const;

private:
    [[nodiscard]] std::optional<double> medianOf(const std::vector<double>& values) const;
    /// Estimates the median of those values whose samples count.
    [[nodiscard]] std::optional<MedianEstimate> estimateOf(const std::vector<double>& values) const;

    Samples m_all;               ///< its lists are parallel, or empty where nothing was measured
    std::vector<Parts> m_parts;  ///< parallel too
    std::size_t m_judged = 0;    ///< samples of closed rounds
    std::vector<std::size_t> m_keptAt;    ///< where they are in m_all
    std::vector<std::size_t> m_roundsOf;  ///< that gave samples that count, by process
    std::vector<double> m_kept, m_sorted, m_roundMedians, m_keptRoundMedians;
    double m_measured_ms = 0;
};

}  // namespace duelo
