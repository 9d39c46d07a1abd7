// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab_report/kept_groups.h"

#include <array>
#include <utility>

#include <QFileInfo>

#include "experiments/specs.h"
#include "ui/look/settings.h"
#include "ui/session/beside.h"

namespace duelo::ui {

KeptGroups::KeptGroups(std::function<QString()> results, QObject* parent)
    : QObject(parent), m_results(std::move(results)) {}
KeptGroups::~KeptGroups() = default;

void KeptGroups::know(const FileGroup& open) {
    if (open.comparison == nullptr) return;
    for (const Source& source : open.comparison->sources)
        if (source.file < open.files.size())
            m_paths[source.header.run] = open.files[source.file].path;
}

void KeptGroups::follow(const LabReport& report, const Comparison* open, const QString& path) {
    std::vector<KeptGroup> kept = closedGroups(report, open);
    if (kept == m_kept) return;
    m_kept = std::move(kept);
    const std::array folders{pathOf(QFileInfo(path).path()), pathOf(m_results())};
    m_wanted = soughtIn(m_kept, m_paths, folders);
    m_background.forget();
    m_background.start([this, wanted = m_wanted](const Background::Task& task) {
        auto groups = std::make_shared<Groups>(readGroups(wanted, findSpec));
        task.tell([this, groups = std::move(groups)] { take(groups); });
    });
}

bool KeptGroups::finish(QWidget* window) {
    if (m_wanted.empty()) return true;
    auto groups = doneBeside(m_background, window, tr("Reading…"),
                             [wanted = m_wanted](const Background::Task&) {
                                 return std::make_shared<Groups>(readGroups(wanted, findSpec));
                             });
    if (groups)
        take(*std::move(groups));
    else
        m_kept.clear();  // follow() begins anew
    return groups.has_value();
}

std::vector<FileGroup> KeptGroups::after(FileGroup open) const {
    std::vector<FileGroup> groups{std::move(open)};
    for (const ReadGroup& one : *m_groups) groups.push_back(one.group());
    return groups;
}

void KeptGroups::take(std::shared_ptr<Groups> groups) {
    m_wanted.clear();
    m_groups = std::move(groups);
    Q_EMIT changed();
}

}  // namespace duelo::ui
