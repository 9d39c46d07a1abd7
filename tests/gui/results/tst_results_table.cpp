// SPDX-License-Identifier: GPL-3.0-or-later
// Titles, figures with their intervals, and verdicts are never cut at 1280 px. The names of
// variants and of other PCs' files give way.
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QScrollBar>
#include <QStandardItemModel>

#include "../charts/drawn_words.h"
#include "../session/store_testing.h"
#include "training_examples.h"
#include "ui/form/tip.h"
#include "ui/look/settings.h"
#include "ui/look/theme.h"
#include "ui/results/experiment_frame.h"
#include "ui/results/part_list.h"
#include "ui/results/results_model.h"
#include "ui/results/results_table.h"

using namespace duelo;
using namespace duelo::testing;
using namespace duelo::ui;

namespace {

/// The width of a page in a window of 1280 px, without the rail.
constexpr int kPage_px = 1190;
constexpr int kPadding_px = 16;

const char* const kOther = "aula-l12-pc07_2026-05-03_la-otra-mitad-de-la-clase.duelo";

/// The page's frame with its real table, as wide as in a window of 1280 px.
struct Shown {
    Shown(const RunStore& run, const Text& text) : model(run, text) {
        frame.setTableModel(&model);
        frame.resize(kPage_px, 640);
        frame.show();
    }
    ResultsModel model;
    ExperimentFrame frame;
    ResultsTable& table = frame.table();
};

/// Adds the title of a column if it is cut: its wrapped lines may be too high or a word too wide.
void addCutTitle(QStringList& cut, const ResultsTable& table, int column) {
    const QHeaderView& header = *table.horizontalHeader();
    QFont bold(header.font());
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    const QString title = table.model()->headerData(column, Qt::Horizontal).toString();
    const QRect room(0, 0, header.sectionSize(column) - kPadding_px, header.height());
    const QRect needs = metrics.boundingRect(room, Qt::TextWordWrap, title);
    if (needs.width() > room.width() || needs.height() > room.height()) cut << title;
}

void addCutCell(QStringList& cut, const ResultsTable& table, const QModelIndex& index) {
    QFont small(table.font());
    small.setPointSizeF(small.pointSizeF() * 0.9);
    const QFontMetrics metrics(table.font()), smallMetrics(small);
    const QString text = index.data().toString();
    const QString detail = index.data(ResultsModel::DetailRole).toString();
    const int room = table.columnWidth(index.column()) - kPadding_px;
    if (index.data(ResultsModel::ToneRole).isValid()) {
        if (smallMetrics.horizontalAdvance(text) + smallMetrics.height() / 2 > room) cut << text;
        return;
    }
    // Of a detail the interval comes first, and flags may give way.
    const int figure = metrics.horizontalAdvance(text);
    const int interval = smallMetrics.horizontalAdvance(detail.section(" · ", 0, 0));
    const auto* delegate = qobject_cast<const ResultsDelegate*>(table.itemDelegate());
    const int both = figure + (detail.isEmpty() ? 0 : 8) + interval;
    const int needs = delegate->isStacked() ? qMax(figure, interval) : both;
    if (needs > room) cut << text + ' ' + detail;
    if (delegate->isStacked() && !detail.isEmpty() &&
        table.rowHeight(index.row()) < metrics.height() + smallMetrics.height())
        cut << text + ' ' + detail + " (height)";
}

/// Two sizes on the CPU alone.
RecordLog cpuLog(const char* id) {
    RecordLog log;
    Header header = twoCellHeader();
    header.run = std::string(id) + header.run.substr(std::string_view(id).size());
    header.machine.id = id;
    log.records = {header,
                   twoCellLine(1),
                   twoCellLine(2),
                   doneIn("c001", 20),
                   doneIn("c002", 90),
                   End{.status = "completed"}};
    return log;
}

/// Lists the cut texts of a table. It scrolls to the end first, because only rows that have been in
/// view are measured.
QStringList cutIn(ResultsTable& table) {
    table.scrollToBottom();
    QCoreApplication::processEvents();
    QStringList cut;
    for (int c = 0; c < table.model()->columnCount(); ++c) {
        addCutTitle(cut, table, c);
        for (int r = 0; r < table.model()->rowCount(); ++r) {
            const QModelIndex index = table.model()->index(r, c);
            const bool figure = index.data(ResultsModel::ValueRole).isValid() ||
                                index.data(ResultsModel::ToneRole).isValid();
            if (figure) addCutCell(cut, table, index);
        }
    }
    return cut;
}

void eachLanguage() {
    QTest::addColumn<int>("language");
    QTest::newRow("es") << int(Language::Spanish);
    QTest::newRow("en") << int(Language::English);
}

}  // namespace

class TestResultsTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }
    void otherPcsNameGivesWay_data() { eachLanguage(); }
    void otherPcsNameGivesWay();
    void longNameInATitle_data() { eachLanguage(); }
    void longNameInATitle();
    void accuracyHasItsInterval_data() { eachLanguage(); }
    void accuracyHasItsInterval();
    void rowsInViewAreMeasured();
    void whatWasLiveKeepsNoRoom();
    void titleOfAPartIsNotCut();
};

void TestResultsTable::otherPcsNameGivesWay() {
    QFETCH(int, language);
    const Files files;
    RunStore run;
    QVERIFY(opens(run, files.write(gpuLog(), "own.duelo")));
    QVERIFY(adds(run, files.write(examples::otherPc(), kOther), duelo::Role::Shared));
    Shown shown(run, Text(static_cast<Language>(language)));
    shown.model.refresh(0);
    QCoreApplication::processEvents();
    QVERIFY(shown.model.rowCount() > 6);
    QCOMPARE(cutIn(shown.table).join('\n'), QString());
    QCOMPARE(shown.table.horizontalScrollBar()->maximum(), 0);
    // Its GPU tells it apart; the whole name is one movement of the mouse away.
    int named = 0;
    for (int r = 0; r < shown.model.rowCount(); ++r) {
        const QModelIndex name = shown.model.index(r, 0);
        for (const QModelIndex& index : {name, name.siblingAtColumn(1)})
            named += index.data(Qt::ToolTipRole).toString().contains("RTX 4070");
    }
    QVERIFY(named > 0);
}

/// Two PCs without a GPU stand beside each other: the file's name is in the title of a column.
void TestResultsTable::longNameInATitle() {
    QFETCH(int, language);
    const Files files;
    RunStore run;
    QVERIFY(opens(run, files.write(cpuLog("11111111"), "own-cpu.duelo")));
    const QString other = QString("cpu-") + kOther;
    QVERIFY(adds(run, files.write(cpuLog("22222222"), qPrintable(other)), duelo::Role::Shared));
    Shown shown(run, Text(static_cast<Language>(language)));
    shown.model.refresh(0);
    QCoreApplication::processEvents();
    QCOMPARE(cutIn(shown.table).join('\n'), QString());
    int named = 0;
    for (int c = 0; c < shown.model.columnCount(); ++c) {
        const QString title = shown.model.headerData(c, Qt::Horizontal, Qt::DisplayRole).toString();
        const QString whole = shown.model.headerData(c, Qt::Horizontal, Qt::ToolTipRole).toString();
        named += whole.contains(other);
        QCOMPARE(title == whole, !whole.contains(other));
        QCOMPARE(title.contains(QChar(0x2026)), whole.contains(other));
    }
    QVERIFY(named > 0);
}

/// S4-16: accuracy stands beside the time, and "93.1 % (90.2–95.4 %)" is read to its end.
void TestResultsTable::accuracyHasItsInterval() {
    QFETCH(int, language);
    RunStore run;
    run.beginRun("x.duelo");
    run.add(examples::trainingPc().records);
    QTRY_VERIFY(run.comparison() && !run.comparison()->rows.empty());
    Shown shown(run, Text(static_cast<Language>(language)));
    shown.model.refresh(0);
    QCoreApplication::processEvents();
    QVERIFY(shown.model.rowCount() >= 2 && shown.model.columnCount() == 8);
    QCOMPARE(cutIn(shown.table).join('\n'), QString());
    QCOMPARE(shown.table.horizontalScrollBar()->maximum(), 0);
    int intervals = 0;
    for (int c = 0; c < shown.model.columnCount(); ++c) {
        const QModelIndex index = shown.model.index(0, c);
        const QString detail = index.data(ResultsModel::DetailRole).toString();
        if (!detail.contains('%') || detail.startsWith(QChar(0xB1))) continue;
        ++intervals;
        QCOMPARE(detail.count('%'), 1);
        const QString tip = shown.model.headerData(c, Qt::Horizontal, Qt::ToolTipRole).toString();
        QCOMPARE(tip.section('\n', 1),
                 briefTip(qs(Text(static_cast<Language>(language))
                                 .of("training")("metric_help.test_accuracy"))));
        QVERIFY(shown.table.columnWidth(c) >= shown.table.neededWidth(c));
    }
    QCOMPARE(intervals, 1);
}

