// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "ui/session/run_files.h"

namespace duelo::ui {

/// Remembers the files that stood beside a file and went when another one was opened (Y-31). They
/// are offered with the file opened next, and again with the file that they stood beside.
class PutAway {
public:
    /// Takes what stood beside `before`, instead of which `now` is shown.
    void opened(const RunFiles& before, const RunFiles& now);
    /// Forgets those that are open again, under whatever name.
    void forgetOpen(const RunFiles& now);
    void clear() { *this = PutAway(); }

    /// Returns those to be offered with what is open.
    [[nodiscard]] std::vector<FileBeside> offered() const;
    /// Tells whether they can stand beside what is open: files of other experiments cannot.
    [[nodiscard]] bool fit() const { return m_fit; }

private:
    std::vector<FileBeside> m_files;
    std::string m_run, m_experiment;  ///< of the file that they stood beside
    bool m_offered = false, m_fit = false;
};

}  // namespace duelo::ui
