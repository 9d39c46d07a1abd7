// SPDX-License-Identifier: GPL-3.0-or-later
// The diagnosis as one text.
#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QStorageInfo>
#include <QSysInfo>

#include "ui/charts/plot_view.h"
#include "ui/look/settings.h"
#include "ui/pages/diagnosis_page.h"

namespace duelo::ui {

namespace {

/// Replaces the home folder by "~": readers of the report need the paths, not the account's name.
QString withoutHome(QString text) {
    const QString home = QDir::cleanPath(QDir::homePath());
    if (home.size() <= 1) return text;
    QString native = QDir::toNativeSeparators(home);
    QString inJson = native;
    inJson.replace("\\", "\\\\");
    for (const QString& form : {inJson, native, home}) text.replace(form, "~");
    return text;
}

QString underlined(const QString& heading) {
    return heading + "\n" + QString(heading.size(), '-') + "\n";
}

QString sectionText(const SheetSection& section) {
    QString out = underlined(section.title);
    for (const SheetRow& row : section.rows) out += row.label + ": " + row.value + "\n";
    return out + "\n";
}

/// Where files are or will be: whether they can be written there, and how much room there is.
QString placeText(const QString& path, const Text& text) {
    QFileInfo there(path);
    while (!there.exists() && there.filePath() != there.path()) there.setFile(there.path());
    return QString::fromStdString(
        text(there.isWritable() ? "diagnosis.place" : "diagnosis.place_closed",
             {{"path", QDir::toNativeSeparators(path).toStdString()},
              {"free_bytes", QStorageInfo(there.filePath()).bytesAvailable()}}));
}

}  // namespace

QString DiagnosisPage::windowText() const {
    SheetSection program{t("diagnosis.section_program"), {}};
    const auto add = [&](const char* key, const QString& value) {
        program.rows.append({{}, t(key), value});
    };
    add("machine.app", m_probe ? QString::fromStdString(m_probe->app) : QString());
    add("diagnosis.window", m_build);
    add("diagnosis.window_qt", QString::fromLatin1(qVersion()));
    add("diagnosis.window_charts",
        t(chartsAreOfQt() ? "diagnosis.charts_of_qt" : "diagnosis.charts_own"));
    add("diagnosis.window_system",
        QSysInfo::prettyProductName() + ", " + QSysInfo::currentCpuArchitecture());
    add("diagnosis.program_folder", placeText(QCoreApplication::applicationDirPath(), m_text));
    if (m_settings) {
        add("diagnosis.settings_file", placeText(m_settings->file(), m_text));
        add("diagnosis.results_folder", placeText(m_settings->resultsFolder(), m_text));
    }
    return sectionText(program);
}

QString DiagnosisPage::reportText() const {
    QString out = "Duelo\n=====\n" + QDateTime::currentDateTimeUtc().toString(Qt::ISODate) + "\n\n";
    out += windowText();

    out += underlined(t("diagnosis.section_summary"));
    for (const QString& line : {m_words.verdict, m_words.cuda_line, m_words.gpu_reason})
        if (!line.isEmpty()) out += line + "\n";
    if (m_probe && m_probe->gpu.reason)
        out += t("diagnosis.technical") + ": " +
               QString::fromStdString(visibleText(m_probe->gpu.reason->message)) + "\n";
    for (const QString& warning : m_words.warnings) out += "! " + warning + "\n";
    if (const auto problem = m_settings ? m_settings->problem() : std::nullopt)
        out += "! " + QString::fromStdString(m_text.reason(*problem)) + "\n";
    out += "\n";
    if (m_probe)
        for (const SheetSection& section : sheetSections(*m_probe, m_text))
            out += sectionText(section);
    if (m_reference) {
        out +=
            underlined(t("diagnosis.section_reference", {{"name", m_referenceName.toStdString()}}));
        out += m_differences->text() + "\n\n";
        for (const SheetSection& section : sheetSections(*m_reference, m_text))
            out += sectionText(section);
    }
    const auto part = [&](const char* title, const QString& body) {
        out += underlined(t(title)) + (body.isEmpty() ? t("diagnosis.absent") : body) + "\n\n";
    };
    part("diagnosis.section_self_test", m_selfTestOutput.trimmed());
    part("diagnosis.section_exits", m_exits.join('\n'));
    part("diagnosis.section_log", m_log.join('\n'));
    part("diagnosis.section_probe", m_probe ? QString::fromStdString(toJson(*m_probe).dump(
                                                  2, ' ', false, Json::error_handler_t::replace))
                                            : QString());
    return withoutHome(out);
}

}  // namespace duelo::ui
