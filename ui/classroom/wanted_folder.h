// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace duelo::ui {

/// Where a pack wants results to be saved, and what its reader should know before agreeing.
struct WantedFolder {
    QString path;          ///< absolute; empty: the pack wants none
    bool network = false;  ///< on another computer
    QString owner;         ///< another user of this PC, whose folder it is; empty: nobody else
};

/// Looks at the disks of this PC only: on Windows a look at a share logs in there. `path` as the
/// pack has it: one that is not absolute is meant from the pack's own folder. From any thread.
[[nodiscard]] WantedFolder wantedFolder(const QString& path, const QString& packFolder);

}  // namespace duelo::ui
