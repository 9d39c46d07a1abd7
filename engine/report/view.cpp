// SPDX-License-Identifier: Apache-2.0
#include "report/view.h"

#include <algorithm>

#include "report/monitor_table.h"

namespace duelo {

const View& plainView() {
    static const View view{.title = "report.plain_title",
                           .layout = {.tables = {{}}},
                           .charts = {{.id = "lines", .can_be_log = true}}};
    return view;
}

const View& viewOf(const Comparison& comparison, const Row& row) {
    const Spec* spec = comparison.find ? comparison.find(row.experiment) : nullptr;
    return spec && spec->view ? *spec->view : plainView();
}

std::vector<const View*> viewsOf(const Comparison& comparison) {
    std::vector<const View*> views;
    for (const Row& row : comparison.rows)
        if (const View& view = viewOf(comparison, row);
            std::ranges::find(views, &view) == views.end())
            views.push_back(&view);
    return views;
}

std::vector<View::Table> furtherTablesOf(const Comparison& comparison) {
    std::vector<View::Table> tables;
    for (const View* view : viewsOf(comparison))
        tables.insert(tables.end(), view->tables.begin(), view->tables.end());
    tables.push_back({.id = "monitor", .make = monitorTable, .has_sheet = true});
    return tables;
}

std::vector<const View*> viewsBeside(const Comparison& comparison) {
    std::vector<const View*> views = viewsOf(comparison);
    if (!comparison.beside) return views;
    for (const View* view : viewsOf(*comparison.beside))
        if (std::ranges::find(views, view) == views.end()) views.push_back(view);
    return views;
}

}  // namespace duelo
