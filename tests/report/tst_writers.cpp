// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <charconv>

#include "experiments/compare.h"
#include "experiments/work_names.h"
#include "report/export.h"
#include "report/long_table.h"
#include "report/writers.h"
#include "report_examples.h"
#include "training_examples.h"

using namespace duelo;

namespace {

/// The golden folder: a picture of every writer in both languages. After a wanted change run the
/// test with DUELO_ACCEPT_GOLDEN=1, read the difference, and commit it.
QString goldenPath(const QString& name) {
    return QStringLiteral(DUELO_SOURCE_DIR "/tests/golden/report/") + name;
}

Comparison gpuReport() {
    return *compare(std::vector<RecordLog>{examples::gpuPc()});
}
Comparison optionB() {
    ComparisonOptions roles;
    roles.roles = {Role::Own, Role::Shared, Role::Reference};
    return *compare(
        std::vector<RecordLog>{examples::cpuPc(), examples::otherPc(), examples::gpuPc()}, roles);
}

Comparison trainingReport() {
    return *compare(std::vector<RecordLog>{examples::trainingPc()});
}

ReportOptions in(Language language) {
    ReportOptions options;
    options.language = language;
    options.fields.teacher = "Dra. Ruiz & Co.";
    return options;
}

/// A strict reader of RFC 4180: quotes double, lines end with CR LF.
std::vector<std::vector<std::string>> parseCsv(const std::string& bytes, char separator) {
    std::vector<std::vector<std::string>> lines(1, {std::string()});
    bool quoted = false;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const char c = bytes[i];
        if (quoted) {
            if (c == '"' && i + 1 < bytes.size() && bytes[i + 1] == '"')
                lines.back().back() += bytes[++i];
            else if (c == '"')
                quoted = false;
            else
                lines.back().back() += c;
        } else if (c == '"') {
            quoted = true;
        } else if (c == separator) {
            lines.back().emplace_back();
        } else if (c == '\r') {
            if (++i >= bytes.size() || bytes[i] != '\n') qFatal("CR without LF");
            lines.push_back({std::string()});
        } else {
            lines.back().back() += c;
        }
    }
    lines.pop_back();
    return lines;
}

const QByteArrayList kNasty{"=cmd|'/c calc'!A1.png",
                            "@SUM(1)",
                            "-2+3",
                            "+1",
                            "\t=1",
                            "a\r\nb",
                            "say \"hi\", you;|",
                            "<script>alert(1)</script>",
                            "\\input{/etc/passwd}$x^2$ 50% #1 _a_ ~",
                            "\u202Egnp.exe",
                            "# head",
                            "1. one",
                            "](http://x)",
                            "\uFF1D1+1"};

}  // namespace

