// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/export_arguments.h"

#include <algorithm>
#include <array>
#include <functional>

#include "base/same_file.h"
#include "ui/look/settings.h"

namespace duelo::ui {
namespace {

struct OutputOption {
    const char* name;
    ExportTarget target;
};
constexpr std::array kOutputs{OutputOption{"pdf", ExportTarget::Pdf},
                              OutputOption{"odt", ExportTarget::Odt},
                              OutputOption{"docx", ExportTarget::Docx},
                              OutputOption{"html", ExportTarget::Html},
                              OutputOption{"xlsx", ExportTarget::Xlsx},
                              OutputOption{"csv-excel", ExportTarget::CsvExcel},
                              OutputOption{"csv", ExportTarget::Csv},
                              OutputOption{"markdown", ExportTarget::Markdown},
                              OutputOption{"latex", ExportTarget::Latex},
                              OutputOption{"json", ExportTarget::Json},
                              OutputOption{"png", ExportTarget::ChartPng},
                              OutputOption{"svg", ExportTarget::ChartSvg},
                              OutputOption{"program", ExportTarget::Program}};

struct FieldOption {
    const char* name;
    std::string ReportFields::*field;
};
constexpr std::array kFields{FieldOption{"subject", &ReportFields::subject},
                             FieldOption{"teacher", &ReportFields::teacher},
                             FieldOption{"student", &ReportFields::student},
                             FieldOption{"group", &ReportFields::group},
                             FieldOption{"date", &ReportFields::date},
                             FieldOption{"carbon", &ReportFields::carbon_g_per_kwh},
                             FieldOption{"carbon-source", &ReportFields::carbon_source}};

/// Takes one argument after the other; the first that is wrong ends it.
class Reader {
public:
    explicit Reader(const QStringList& arguments) : m_arguments(arguments) {}

    Result<ExportRequest> read(Language language) {
        m_request.report.language = language;
        bool options = true;
        for (; m_at < m_arguments.size() && !m_refused; ++m_at) {
            const QString& argument = m_arguments[m_at];
            if (options && argument == QStringLiteral("--"))
                options = false;
            else if (options && argument.startsWith(QLatin1Char('-')) && argument.size() > 1)
                option(argument);
            else
                m_request.files += argument;
        }
        if (m_refused) return tl::unexpected(*m_refused);
        return std::move(m_request);
    }

private:
    void option(const QString& argument) {
        const auto equals = argument.indexOf(QLatin1Char('='));
        m_inline = equals < 0 ? std::nullopt : std::optional(argument.mid(equals + 1));
        const QString name = argument.left(equals < 0 ? argument.size() : equals);
        if (name == QStringLiteral("--help") || name == QStringLiteral("-h"))
            flag(name, m_request.help);
        else if (name == QStringLiteral("--overwrite"))
            flag(name, m_request.overwrite);
        else if (!output(name) && !field(name) && !setting(name))
            m_refused = Reason{"option_unknown", {{"option", name.toStdString()}}};
    }

    bool output(const QString& name) {
        for (const OutputOption& output : kOutputs) {
            if (name != QStringLiteral("--") + QLatin1String(output.name)) continue;
            value(name, [&](const QString& path) {
                m_request.outputs.push_back({output.target, path});
            });
            return true;
        }
        return false;
    }

    bool field(const QString& name) {
        for (const FieldOption& field : kFields) {
            if (name != QStringLiteral("--") + QLatin1String(field.name)) continue;
            value(name, [&](const QString& words) {
                m_request.report.fields.*field.field = words.toStdString();
            });
            return true;
        }
        return false;
    }

