// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/put_away.h"

#include <algorithm>

#include "base/places.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

std::string runOf(const RunFiles& files) {
    return files.isEmpty() ? std::string() : files.logs.front().header().run;
}

std::string experimentOf(const RunFiles& files) {
    if (files.isEmpty()) return {};
    const Json& plan = files.logs.front().header().plan;
    return plan.is_object() ? plan.value("experiment", std::string()) : std::string();
}

}  // namespace

void PutAway::opened(const RunFiles& before, const RunFiles& now) {
    auto beside = before.beside();
    m_offered = !beside.empty();
    if (m_offered) {
        m_files = std::move(beside);
        m_run = runOf(before);
        m_experiment = experimentOf(before);
    } else
        m_offered = !m_run.empty() && runOf(now) == m_run;
    m_fit = experimentOf(now) == m_experiment;
}

void PutAway::forgetOpen(const RunFiles& now) {
    for (const RecordLog& log : now.logs)
        if (!log.records.empty())
            std::erase_if(m_files, [&](const FileBeside& file) {
                return file.path == qs(utf8(log.path)) || file.run == log.header().run;
            });
}

std::vector<FileBeside> PutAway::offered() const {
    return m_offered ? m_files : std::vector<FileBeside>();
}

}  // namespace duelo::ui