class TestWriters : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void golden_data() {
        QTest::addColumn<QString>("set");
        QTest::addColumn<int>("format");
        QTest::addColumn<int>("language");
        QTest::addColumn<QString>("table");
        for (const char* set : {"gpu", "option_b", "training"})
            for (const ReportFormat format :
                 {ReportFormat::Csv, ReportFormat::CsvExcel, ReportFormat::Markdown,
                  ReportFormat::Latex, ReportFormat::Html, ReportFormat::JsonReport})
                for (const Language language : {Language::Spanish, Language::English}) {
                    const std::string name = std::string(set) + " " + std::string(word(format)) +
                                             " " + std::string(word(language));
                    QTest::newRow(name.c_str()) << QString(set) << static_cast<int>(format)
                                                << static_cast<int>(language) << QString();
                }
        // Codes and numbers only: the same in both languages.
        for (const char* table : {"epochs", "confusion"})
            QTest::newRow(table) << QString("training") << static_cast<int>(ReportFormat::Csv)
                                 << static_cast<int>(Language::Spanish) << QString(table);
    }
    void golden() {
        QFETCH(QString, set);
        QFETCH(int, format);
        QFETCH(int, language);
        QFETCH(QString, table);
        const auto as = static_cast<ReportFormat>(format);
        const auto lang = static_cast<Language>(language);
        ReportOptions options = in(lang);
        options.table = table.toStdString();
        const auto text = reportText(set == "gpu"        ? gpuReport()
                                     : set == "training" ? trainingReport()
                                                         : optionB(),
                                     as, options);
        QVERIFY(text.has_value());
        const std::string suffix = (as == ReportFormat::CsvExcel ? "-excel"
                                    : table.isEmpty()            ? ""
                                                                 : "-" + options.table) +
                                   std::string(extensionOf(as));
        QFile file(
            goldenPath(set + "." + QString::fromStdString(std::string(word(lang)) + suffix)));
        if (qEnvironmentVariableIsSet("DUELO_ACCEPT_GOLDEN")) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text->data(), static_cast<qint64>(text->size()));
            return;
        }
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        const QByteArray expected = file.readAll(), got = QByteArray::fromStdString(*text);
        const QByteArrayList oldLines = expected.split('\n'), newLines = got.split('\n');
        for (qsizetype i = 0; i < std::min(oldLines.size(), newLines.size()); ++i)
            if (oldLines[i] != newLines[i])
                QCOMPARE(QString::fromUtf8(newLines[i]), QString::fromUtf8(oldLines[i]));
        QCOMPARE(newLines.size(), oldLines.size());
    }

    /// R-25: a reader of the data CSV gets the same bits that were measured.
    void csvGivesTheSameBits() {
        const Comparison c = gpuReport();
        const Text text(Language::Spanish);
        for (const bool excel : {false, true}) {
            const LongTable whole = longTable(c, text);
            const LongTable table = excel ? withoutEmptyColumns(whole) : whole;
            QCOMPARE(table.columns.size() < whole.columns.size(), excel);
            std::string bytes = excel ? writeCsvExcel(c, in(Language::Spanish))
                                      : writeCsv(c, in(Language::Spanish));
            QCOMPARE(bytes.starts_with("\xEF\xBB\xBF"), excel);
            if (excel) bytes.erase(0, 3);
            const auto lines = parseCsv(bytes, excel ? ';' : ',');
            QCOMPARE(lines.size(), table.rows.size() + 1);
            std::size_t numbers = 0;
            for (std::size_t r = 0; r < table.rows.size(); ++r) {
                QCOMPARE(lines[r + 1].size(), table.columns.size());
                for (std::size_t i = 0; i < table.columns.size(); ++i) {
                    const auto* expected = std::get_if<double>(&table.rows[r][i]);
                    if (!expected) continue;
                    std::string digits = lines[r + 1][i];
                    if (excel) std::replace(digits.begin(), digits.end(), ',', '.');
                    double got = 0;
                    const auto [end, error] =
                        std::from_chars(digits.data(), digits.data() + digits.size(), got);
                    QVERIFY(error == std::errc{} && end == digits.data() + digits.size());
                    QCOMPARE(std::memcmp(&got, expected, sizeof got), 0);
                    ++numbers;
                }
            }
            QVERIFY(numbers > 100);
        }
    }

    /// "Spanish" with a point (es_MX): comma between fields again.
    void csvExcelFollowsTheNumbers() {
        ReportOptions mexican = in(Language::Spanish);
        mexican.numbers = NumberStyle{'.'};
        const auto lines = parseCsv(writeCsvExcel(gpuReport(), mexican).substr(3), ',');
        QCOMPARE(lines[0].size(), lines[1].size());
        QVERIFY(lines[0].size() > 50);
        QCOMPARE(lines[0][0], std::string("Archivo"));
    }

    void guard_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("guarded");
        for (const char* text :
             {"=1", "+1", "-2+3", "@SUM(1)", "  =1", "\t1", "\r1", "\uFF1D1", "\u24091", " \t=1",
              "\u00A0=1", "\u3000+1", "\u200B=1", "\uFEFF@a", "\u240A=1", "\uFE661", "\n=1"})
            QTest::newRow(text) << QByteArray(text) << true;
        for (const char* text : {"", "a=1", "resnet18", "Ñandú", "1-2", " ", "\u00A0a"})
            QTest::newRow(text) << QByteArray(text) << false;
    }
    void guard() {
        QFETCH(QByteArray, text);
        QFETCH(bool, guarded);
        QCOMPARE(QByteArray::fromStdString(guardFormula(text.toStdString())),
                 guarded ? "'" + text : text);
    }

    /// Y-03: titles are guarded like cells; a metric of a file may be called like a formula.
    void titlesAreGuarded_Y_03() {
        const std::string formula = "=cmd|'/C calc'!A0";
        for (const std::string& title :
             std::vector<std::string>{formula, " " + formula, "\r" + formula, "\uFF1D1", "@a"}) {
            const LongTable table{{title}, {{std::string("cell")}}};
            for (const std::string& csv :
                 std::vector<std::string>{writeCsv(table), writeCsvExcel(table, {title}, ','),
                                          writeCsvExcel(table, {title}, '.')}) {
                const auto start = csv.find_first_of("'=@");
                QVERIFY2(csv[start] == '\'', csv.c_str());
            }
        }
        // Of a file, through the whole way.
        RecordLog log = examples::gpuPc();
        examples::resultOf(log, "c001").metrics.push_back({.id = formula, .unit = "s", .value = 1});
        const Comparison c = *compare(std::vector<RecordLog>{log});
        for (const auto& [csv, separator] :
             {std::pair(writeCsv(c, in(Language::English)), ','),
              std::pair(writeCsvExcel(c, in(Language::Spanish)).substr(3), ';')}) {
            bool seen = false;
            const auto lines = parseCsv(csv, separator);
            for (const std::string& title : lines.front()) {
                seen |= title.find("cmd|") != title.npos;
                QVERIFY2(title.empty() || title[0] != '=', title.c_str());
            }
            QVERIFY(seen);
        }
    }

    /// R-24: hostile names stay text in every format.
    void hostileNames_data() {
        QTest::addColumn<QByteArray>("name");
        for (const QByteArray& name : kNasty)
            QTest::newRow(name.toPercentEncoding().constData()) << name;
    }
    void hostileNames() {
        QFETCH(QByteArray, name);
        RecordLog log = examples::gpuPc();
        for (Record& record : log.records)
            if (auto* cell = std::get_if<CellRecord>(&record);
                cell && cell->work.at("input") != kRandomInput) {
                cell->work.set("input", name.toStdString());
                cell->work.set("model", name.toStdString());
            }
        std::get<Header>(log.records.front()).label["student"] = name.toStdString();
        examples::resultOf(log, "c001").flags = {name.toStdString()};
        const Comparison c = *compare(std::vector<RecordLog>{log});
        const Document document = compose(c, in(Language::English));

        for (const auto& line : parseCsv(writeCsv(c, in(Language::English)), ','))
            for (const std::string& field : line) {
                QVERIFY2(field.empty() || std::string("=@\t\r").find(field[0]) == std::string::npos,
                         field.c_str());
                double number = 0;
                const bool signedText = field.starts_with('-') || field.starts_with('+');
                if (signedText) {
                    const auto end =
                        std::from_chars(field.data(), field.data() + field.size(), number).ptr;
                    QVERIFY2(end == field.data() + field.size(), field.c_str());
                }
            }
        const std::string html = writeHtml(document);
        QVERIFY(html.find("<script") == html.npos);
        const std::string markdown = writeMarkdown(document);
        QVERIFY(markdown.find("<script") == markdown.npos);
        for (const auto& line : QByteArray::fromStdString(markdown).split('\n'))
            if (line.startsWith('|')) QVERIFY2(line.endsWith('|'), line.constData());
        for (std::size_t at = 0; (at = markdown.find("](", at)) != markdown.npos; ++at)
            QCOMPARE(markdown[at - 1], '\\');  // escaped: no link
        const std::string latex = writeLatex(document);
        QVERIFY(latex.find("\\input{/etc") == latex.npos);
        QVERIFY(latex.find("$x^2$") == latex.npos);
        QVERIFY(Json::accept(writeJson(c, in(Language::English))));
        for (const std::string& text : {html, markdown, latex})
            QVERIFY(text.find("\u202E") == text.npos);
    }

    /// Every row of a LaTeX table has the columns of its head; every figure is a plain number.
    void latexTables() {
        const std::string latex = writeLatex(compose(gpuReport(), in(Language::Spanish)));
        QVERIFY(latex.find("output-decimal-marker={,}") != latex.npos);
        QVERIFY(latex.find("\\toprule") != latex.npos &&
                latex.find("S[table-format=") != latex.npos);
        for (std::size_t at = 0; (at = latex.find('_', at)) != latex.npos; ++at)
            QCOMPARE(latex[at - 1], '\\');
        int columns = 0, rows = 0;
        for (const QByteArray& line : QByteArray::fromStdString(latex).split('\n')) {
            if (line.startsWith("\\begin{tabularx}")) columns = 0;
            if (!line.endsWith("\\\\") || line.contains("\\textbf")) continue;
            QByteArray plain = line;
            const int here = static_cast<int>(plain.replace("\\&", "").count('&')) + 1;
            if (columns == 0) columns = here;
            QCOMPARE(here, columns);
            ++rows;
        }
        QVERIFY(rows > 20);
    }

    /// The HTML is one file: nothing is loaded, and the drawing says the same in words.
    void htmlStandsAlone() {
        const std::string html = writeHtml(compose(gpuReport(), in(Language::English)));
        for (const char* outside : {"src=", "<link", "@import", "url(", "<script"})
            QVERIFY2(html.find(outside) == html.npos, outside);
        for (const char* part : {"<svg", "<desc", "<caption", "scope=\"col\"",
                                 "prefers-color-scheme", "lang=\"en\"", "#0072b2"})
            QVERIFY2(html.find(part) != html.npos, part);
    }

    /// Declaration before the title in every document (S0-30).
    void declarationIsFirst() {
        const Document document = compose(optionB(), in(Language::Spanish));
        QVERIFY(writeMarkdown(document).starts_with("> **Declaración: este PC"));
        const std::string html = writeHtml(document), latex = writeLatex(document);
        QVERIFY(html.find("class=\"declaration\"") < html.find("<h1>"));
        QVERIFY(latex.find("Declaración") < latex.find("\\section*"));
    }

    void jsonKeepsFigures() {
        const Comparison c = gpuReport();
        const Json json = Json::parse(writeJson(c, in(Language::English)));
        QCOMPARE(json["cells"][0]["median_ms"].get<double>(),
                 c.rows[0].cells[0].result.summary->median_ms);
        QCOMPARE(json["tables"][0]["kind"].get<std::string>(), std::string("cpu_and_gpu"));
        QCOMPARE(json["sources"][0]["machine"]["id"].get<std::string>(), std::string("aaaa1111"));
    }
};

QTEST_APPLESS_MAIN(TestWriters)
#include "tst_writers.moc"
