// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <QObject>
#include <QString>
#include <QTimer>

#include "lab_report/lab_report.h"

class QLockFile;

namespace duelo::ui {

inline constexpr const char* kReportSuffix = ".duelo-report";

/// The open report and its file, which is written by itself a moment after each change, so that
/// what a crash costs is less than kSave_ms of typing. Record files are never written.
class ReportStore final : public QObject {
    Q_OBJECT

public:
    /// From the first change that is not on the disk.
    static constexpr int kSave_ms = 2000;

    explicit ReportStore(QObject* parent = nullptr);
    ~ReportStore() override;

    /// Shows a report. One that another window has open can be read only, and what is changed of
    /// one in a folder without rights cannot be saved: saveFailed(). Reasons: those of
    /// readLabReport(); what was open stays then.
    [[nodiscard]] Result<void> open(const QString& path);
    /// A new one, whose file appears with the first change. Reason: "file_exists" {path}.
    [[nodiscard]] Result<void> begin(const QString& path, LabReport report);

    [[nodiscard]] const LabReport& report() const { return m_report; }
    [[nodiscard]] QString path() const { return m_path; }
    [[nodiscard]] bool isOpen() const { return !m_path.isEmpty(); }
    /// Another window, or another PC, is writing it.
    [[nodiscard]] bool isReadOnly() const { return m_readOnly; }
    [[nodiscard]] bool isSaved() const { return !m_unsaved; }
    /// Nothing happens to one that is read only.
    void change(const std::function<void(LabReport&)>& what);
    /// What is not on the disk yet, now.
    void save();

Q_SIGNALS:
    void opened();  ///< another report
    void saved();
    void saveFailed(const duelo::Reason& reason);

private:
    void show(LabReport report, const QString& path, std::unique_ptr<QLockFile> lock,
              bool readOnly);

    LabReport m_report;
    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
    bool m_readOnly = false, m_unsaved = false;
    QTimer m_saveTimer;
};

}  // namespace duelo::ui
