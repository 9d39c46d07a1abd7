// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/recent_entry.h"

#include "base/local_time.h"
#include "experiments/specs.h"
#include "report/view.h"
#include "ui/look/settings.h"

namespace duelo::ui {

RecentFile recentFileOf(const QString& path, const std::optional<RecentInfo>& info, bool pinned,
                        const Text& text) {
    const QString name = shownFile(path);
    RecentFile file{path, name, shownPath(path), false, pinned, 0};
    if (!info) return file;
    file.missing = info->missing;
    file.open_cells = info->running ? 0 : info->open_cells;
    if (info->running) {
        file.running = true;
        file.cells_done = info->cells - info->open_cells;
        file.cells = info->cells;
    }
    if (info->problem) file.subtitle = qs(text.reason(*info->problem));
    if (info->started.empty()) return file;
    file.subtitle =
        qs(text("told.recent_subtitle",
                {{"date", visibleText(localTime(info->started))}, {"file", name.toStdString()}}));
    if (!info->plan) return file;
    const Spec* spec = findSpec(info->plan->experiment);
    if (!spec) return file;
    file.title = qs(text.word("experiment", spec->id));
    if (spec->view && spec->view->plan_title)
        if (const std::string title = spec->view->plan_title(*info->plan, text); !title.empty())
            file.title = qs(title);
    if (info->game) file.title = qs(text("game.mark")) + ": " + file.title;
    return file;
}

}  // namespace duelo::ui