/// "Epoch 12 of 12" takes more room than the time that comes of it: names get it back afterwards.
void TestResultsTable::whatWasLiveKeepsNoRoom() {
    QStandardItemModel model(1, 1);
    auto* item = new QStandardItem("Epoch 12 of 12, measuring");
    item->setTextAlignment(Qt::AlignRight);
    model.setItem(0, 0, item);
    ui::ResultsTable table;
    table.setModel(&model);
    table.resize(400, 200);
    table.show();
    QCoreApplication::processEvents();
    const int live_px = table.neededWidth(0);
    item->setText("0.12");
    QCoreApplication::processEvents();
    QCOMPARE(table.neededWidth(0), live_px);  // nothing moves while somebody reads
    table.forget();
    QVERIFY(table.neededWidth(0) < live_px);
}

/// A large table is as quick as a small one. What has been in view keeps its room.
void TestResultsTable::rowsInViewAreMeasured() {
    const Files files;
    RunStore run;
    QVERIFY(opens(run, files.write(gpuLog(), "rows.duelo")));
    Shown shown(run, Text(Language::Spanish));
    shown.frame.resize(kPage_px, 480);  // some rows, not all
    shown.model.refresh({});
    QCoreApplication::processEvents();
    std::vector<int> before;
    for (int c = 0; c < shown.model.columnCount(); ++c)
        before.push_back(shown.table.neededWidth(c));
    shown.table.scrollToBottom();
    QCoreApplication::processEvents();
    for (int c = 0; c < shown.model.columnCount(); ++c)
        QVERIFY(shown.table.neededWidth(c) >= before[static_cast<std::size_t>(c)]);
    for (int c = 0; c < shown.model.columnCount(); ++c)
        for (const int y : {1, shown.table.viewport()->height() - 2}) {
            const int row = shown.table.rowAt(y);
            if (row < 0) continue;
            QStringList cut;
            const QModelIndex index = shown.model.index(row, c);
            if (index.data(ResultsModel::ValueRole).isValid()) addCutCell(cut, shown.table, index);
            QCOMPARE(cut.join('\n'), QString());
        }
}

/// A list too narrow for the title of its table shows both of its ends, and the rest in its tip.
void TestResultsTable::titleOfAPartIsNotCut() {
    ExperimentFrame frame;
    const QString title(
        "Tiempos de EfficientNet-Lite0 con las fotografías del laboratorio, de 224 a "
        "1024 px, lote de %1 imágenes");
    frame.setSelections({title.arg(64), title.arg(32)}, 1);
    frame.resize(1024, 640);
    frame.show();
    QVERIFY(QTest::qWaitForWindowExposed(&frame));
    QCoreApplication::processEvents();  // what scrolls is laid out now
    const auto lists = frame.findChildren<PartList*>();
    const auto found = std::ranges::find_if(lists, &QComboBox::isVisible);
    QVERIFY(found != lists.end());
    PartList* list = *found;
    const auto words = wordsDrawnBy(*list);
    QVERIFY(!words.isEmpty());
    const QString shown = words.front().text.trimmed();
    // What both have at their ends is no name of either.
    QVERIFY2(shown.contains(" 32 ") && shown.startsWith(QChar(0x2026)), qPrintable(shown));
    QVERIFY(list->fontMetrics().horizontalAdvance(shown) < list->width());
    QCOMPARE(list->toolTip(), list->currentText());
    const QString network("Tiempos de %1 con un tensor aleatorio");
    frame.setSelections({network.arg("ResNet-18"), network.arg("MobileNetV2")}, 0);
    const int room = list->fontMetrics().horizontalAdvance("Tiempos de MobileNetV2 con");
    QVERIFY(list->briefTitle(0, room).contains("ResNet-18"));
    QVERIFY(list->briefTitle(1, room).contains("MobileNetV2"));
    QCOMPARE(list->briefTitle(1, 10 * room), list->itemText(1));
}

QTEST_MAIN(TestResultsTable)
#include "tst_results_table.moc"
