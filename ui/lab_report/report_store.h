// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include "lab_report/lab_report.h"
#include "ui/session/background.h"

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

    /// Shows the first of these reports that can be read, as soon as it is; what is open stays
    /// until then, and if there is none. One that another window has open can be read only, and
    /// what is changed of one in a folder without rights cannot be saved: saveFailed().
    void open(const QStringList& paths);
    [[nodiscard]] bool isReading() const { return m_reading; }
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
    /// Writes now what is not on the disk yet.
    void save();

Q_SIGNALS:
    void opened();  ///< another report
    /// One that open() was given. Reasons: those of readLabReport().
    void unopened(const QString& path, const duelo::Reason& reason);
    void noneOpened();  ///< of all that open() was given
    void saved();
    void saveFailed(const duelo::Reason& reason);

private:
    struct Found;
    void take(Found found);
    void show(LabReport report, const QString& path, std::shared_ptr<QLockFile> lock,
              bool readOnly);

    LabReport m_report;
    QString m_path;
    std::shared_ptr<QLockFile> m_lock;
    bool m_readOnly = false, m_unsaved = false, m_reading = false;
    QTimer m_saveTimer;
    Background m_background{*this};  ///< last: it ends first
};

}  // namespace duelo::ui
