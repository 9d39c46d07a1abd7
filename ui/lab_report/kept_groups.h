// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <QString>

#include "lab_report/kept_files.h"
#include "ui/session/background.h"

class QWidget;

namespace duelo::ui {

/// The files that a report keeps but that are not open any more (lab_report/kept_files.h). A thread
/// reads each where it lies: where it was open, beside the report, or among the results.
class KeptGroups final : public QObject {
    Q_OBJECT

public:
    /// `results`: the folder where runs are written.
    explicit KeptGroups(std::function<QString()> results, QObject* parent = nullptr);
    ~KeptGroups() override;

    /// Remembers where such files lie, for as long as this window lives.
    void know(const FileGroup& open);
    /// Remembers where one lies that was missing; it is read again.
    void know(const std::string& run, const QString& path);
    /// Reads what the report in that file keeps beside what is open, unless it is read already.
    void follow(const LabReport& report, const Comparison* open, const QString& path);
    /// Waits for what is being read: what is handed in has all of it. False: it was given up.
    [[nodiscard]] bool finish(QWidget* window);
    /// Returns `open` and the kept groups behind it; files that are nowhere to be found are in
    /// none.
    [[nodiscard]] std::vector<FileGroup> after(FileGroup open) const;

    /// Returns what after() has behind `open`, each to be kept as long as it is asked.
    [[nodiscard]] std::vector<std::shared_ptr<const Comparison>> comparisons() const;

    /// Files of the report that are neither open nor anywhere to be found.
    [[nodiscard]] const std::vector<KeptFile>& missing() const { return m_read->missing; }

    /// Keeps what after() tells of alive.
    [[nodiscard]] std::shared_ptr<const void> owner() const { return m_read; }

Q_SIGNALS:
    void changed();

private:
    void take(std::shared_ptr<const ReadGroups> read);

    std::function<QString()> m_results;
    std::map<std::string, std::filesystem::path> m_paths;  ///< by run
    /// Read, or being read; nullopt: to be read anew.
    std::optional<std::vector<KeptGroup>> m_kept = std::vector<KeptGroup>{};
    std::vector<SoughtGroup> m_wanted;             ///< that is being read
    std::vector<std::filesystem::path> m_folders;  ///< where they are sought by their runs
    std::shared_ptr<const ReadGroups> m_read = std::make_shared<ReadGroups>();
    Background m_background{*this};  ///< last: it ends first
};

}  // namespace duelo::ui
