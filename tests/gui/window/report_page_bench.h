// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lab_report/report_page.h"
#include "window_bench.h"

namespace duelo::testing {

/// Turns to the page Report and waits for its file, which is read on a thread.
inline ui::ReportPage& reportOf(ui::MainWindow& window) {
    window.showPage("report");
    auto& page = *window.findChild<ui::ReportPage*>();
    if (!QTest::qWaitFor([&] { return page.findChild<QPushButton*>("handIn")->isEnabled(); },
                         kSoonMs))
        qFatal("no report");
    return page;
}

}  // namespace duelo::testing
