// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <QObject>
#include <QString>

#include "lab_report/kept_files.h"
#include "ui/session/background.h"

class QWidget;

namespace duelo::ui {

/// What a report keeps and is not open any more (lab_report/kept_files.h), read on a thread where
/// it lies: where it was open, beside the report, or among the results.
class KeptGroups final : public QObject {
    Q_OBJECT

public:
    /// `results`: the folder where runs are written.
    explicit KeptGroups(std::function<QString()> results, QObject* parent = nullptr);
    ~KeptGroups() override;

    /// Where such files lie, for as long as this window lives.
    void know(const FileGroup& open);
    /// Reads what the report in that file keeps beside what is open, unless it is read already.
    void follow(const LabReport& report, const Comparison* open, const QString& path);
    /// Waits for what is being read: what is handed in has all of it. False: it was given up.
    [[nodiscard]] bool finish(QWidget* window);
    /// After `open`; files that are nowhere to be found are in none.
    [[nodiscard]] std::vector<FileGroup> after(FileGroup open) const;

    /// Keeps what after() tells of alive.
    [[nodiscard]] std::shared_ptr<const void> owner() const { return m_groups; }

Q_SIGNALS:
    void changed();

private:
    using Groups = std::vector<ReadGroup>;

    void take(std::shared_ptr<Groups> groups);

    std::function<QString()> m_results;
    std::map<std::string, std::filesystem::path> m_paths;  ///< by run
    std::vector<KeptGroup> m_kept;                         ///< that is read, or being read
    std::vector<SoughtGroup> m_wanted;                     ///< that is being read
    std::shared_ptr<Groups> m_groups = std::make_shared<Groups>();
    Background m_background{*this};  ///< last: it ends first
};

}  // namespace duelo::ui
