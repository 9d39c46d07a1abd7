// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab_report/report_looker.h"

#include <exception>
#include <utility>

namespace duelo::ui {

namespace {

void lookAt(const ReportLooker::Asked& asked, const Background::Task& task,
            ReportLooker::Look& look) {
    look.book = asked.book;
    look.is_new = !look.book;
    if (look.is_new)
        look.book = std::make_shared<EvidenceBook>(asked.files.groups, asked.options,
                                                   ReportGround{.kept = asked.report.kept},
                                                   [&] { return task.isWanted(); });
    if (!task.isWanted()) return;
    look.book->judge(asked.report.citations, asked.files.groups, asked.options);
    look.composed = composeLabReport(asked.report, *asked.form, *look.book, asked.options);
    if (!task.isWanted()) return;
    look.facts = factsOf(asked.report, *asked.form, *look.book, asked.options.text());
}

}  // namespace

ReportLooker::ReportLooker(QObject& context, std::function<void(Look)> take)
    : m_take(std::move(take)), m_background(context) {}

void ReportLooker::start(Asked asked) {
    m_at_work = true;
    m_background.start([this, asked = std::move(asked)](const Background::Task& task) mutable {
        auto look = std::make_shared<Look>();
        look->version = asked.version;
        try {
            lookAt(asked, task, *look);
        } catch (const std::exception& error) {
            look->problem = Reason{"window_error", {{"what", error.what()}}, {}};
        }
        asked = {};  // files that are large go where that blocks nobody
        task.tell([this, look] {
            m_at_work = false;
            m_take(std::move(*look));
        });
    });
}

}  // namespace duelo::ui
