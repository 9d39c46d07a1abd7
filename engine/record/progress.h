// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "plan/protocol.h"
#include "plan/spec.h"
#include "record/record.h"

namespace duelo {

/// The stage in which a stopped course writes the state from which it goes on: hundreds of
/// megabytes of a large network, so whoever waits for a cancel gives it the time.
inline constexpr std::string_view kKeepStage = "keep";

struct ProgressState {
    int cells_done = 0;   ///< with a result of any status
    int cells_total = 0;  ///< 0 until the header is there
    std::string cell{};   ///< the one at work; empty between cells
    std::string stage{};  ///< as in the Stage record; empty when not known
    /// The experiment of the cell at work, where its work has steps; the column that counts them,
    /// and how many there were and will be.
    std::string experiment{}, step{};
    int steps_done = 0, steps_total = 0;
    double elapsed_ms = 0;
    /// The share of all the work that is done, 0..1: of the time that is expected, where the header
    /// says how it is shared out, else of the cells.
    double share = 0;
    /// Absent until the header is there; 0 to 0 at the end.
    std::optional<Interval> remaining_ms{};
};

/// Tells how far a run is, from its records alone: the command line and the window show the same.
/// In a file with several plans it follows the one at work.
///
/// Variants are measured interleaved, so a cell's own time is not the time from its first record to
/// its result. The time between two records is charged to the cell that the later one names.
/// With k >= 3 finished cells of mean m and standard deviation s, r open cells will take
/// r m -+ 2 s sqrt(r + r^2 / k) (prediction of a sum of r from the mean of k), less what was
/// already spent on them; before, the bounds of the header's protocol stand in. Cells are not alike
/// (a sweep usually grows from small to large), so the bound above is never below r times the
/// dearest cell of the last three.
///
/// Where the header says what is expected of each cell, r open cells will take what is expected of
/// them, times what the finished ones took of theirs; the bounds are a factor of two before the
/// first, and follow from how much these factors differ after the third. An open cell that has
/// taken more than that counts among these, and goes on for up to as long again, within the limit
/// of its turns.
///
/// An experiment with steps knows their number beforehand: what is left of a cell takes as long as
/// its steps so far, 0.7 to 1.5 times; from nothing on where it may end early. Before the first is
/// over, the header's expectation stands in, else what is done of that first step.
class Progress {
public:
    /// `find` knows how many steps the work of an experiment has.
    explicit Progress(FindSpec find) : m_find(std::move(find)) {}
    /// Cells that an earlier part of a resumed run has finished.
    void setFinished(const std::set<std::string>& cells);
    /// `elapsed_ms` on a steady clock since the start; never less than at the last call.
    void add(const Record& record, double elapsed_ms);
    [[nodiscard]] ProgressState at(double elapsed_ms) const;

private:
    void charge(const std::string& cell, double elapsed_ms);
    void enterPlan(const Header& header);
    void enter(const Stage& stage, double elapsed_ms);
    void count(const EventRecord& event);
    [[nodiscard]] Interval remaining(double elapsed_ms, int open) const;
    [[nodiscard]] std::optional<Interval> remainingSteps(double elapsed_ms) const;
    [[nodiscard]] Interval aroundSteps(double left_ms) const;
    [[nodiscard]] std::optional<Interval> remainingByExpectation(double elapsed_ms) const;
    [[nodiscard]] double share(double elapsed_ms) const;
    [[nodiscard]] double shareOf(const std::string& cell, double expected_ms,
                                 double elapsed_ms) const;
    [[nodiscard]] double meanFactor() const;
    [[nodiscard]] double spentOn(const std::string& cell, double elapsed_ms) const;
    /// Taken over expected: of finished cells, and of open ones that have taken more than these let
    /// expect, which will be more still.
    [[nodiscard]] std::vector<double> factorsSoFar(double elapsed_ms) const;
    [[nodiscard]] int done() const;

    double m_t_min_ms = protocolOf(Preset::Standard).t_min_ms;  ///< of a cell, by the header
    double m_t_max_ms = protocolOf(Preset::Standard).t_max_ms;
    int m_total = 0;
    std::string m_prefix;  ///< of the ids of its cells: kCellPrefix
    bool m_ended = false;
    std::set<std::string> m_finished;
    std::map<std::string, double> m_spent;     ///< ms on cells without a result
    std::vector<double> m_costs;               ///< ms of each cell that finished here, in order
    std::map<std::string, double> m_expected;  ///< ms of each cell, by the header
    std::vector<double> m_factors;  ///< of the cells that finished here: taken over expected
    FindSpec m_find;
    const Spec* m_spec = nullptr;        ///< of the latest cell
    Steps m_cell_steps;                  ///< its steps; none: it is repeated
    std::string m_step;                  ///< what its events call them
    std::map<std::string, int> m_steps;  ///< done, of cells without a result
    std::string m_cell, m_stage;
    double m_stage_began_ms = 0;
    double m_first_step_ms =
        0;                    ///< what its done share lets the first step of all take; 0: unknown
    double m_charged_ms = 0;  ///< elapsed time up to which all is charged to a cell
};

}  // namespace duelo
