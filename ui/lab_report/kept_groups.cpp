// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab_report/kept_groups.h"

#include <algorithm>
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
    for (const Source& source : open.comparison->sources) {
        if (source.file >= open.files.size()) continue;
        const std::string& run = source.header.run;
        m_paths[run] = open.files[source.file].path;
        if (std::ranges::find(m_read->missing, run, &KeptFile::run) != m_read->missing.end())
            m_kept.reset();  // follow() begins anew
    }
}

void KeptGroups::know(const std::string& run, const QString& path) {
    m_paths[run] = pathOf(path);
    m_kept.reset();  // follow() begins anew
}

void KeptGroups::follow(const LabReport& report, const Comparison* open, const QString& path) {
    std::vector<KeptGroup> kept = closedGroups(report, open);
    if (kept == m_kept) return;
    m_kept = std::move(kept);
    m_folders = {pathOf(QFileInfo(path).path()), pathOf(m_results())};
    m_wanted = soughtIn(*m_kept, m_paths, m_folders);
    m_background.forget();
    m_background.start(
        [this, wanted = m_wanted, folders = m_folders](const Background::Task& task) {
            auto read = std::make_shared<const ReadGroups>(readGroups(wanted, folders, findSpec));
            task.tell([this, read = std::move(read)] { take(read); });
        });
}

bool KeptGroups::finish(QWidget* window) {
    if (m_wanted.empty()) return true;
    auto read = doneBeside(
        m_background, window, tr("Reading…"),
        [wanted = m_wanted, folders = m_folders](const Background::Task&) {
            return std::make_shared<const ReadGroups>(readGroups(wanted, folders, findSpec));
        });
    if (read)
        take(*std::move(read));
    else
        m_kept.reset();  // follow() begins anew
    return read.has_value();
}

std::vector<FileGroup> KeptGroups::after(FileGroup open) const {
    std::vector<FileGroup> groups{std::move(open)};
    for (const ReadGroup& one : m_read->groups) groups.push_back(one.group());
    return groups;
}

std::vector<std::shared_ptr<const Comparison>> KeptGroups::comparisons() const {
    std::vector<std::shared_ptr<const Comparison>> kept;
    for (const ReadGroup& one : m_read->groups) kept.emplace_back(m_read, &one.comparison);
    return kept;
}

void KeptGroups::take(std::shared_ptr<const ReadGroups> read) {
    m_wanted.clear();
    m_read = std::move(read);
    Q_EMIT changed();
}

}  // namespace duelo::ui
