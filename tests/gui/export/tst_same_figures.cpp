// SPDX-License-Identifier: GPL-3.0-or-later
// Y-13, Y-20: one record, the same figures. What the window's table tells of a run stands with the
// same digits, in the same unit and with the same interval on the clipboard, in the report, its
// files and the terminal; another language has another decimal sign and nothing else.
#include <QMimeData>
#include <QProcess>
#include <QRegularExpression>

#include <cmath>
#include <set>

#include "../session/store_testing.h"
#include "report/export.h"
#include "report/labels.h"
#include "report/writers.h"
#include "terminal_table.h"
#include "training_examples.h"
#include "ui/export/table_clipboard.h"
#include "ui/results/results_model.h"

using namespace duelo;
using namespace duelo::testing;
using ui::qs;
using ui::ResultsModel;

namespace {

/// All numbers of a text, with a point.
QStringList numbersIn(const QString& text) {
    static const QRegularExpression number("[0-9]+(?:[.,][0-9]+)?");
    QStringList found;
    for (auto at = number.globalMatch(text); at.hasNext();)
        found << at.next().captured().replace(',', '.');
    return found;
}

/// The times and ratios of a table, a text for each of its rows.
struct Told {
    QStringList times{}, ratios{};
    /// "time, half of its interval, ratio, interval".
    std::multiset<QString> rows{};
};

/// Both ends of an interval, which may be introduced by "95 %"; without one a text says why.
QString endsIn(const QString& text) {
    const QStringList numbers = numbersIn(text);
    return numbers.size() < 2 ? QString() : numbers.last(2).join("–");
}

QString rowOf(const QString& time, const QString& half, const QString& ratio,
              const QString& interval) {
    return QStringList{numbersIn(time).value(0), numbersIn(half).value(0),
                       numbersIn(ratio).value(0), endsIn(interval)}
        .join(" | ");
}

void addTo(Told& told, const QString& time, const QString& half, const QString& ratio,
           const QString& interval) {
    told.rows.insert(rowOf(time, half, ratio, interval));
    told.times << time;
    if (!ratio.isEmpty()) told.ratios << ratio;
}

/// The columns of the times: one where each variant has a row, else one for each.
std::vector<std::size_t> timesAmong(const QStringList& titles, const QString& time,
                                    const QString& unit) {
    std::vector<std::size_t> own, all;
    for (qsizetype i = 0; i < titles.size(); ++i) {
        if (titles[i] == time) own.push_back(static_cast<std::size_t>(i));
        if (titles[i].contains(unit)) all.push_back(static_cast<std::size_t>(i));
    }
    return own.empty() ? all : own;
}

/// Words in the titles of columns, by which their columns are found.
struct Titles {
    QString time{}, unit{}, ratio{};
};

/// The base comes first, and the ratio is that of the last.
Told toldBy(const DocTable& table, const Titles& of) {
    QStringList titles;
    for (const std::string& title : table.columns) titles << qs(title);
    const auto times = timesAmong(titles, of.time, of.unit);
    const auto r = static_cast<std::size_t>(titles.indexOf(of.ratio));
    if (times.empty() || r >= table.columns.size()) qFatal("no times or ratios");
    Told told;
    for (const auto& line : table.rows)
        for (const std::size_t t : times) {
            if (!line.at(t).value) continue;
            const bool has = t == times.back() && line.at(r).value && *line[r].value != 1;
            addTo(told, qs(line[t].text), qs(line[t + 1].text), has ? qs(line[r].text) : QString(),
                  has ? qs(line[r + 1].text) : QString());
        }
    return told;
}

Told toldBy(const ResultsModel& model, const Titles& of) {
    QStringList titles;
    for (int c = 0; c < model.columnCount(); ++c)
        titles << model.headerData(c, Qt::Horizontal, Qt::AccessibleTextRole).toString();
    const auto times = timesAmong(titles, of.time, of.unit);
    const auto r = static_cast<int>(titles.indexOf(of.ratio));
    if (times.empty() || r < 0) qFatal("no times or ratios: %s", qPrintable(titles.join("; ")));
    Told told;
    for (int row = 0; row < model.rowCount(); ++row)
        for (const std::size_t t : times) {
            const QModelIndex at = model.index(row, static_cast<int>(t)), by = model.index(row, r);
            if (!at.data(ResultsModel::ValueRole).isValid()) continue;
            const bool has = t == times.back() && by.data(ResultsModel::ValueRole).isValid();
            addTo(told, at.data().toString(), at.data(ResultsModel::DetailRole).toString(),
                  has ? by.data().toString() : QString(),
                  has ? by.data(ResultsModel::DetailRole).toString() : QString());
        }
    return told;
}

QString listOf(const Told& told) {
    QStringList lines;
    for (const QString& row : told.rows) lines << row;
    return lines.join('\n');
}

}  // namespace

