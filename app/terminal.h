// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "base/text.h"
#include "experiments/specs.h"
#include "output_queue.h"
#include "record/progress.h"
#include "record/record.h"

namespace duelo {

/// Whether a person watches standard output.
[[nodiscard]] bool isTerminal();

/// Returns the number of columns that a text takes on a terminal: bytes that continue a UTF-8
/// sequence take none.
[[nodiscard]] std::size_t displayWidth(std::string_view text);

/// Shows a run in words while it goes on: a bar that redraws itself on a terminal, a line for each
/// finished cell elsewhere. add() is called by the run (Run::Listener), draw() from the main
/// thread, so that nothing is drawn inside a timed block. Where `out` has not come to an end with
/// what it was given, lines wait here and the bar stands still.
class TerminalProgress {
public:
    TerminalProgress(const Text& text, OutputQueue& out, bool redraw);

    /// Cells that an earlier part of a resumed run has done.
    void setFinished(const std::set<std::string>& cells);
    void add(const Record& record);
    void draw();
    /// Clears the bar.
    void finish();

private:
    [[nodiscard]] std::string bar(double elapsed_ms) const;
    /// The spec of the experiment that the cell belongs to; null: this Duelo does not know it.
    [[nodiscard]] const Spec* specOf(const std::string& cell) const;
    void tell(const EventRecord& event);
    void say(const std::string& line);
    void sayOnce(std::string line);
    /// Takes the lines that wait, with what puts them in the place of the bar. `clears`: the bar
    /// goes also where no line waits.
    [[nodiscard]] std::string takeLines(bool clears);

    const Text& m_text;
    OutputQueue& m_out;
    const bool m_redraw;
    const std::chrono::steady_clock::time_point m_start;
    std::mutex m_mutex;
    Progress m_progress{findSpec};
    std::map<std::string, std::string> m_titles;       ///< cell -> what a person calls it
    std::map<std::string, std::string> m_experiments;  ///< cell -> its experiment
    std::vector<double> m_medians_ms;                  ///< which say in what unit times are told
    std::set<std::string> m_said;                      ///< what need not be said again
    std::string m_pending;                             ///< lines to print before the bar
    std::size_t m_drawn = 0;
};

/// The case by its short name, and the variant: "… · CPU, 2 threads".
[[nodiscard]] std::string cellTitle(const Text& text, const CellRecord& cell);

}  // namespace duelo
