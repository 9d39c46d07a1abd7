// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "ui/session/run_files.h"

namespace duelo::ui {

/// Remembers the files that stood beside each open file (Y-31). Those that went when another file
/// was opened are offered with that one, and each file is opened with an offer of its own, also
/// after a restart.
class PutAway {
public:
    /// Takes what stood beside `before`, instead of which `now` is shown.
    void opened(const RunFiles& before, const RunFiles& now);
    /// Notes what stands beside the open file. Returns whether that is news.
    bool note(const RunFiles& now);
    /// Forgets those that are open again, under whatever name.
    void forgetOpen(const RunFiles& now);
    /// Offers nothing any more; what stood beside a file is still known.
    void clear() { m_files.clear(); }

    /// Returns those to be offered with what is open.
    [[nodiscard]] const std::vector<FileBeside>& offered() const { return m_files; }
    /// Tells whether they can stand beside what is open: files of other experiments cannot.
    [[nodiscard]] bool fit() const { return m_fit; }

    /// All that is known, to be kept between two starts.
    [[nodiscard]] Json known() const;
    void setKnown(const Json& known);

private:
    struct Known {
        std::string run{};
        std::vector<FileBeside> files{};
    };

    std::vector<Known> m_known;         ///< the latest last
    std::vector<FileBeside> m_files{};  ///< that are offered
    bool m_fit = false;
};

}  // namespace duelo::ui