class TestSameFigures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everywhere_data() {
        QTest::addColumn<QString>("example");
        for (const char* example : {"inference", "training"}) QTest::newRow(example) << example;
    }
    void everywhere();

private:
    void isOneEverywhere(const RecordLog& log, Language language, Told& window);
    void isInFiles(const Comparison& comparison, const ReportOptions& options, const Told& window);
    Json workbook(const Comparison& comparison, const ReportOptions& options) const;
    Files m_files;
    int m_count = 0;
};

void TestSameFigures::everywhere() {
    QFETCH(QString, example);
    const RecordLog log = example == "training" ? examples::trainingPc() : examples::gpuPc();
    Told spanish, english;
    isOneEverywhere(log, Language::Spanish, spanish);
    isOneEverywhere(log, Language::English, english);
    QVERIFY(spanish.rows.size() > 3 && !spanish.ratios.isEmpty());
    QVERIFY2(spanish.rows == english.rows, qPrintable(listOf(spanish) + "\n\n" + listOf(english)));
    QVERIFY(spanish.times.join(' ').contains(',') && !english.times.join(' ').contains(','));
}

void TestSameFigures::isOneEverywhere(const RecordLog& log, Language language, Told& window) {
    const Text text(language);
    ui::RunStore run;
    const QString file = QStringLiteral("%1.duelo").arg(++m_count);
    QVERIFY(opens(run, m_files.write(log, qPrintable(file))));
    const Comparison& comparison = *run.comparison();
    const Labels labels(comparison, text);
    const QString unit = "(" + qs(labels.timeUnit().symbol) + ")";
    const Titles titles{qs(timeTitle(text, comparison.rows.front().experiment, labels.timeUnit())),
                        unit, qs(text("results.ratio"))};
    ResultsModel model(run, text);
    std::multiset<QString> copied;
    for (std::size_t t = 0; t < std::max<std::size_t>(1, comparison.tables.size()); ++t) {
        model.refresh(comparison.tables.empty() ? std::nullopt : std::optional(t));
        const Told shown = toldBy(model, titles);
        window.rows.insert(shown.rows.begin(), shown.rows.end());
        window.times << shown.times;
        window.ratios << shown.ratios;
        const DocTable copy = ui::tableOf(
            model, {ResultsModel::ValueRole, ResultsModel::DetailRole, "±"}, text.numbers());
        const Told onClipboard = toldBy(copy, titles);
        copied.insert(onClipboard.rows.begin(), onClipboard.rows.end());
        const QString pasted = ui::tableMimeData(copy, text.numbers())->text();
        for (const QString& figure : shown.times + shown.ratios)
            QVERIFY2(pasted.contains('\t' + figure), qPrintable(figure + " in " + pasted));
    }
    QVERIFY(copied == window.rows);
    ReportOptions options;
    options.language = language;
    isInFiles(comparison, options, window);
}