    bool setting(const QString& name) {
        if (name == QStringLiteral("--reference")) {
            value(name, [&](const QString& path) { m_request.references += path; });
        } else if (name == QStringLiteral("--report")) {
            value(name, [&](const QString& path) { m_request.written = path; });
        } else if (name == QStringLiteral("--hand-in")) {
            value(name, [&](const QString& folder) { m_request.hand_in = folder; });
        } else if (name == QStringLiteral("--seat")) {
            value(name, [&](const QString& words) { m_request.seat = words; });
        } else if (name == QStringLiteral("--lang")) {
            value(name, [&](const QString& word) {
                const auto language = wordFrom<Language>(word.toStdString(), "--lang");
                if (language)
                    m_request.report.language = *language;
                else
                    m_refused = language.error();
            });
        } else if (name == QStringLiteral("--decimal")) {
            value(name, [&](const QString& word) { decimal(word); });
        } else {
            return false;
        }
        return true;
    }

    void decimal(const QString& word) {
        if (word == QStringLiteral("comma"))
            m_request.report.numbers = styleForPeople(',');
        else if (word == QStringLiteral("point"))
            m_request.report.numbers = styleForPeople('.');
        else
            m_refused = Reason{"unknown_value",
                               {{"field", "--decimal"},
                                {"value", word.toStdString()},
                                {"accepted", Json::array({"comma", "point"})}}};
    }

    void flag(const QString& name, bool& set) {
        set = true;
        if (m_inline) m_refused = Reason{"option_with_value", {{"option", name.toStdString()}}};
    }

    void value(const QString& name, const std::function<void(const QString&)>& take) {
        std::optional<QString> text = m_inline;
        if (!text && m_at + 1 < m_arguments.size() &&
            !m_arguments[m_at + 1].startsWith(QStringLiteral("--")))
            text = m_arguments[++m_at];
        if (text && !text->isEmpty())
            take(*text);
        else
            m_refused = Reason{"option_without_value", {{"option", name.toStdString()}}};
    }

    const QStringList& m_arguments;
    qsizetype m_at = 0;
    std::optional<QString> m_inline;  ///< of --option=value
    ExportRequest m_request;
    std::optional<Reason> m_refused;
};

}  // namespace

Result<ExportRequest> exportRequest(const QStringList& arguments, Language language) {
    auto request = Reader(arguments).read(language);
    if (!request || request->help) return request;
    const bool written = !request->written.isEmpty();
    if (request->files.isEmpty() && !written) return fail("record_file_missing");
    if (!request->hand_in.isEmpty() && !written) return fail("hand_in_without_report");
    if (request->outputs.empty() && request->hand_in.isEmpty())
        return fail("export_output_missing");
    if (written && !std::ranges::all_of(request->outputs, [](const ExportRequest::Output& output) {
            return isDocument(output.target);
        }))
        return fail("lab_report_no_table");
    // With --overwrite a slip of the hand would cost the measurement, or what was written.
    QStringList inputs = request->files + request->references;
    if (written) inputs += request->written;
    for (const auto& output : request->outputs)
        for (const QString& file : inputs)
            if (isSameFile(pathOf(output.path), pathOf(file)))
                return fail("export_over_input", {{"path", output.path.toStdString()}});
    return request;
}

std::optional<Language> askedLanguage(const QStringList& arguments) {
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        QString word;
        if (arguments[i] == QStringLiteral("--lang"))
            word = arguments.value(i + 1);
        else if (arguments[i].startsWith(QStringLiteral("--lang=")))
            word = arguments[i].mid(7);
        if (const auto language = parseWord<Language>(word.toStdString())) return language;
    }
    return std::nullopt;
}

QString exportHelp(const Text& text) {
    const auto qs = [](const std::string& words) { return QString::fromStdString(words); };
    QString out = qs(text("export.usage")) + QStringLiteral("\n\n") + qs(text("export.intro")) +
                  QLatin1Char('\n');
    for (const std::string& key : text.keys("export_option")) {
        const auto space = key.find(' ');
        std::string option = key.substr(0, space);
        if (space != std::string::npos)
            option += ' ' + text.word("export_value", key.substr(space + 1));
        out += QStringLiteral("  --%1  %2\n")
                   .arg(qs(option), -22)
                   .arg(qs(text("export_option." + key)));
    }
    return out + QLatin1Char('\n') + qs(text("export.exit_codes")) + QLatin1Char('\n');
}

}  // namespace duelo::ui
