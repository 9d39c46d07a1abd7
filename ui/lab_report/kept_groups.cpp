// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab_report/kept_groups.h"

#include <optional>

#include <QDir>
#include <QFileInfo>

#include "base/file_name.h"
#include "experiments/compare.h"
#include "ui/look/settings.h"

namespace duelo::ui {

/// A group, with the places where each of its files may lie.
struct KeptGroups::Wanted {
    struct File {
        KeptFile kept;
        std::vector<std::filesystem::path> places;
    };
    std::vector<File> files;
};

namespace {

std::optional<RecordLog> logOf(const std::vector<std::filesystem::path>& places,
                               const std::string& run) {
    for (const std::filesystem::path& path : places) {
        auto log = readResults(path);
        if (log && log->header().run == run) return std::move(*log);
    }
    return std::nullopt;
}

}  // namespace

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
    m_wanted.clear();
    for (const KeptGroup& group : m_kept) {
        Wanted& wanted = m_wanted.emplace_back();
        for (const KeptFile& one : group) {
            Wanted::File& file = wanted.files.emplace_back(Wanted::File{one, {}});
            if (const auto known = m_paths.find(one.run); known != m_paths.end())
                file.places.push_back(known->second);
            for (const QDir& folder : {QFileInfo(path).dir(), QDir(m_results())})
                file.places.push_back(pathOf(folder.filePath(qs(safeFileName(one.file)))));
        }
    }
    m_background.forget();
    m_background.start([this, wanted = m_wanted](const Background::Task& task) {
        task.tell([this, groups = groupsOf(wanted)] { take(groups); });
    });
}

void KeptGroups::finish() {
    if (m_wanted.empty()) return;
    m_background.forget();
    take(groupsOf(m_wanted));
}

std::vector<FileGroup> KeptGroups::after(FileGroup open) const {
    std::vector<FileGroup> groups{std::move(open)};
    for (const Group& group : *m_groups) groups.push_back({&group.comparison, group.files});
    return groups;
}

std::shared_ptr<KeptGroups::Groups> KeptGroups::groupsOf(const std::vector<Wanted>& wanted) {
    auto groups = std::make_shared<Groups>();
    for (const Wanted& one : wanted) {
        std::vector<RecordLog> logs;
        ComparisonOptions options;
        std::vector<OpenFile> files;
        for (const Wanted::File& file : one.files) {
            auto log = logOf(file.places, file.kept.run);
            if (!log) continue;
            files.push_back({log->path});
            options.roles.push_back(file.kept.role);
            logs.push_back(std::move(*log));
        }
        if (logs.empty()) continue;
        if (auto compared = compare(logs, options))
            groups->push_back({std::move(*compared), std::move(files)});
    }
    return groups;
}

void KeptGroups::take(std::shared_ptr<Groups> groups) {
    m_wanted.clear();
    m_groups = std::move(groups);
    Q_EMIT changed();
}

}  // namespace duelo::ui