void TestSameFigures::isInFiles(const Comparison& comparison, const ReportOptions& options,
                                const Told& window) {
    const Text text = options.text();
    const Labels labels(comparison, text);
    const Document document = compose(comparison, options);
    // Row by row in the table that has all variants.
    const Titles titles{qs(text("report.column_time", {{"unit", labels.timeUnit().symbol}})),
                        {},
                        qs(text("report.column_ratio"))};
    Told report;
    for (const DocSection& section : document.sections)
        for (const DocBlock& block : section.blocks)
            if (const auto* table = std::get_if<DocTable>(&block); table && table->id == "variants")
                report = toldBy(*table, titles);
    QVERIFY2(report.rows == window.rows, qPrintable(listOf(window) + "\n\n" + listOf(report)));
    const std::string terminal = terminalTables(document);
    for (const QString& figure : window.times + window.ratios)
        QVERIFY2(qs(terminal).contains(figure), qPrintable(figure));
    for (const std::string& written : {writeHtml(document), writeMarkdown(document)})
        for (const QString& figure : window.times + window.ratios)
            QVERIFY2(qs(written).contains(figure), qPrintable(figure));
    const QString latex = qs(writeLatex(document));
    for (QString figure : window.times + window.ratios)
        QVERIFY2(latex.contains(figure.replace(',', '.')), qPrintable(figure));  // its sign
    if (options.language == Language::English) return;  // the numbers below have no language
    // Those for programs and spreadsheets have all digits: rounded they are the same.
    const char separator = text.numbers().decimal == ',' ? ';' : ',';
    std::vector<double> exact;
    for (QString field : qs(reportText(comparison, ReportFormat::CsvExcel, options).value())
                             .replace('\n', separator)
                             .split(separator)) {
        bool number = false;
        const double value = field.replace(',', '.').toDouble(&number);
        if (number) exact.push_back(value);
    }
    const auto hasAll = [&](const QStringList& figures, double per) {
        for (const QString& figure : figures) {
            const auto decimals = static_cast<int>(numbersIn(figure)[0].section('.', 1).size());
            QVERIFY2(std::ranges::any_of(exact,
                                         [&](double value) {
                                             return qs(formatFixed(per * value, decimals,
                                                                   text.numbers())) == figure;
                                         }),
                     qPrintable(figure));
        }
    };
    hasAll(window.times, labels.timeUnit().per_ms);
    hasAll(window.ratios, 1);
    // A spreadsheet is given the numbers, and how many of their digits it shows.
    std::set<QString> shown;
    const Json book = workbook(comparison, options);
    if (!book.is_object()) return;
    for (const Json& one : book["sheets"])
        for (const auto& [at, value] : one["cells"].items()) {
            const auto format = one["shown"][at].get<std::string>();
            const std::size_t point = format.find('.');
            if (!value.is_number()) continue;
            const std::size_t decimals = point == std::string::npos ? 0 : format.size() - point - 1;
            shown.insert(
                qs(formatFixed(value.get<double>(), static_cast<int>(decimals), text.numbers())));
        }
    for (const QString& figure : window.times + window.ratios)
        QVERIFY2(shown.contains(figure), qPrintable(figure));
}

Json TestSameFigures::workbook(const Comparison& comparison, const ReportOptions& options) const {
    if (!QFile::exists(qEnvironmentVariable("DUELO_PYTHON"))) return {};
    const auto path = ui::pathOf(m_files.path("book.xlsx"));
    if (!exportReport(comparison, ReportFormat::Xlsx, options, path, true)) qFatal("no workbook");
    QProcess python;
    python.start(qEnvironmentVariable("DUELO_PYTHON"),
                 {QStringLiteral(DUELO_SOURCE_DIR "/tests/report/xlsx_cells.py"),
                  m_files.path("book.xlsx")});
    python.waitForFinished();
    return Json::parse(python.readAllStandardOutput().toStdString());
}

QTEST_MAIN(TestSameFigures)
#include "tst_same_figures.moc"
