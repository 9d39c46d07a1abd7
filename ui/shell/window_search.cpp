// SPDX-License-Identifier: GPL-3.0-or-later
// Lists what Ctrl+K finds.
#include <QAction>

#include "experiments/specs.h"
#include "ui/pages/glossary_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/recent_entry.h"
#include "ui/shell/search_box.h"

namespace duelo::ui {

void MainWindow::search() {
    QVector<SearchBox::Entry> entries;
    for (const WindowActions::Page& page : pageEntries()) {
        const Spec* spec = findSpec(page.id.toStdString());
        const QString question = spec ? qs(m_text.of(spec->id)("tile." + spec->id)) : QString();
        entries.append({page.railCaption, spec ? tr("experiment") : tr("page"),
                        page.caption + ' ' + question, [this, id = page.id] { showPage(id); }});
    }
    entries.append({tr("Exercises"), tr("page"),
                    tr("Kernels for a GPU to be mended, without a GPU"),
                    [this] { showExercises(); }});
    for (const QString& path : m_work.recent().paths()) {
        const RecentFile file = recentFileOf(path, m_work.recentInfos().of(path), false, m_text);
        if (!file.missing)
            entries.append({file.title + ", " + file.subtitle, tr("result"), path,
                            [this, path] { openRecords({path}); }});
    }
    for (QAction* action : m_actions.all())
        if (action != m_actions.search && action->isEnabled() && !m_actions.pages.contains(action))
            entries.append({action->iconText(), tr("action"), {}, [action] { action->trigger(); }});
    for (const GlossaryPage::Name& term : GlossaryPage::names(m_text))
        entries.append({term.name, tr("glossary"), term.other, [this, key = term.key] {
                            showPage("glossary");
                            m_glossary->showTerm(key);
                        }});
    (new SearchBox(std::move(entries), this))->open();
}

}  // namespace duelo::ui
