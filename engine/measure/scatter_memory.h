// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/device.h"
#include "base/words.h"

namespace duelo {

/// The features that a cell shares with those that will scatter alike.
struct ScatterKind {
    std::string experiment;
    Device device = Device::Cpu;
    Preset preset = Preset::Standard;
    bool compared = false;  ///< with other variants of its case: more rounds are asked for
    double call_ms = 0;
};

/// Remembers how far the rounds of measured cells scattered on this machine, for the forecasts of
/// later sessions: some calls of a second do not show it, since what else a machine does comes and
/// goes.
///
/// Kept in a file of the user's, for whom it may be deleted at any time: only a forecast, and how
/// far a run is, depends on it. It holds experiment, device, preset, the time of a call and the
/// scatter of the latest cells, no names and no paths. What is damaged, of another version or of
/// another machine (a home on a network) is passed over, and replaced when something is kept.
/// From any thread.
class ScatterMemory {
public:
    /// Nothing is read before it is needed. `machine`: MachineSheet::id.
    ScatterMemory(std::filesystem::path file, std::string machine);

    /// Adds the scatter of a cell of this session; keep() brings it to the file. What is no number
    /// is left out.
    void add(const ScatterKind& kind, double scatter);
    /// Returns the scatter, as in CallTime::scatter, of the cells of this kind whose calls took
    /// about as long; nothing where none did.
    [[nodiscard]] std::optional<double> of(const ScatterKind& kind);
    /// The file gets what was added, beside what another engine has put there meanwhile: it is
    /// replaced as a whole, so the worst is that one of two at the same moment is forgotten. One
    /// that cannot be written is no fault of a run.
    void keep();

private:
    struct Shown {
        ScatterKind kind;
        double scatter = 0;
    };
    [[nodiscard]] std::vector<Shown> read() const;
    void load();

    const std::filesystem::path m_file;
    const std::string m_machine;
    std::mutex m_mutex;
    bool m_loaded = false;
    std::vector<Shown> m_shown;  ///< the latest last; those of this session too
    std::vector<Shown> m_added;  ///< not in the file yet
};

}  // namespace duelo
