// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "record/record.h"
#include "stats/statistics.h"

namespace duelo::ui {

/// A cell that is being measured: what its samples say so far. Preliminary, never a result.
struct LiveCell {
    std::string experiment{};
    Params work{}, variant{};
    std::string stage{};
    Samples samples{};  ///< all that came, also those that do not count
    std::vector<double> kept_ms{};
    std::vector<std::size_t> round_sizes{};
    std::optional<int> last_round{};
    std::optional<MedianEstimate> estimate{};  ///< from the first kept sample on
};

/// The cells of a live run, from their first record until the comparison has their results: no
/// moment is without figures.
class LiveCells {
public:
    void take(std::span<const Record> records);
    void clear() { *this = {}; }

    /// By id.
    [[nodiscard]] const std::map<std::string, LiveCell>& all() const { return m_cells; }
    [[nodiscard]] const LiveCell* find(const std::string& id) const;
    /// Empty: between two cells.
    [[nodiscard]] const std::string& running() const { return m_running; }

    /// Number of results so far. A comparison that has them all lets their cells go: settle().
    [[nodiscard]] std::size_t results() const { return m_results; }
    void settle(std::size_t results);

private:
    void take(const Record& record);
    [[nodiscard]] LiveCell* takeSamples(const Samples& samples);

    std::map<std::string, LiveCell> m_cells;
    std::map<std::string, std::size_t> m_ended;  ///< those with a result: the how-manieth it was
    std::size_t m_results = 0;
    std::string m_running;
};

}  // namespace duelo::ui
