// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "lab_report/compose_lab_report.h"
#include "lab_report/facts.h"
#include "ui/session/background.h"

namespace duelo::ui {

/// The groups of files that a report is looked at with, held for as long as a thread reads them.
struct HeldGroups {
    std::vector<FileGroup> groups{};
    std::vector<std::shared_ptr<const void>> owners{};
};

/// Composes a report beside the window's thread, one at a time: of ten thousand cells it takes
/// half a second, in which the window must not stand still (Y-17).
class ReportLooker {
public:
    struct Asked {
        LabReport report{};
        const ReportForm* form = nullptr;
        ReportOptions options{};
        HeldGroups files{};
        /// The evidence that was made of these files before; null: it is made anew.
        std::shared_ptr<EvidenceBook> book{};
        int version = 0;  ///< of the files, and of whatever else makes a book another
    };
    struct Look {
        std::shared_ptr<EvidenceBook> book{};
        bool is_new = false;  ///< the book
        ComposedReport composed{};
        std::vector<ReportFact> facts{};
        int version = 0;
        std::optional<Reason> problem{};  ///< "window_error": for lack of memory
    };

    /// `take` is called in the thread of `context`, with nothing at work.
    ReportLooker(QObject& context, std::function<void(Look)> take);

    /// Only with nothing at work.
    void start(Asked asked);
    [[nodiscard]] bool isAtWork() const { return m_at_work; }

private:
    const std::function<void(Look)> m_take;
    bool m_at_work = false;
    Background m_background;  ///< last: it ends first
};

}  // namespace duelo::ui
