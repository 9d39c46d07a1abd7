// SPDX-License-Identifier: GPL-3.0-or-later
#include <QStandardItemModel>
#include <QTextDocument>
#include <QTextTable>
#include <QtTest>

#include "ui/export/table_clipboard.h"

using namespace duelo;

namespace {

constexpr int kValueRole = Qt::UserRole + 4, kDetailRole = Qt::UserRole;
const ui::TableRoles kRoles{kValueRole, kDetailRole, "IC 95 %"};

DocTable example() {
    DocTable table;
    table.columns = {"Tamaño", "=CPU (s)"};
    table.numeric = {false, true};
    table.rows = {{{"224x224", std::nullopt, 0}, {"0,0250", 0.02496, 4}},
                  {{"007", std::nullopt, 0}, {"0,00003", 0.00003, 5}},
                  {{"=cmd|'/c calc'!A1", std::nullopt, 0}, {"-1,5", -1.5, 1}},
                  {{"a\tb\nc <b>&", std::nullopt, 0}, {"no medido: sin GPU", std::nullopt, 0}}};
    return table;
}

}  // namespace

/// Tests of tables that are pasted into Excel, Calc, Word and editors.
class TestTableClipboard : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Spanish decimals; texts that would be formulas are guarded, negative figures
    /// are not; a tab in a name does not make a column.
    void tabSeparated() {
        const auto data = ui::tableMimeData(example(), {','});
        const QStringList lines = data->text().split(QStringLiteral("\r\n"));
        QCOMPARE(lines.size(), 6);  // the header, four rows, and what follows the last end
        QCOMPARE(lines[0], QStringLiteral("Tamaño\t'=CPU (s)"));
        QCOMPARE(lines[1], QStringLiteral("224x224\t0,0250"));
        QCOMPARE(lines[2], QStringLiteral("007\t0,00003"));
        QCOMPARE(lines[3], QStringLiteral("'=cmd|'/c calc'!A1\t-1,5"));
        QCOMPARE(lines[4], QStringLiteral("a b c <b>&\tno medido: sin GPU"));
        QVERIFY(lines[5].isEmpty());
        QVERIFY(ui::tableMimeData(example(), {'.'})
                    ->text()
                    .contains(QStringLiteral("224x224\t0.0250")));
    }

    void html() {
        const auto data = ui::tableMimeData(example(), {','});
        QVERIFY(data->hasHtml());
        const QString html = data->html();
        QVERIFY(html.contains(QStringLiteral("mso-displayed-decimal-separator:\"\\,\"")));
        QVERIFY(html.contains(QStringLiteral("mso-displayed-thousand-separator:\"\\.\"")));
        // "007" stays a text in Excel and in LibreOffice.
        QVERIFY(html.contains(
            QStringLiteral("<td style='mso-number-format:\"\\@\"' sdnum=\"1033;0;@\">007</td>")));
        QVERIFY(html.contains(QStringLiteral("sdval=\"0.02496\" sdnum=\"1033;0;0.0000\">0,0250<")));
        QVERIFY(!html.contains(QStringLiteral(">=")));
        QVERIFY(!html.contains(QStringLiteral("<b>")));

        QTextDocument page;  // another reader of HTML
        page.setHtml(html);
        const QTextTable* table = nullptr;
        for (QTextFrame* frame : page.rootFrame()->childFrames())
            if (!table) table = qobject_cast<QTextTable*>(frame);
        QVERIFY(table != nullptr);
        QCOMPARE(table->rows(), 5);
        QCOMPARE(table->columns(), 2);
        const QTextTableCell figure = table->cellAt(1, 1);
        QCOMPARE(figure.firstCursorPosition().block().text(), QStringLiteral("0,0250"));
        QCOMPARE(table->cellAt(4, 0).firstCursorPosition().block().text(),
                 QStringLiteral("a b c <b>&"));
    }

    void guarded_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"=1+1", "+1", "-1+2", "@SUM(1)", " =1", "\t=1", "＝1+1"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }
    void guarded() {
        QFETCH(QString, text);
        DocTable table;
        table.columns = {"a"};
        table.numeric = {false};
        table.rows = {{{text.toStdString(), std::nullopt, 0}}};
        const auto data = ui::tableMimeData(table, {','});
        QVERIFY(data->text().split(QStringLiteral("\r\n"))[1].startsWith(QLatin1Char('\'')));
        QVERIFY(data->html().contains(QStringLiteral(">&#39;")));
    }

    /// The table on the screen: figures keep the digits that are shown, in the reader's sign.
    void fromModel() {
        QStandardItemModel model(4, 2);
        model.setHorizontalHeaderLabels({QStringLiteral("Tamaño"), QStringLiteral("CPU (s)")});
        const auto put = [&](int row, const QString& text, const QVariant& value) {
            model.setItem(row, 0, new QStandardItem(QStringLiteral("1024")));
            auto* item = new QStandardItem(text);
            item->setData(value, kValueRole);
            model.setItem(row, 1, item);
        };
        put(0, QStringLiteral("0,0250"), 0.02496);
        put(1, QStringLiteral("0,0000300"), 0.00003);
        put(2, QStringLiteral("3,20×"), 3.2041);
        put(3, QStringLiteral("sin memoria"), {});
        const DocTable table = ui::tableOf(model, kRoles, {','});
        QCOMPARE(table.columns[1], std::string("CPU (s)"));
        QCOMPARE(ui::tableMimeData(table, {','})->text(),
                 QStringLiteral("Tamaño\tCPU (s)\r\n1024\t0,0250\r\n1024\t0,0000300\r\n"
                                "1024\t3,20\r\n1024\tsin memoria\r\n"));
        // A text that looks like a number is none: only the role makes a figure.
        QVERIFY(!table.rows[0][0].value.has_value());
    }

    /// A figure keeps what stands beside it, in a column of its own; of a selection the rows and
    /// columns are copied, under their titles.
    void detailsAndSelection() {
        QStandardItemModel model(2, 3);
        model.setHorizontalHeaderLabels(
            {QStringLiteral("Tamaño"), QStringLiteral("CPU (s)"), QStringLiteral("Veredicto")});
        for (int row = 0; row < 2; ++row) {
            model.setItem(row, 0, new QStandardItem(QString::number(224 * (row + 1))));
            auto* item = new QStandardItem(QStringLiteral("0,0250"));
            item->setData(0.02496, kValueRole);
            if (row == 0) item->setData(QStringLiteral("± 0,5 %"), kDetailRole);
            model.setItem(row, 1, item);
            model.setItem(row, 2, new QStandardItem(QStringLiteral("IGUAL")));
        }
        const auto text = [&](const QModelIndexList& selected) {
            return ui::tableMimeData(ui::tableOf(model, kRoles, {','}, selected), {','})->text();
        };
        QCOMPARE(text({}), QStringLiteral("Tamaño\tCPU (s)\tIC 95 %\tVeredicto\r\n"
                                          "224\t0,0250\t± 0,5 %\tIGUAL\r\n"
                                          "448\t0,0250\t\tIGUAL\r\n"));
        QCOMPARE(text({model.index(1, 0), model.index(1, 1), model.index(1, 2)}),
                 QStringLiteral("Tamaño\tCPU (s)\tVeredicto\r\n448\t0,0250\tIGUAL\r\n"));
        QCOMPARE(text({model.index(1, 2), model.index(0, 0)}),
                 QStringLiteral("Tamaño\tVeredicto\r\n224\tIGUAL\r\n448\tIGUAL\r\n"));
    }

    /// Groups are for people: a spreadsheet would take them for text.
    void groupsAreNotPasted() {
        const NumberStyle people = styleForPeople(',');
        QStandardItemModel model(1, 1);
        auto* item = new QStandardItem(QString::fromStdString(formatFixed(23243.587, 1, people)));
        item->setData(23243.587, kValueRole);
        model.setItem(0, 0, item);
        const DocTable table = ui::tableOf(model, kRoles, people);
        QCOMPARE(ui::tableMimeData(table, people)->text().split(QStringLiteral("\r\n"))[1],
                 QStringLiteral("23243,6"));
    }

    /// A name that the screen shortens is pasted whole.
    void titlesAreWhole() {
        QStandardItemModel model(1, 1);
        model.setHeaderData(0, Qt::Horizontal, QStringLiteral("aula…7.duelo"));
        model.setHeaderData(0, Qt::Horizontal, QStringLiteral("aula-l12-pc07.duelo"),
                            Qt::AccessibleTextRole);
        QCOMPARE(ui::tableOf(model, kRoles, {','}).columns.front(),
                 std::string("aula-l12-pc07.duelo"));
    }

    /// Y-13: what is pasted has the digits that are shown, and no others.
    void shownInAnotherUnit() {
        QStandardItemModel model(1, 1);
        auto* item = new QStandardItem(QStringLiteral("25,0 ms"));
        item->setData(0.025, kValueRole);
        model.setItem(0, 0, item);
        const DocTable table = ui::tableOf(model, kRoles, {','});
        QCOMPARE(ui::tableMimeData(table, {','})->text().split(QStringLiteral("\r\n"))[1],
                 QStringLiteral("0,0250"));
        for (const auto& [shown, value, pasted] :
             {std::tuple("133 GFLOP/s", 133036365078.10641, "133000000000"),
              std::tuple("99,5 %", 0.99523, "0,995"),
              std::tuple("1,2·10⁻⁷", 1.234e-7, "0,00000012"), std::tuple("0", 0.0, "0")}) {
            item->setText(QString::fromUtf8(shown));
            item->setData(value, kValueRole);
            const auto data = ui::tableMimeData(ui::tableOf(model, kRoles, {','}), {','});
            QCOMPARE(data->text().split(QStringLiteral("\r\n"))[1], QString::fromUtf8(pasted));
        }
    }

    void image() {
        QImage picture(8, 4, QImage::Format_RGB32);
        picture.fill(Qt::red);
        const auto data = ui::imageMimeData(picture);
        QVERIFY(data->hasImage());
        QCOMPARE(data->imageData().value<QImage>(), picture);
    }
};

QTEST_MAIN(TestTableClipboard)
#include "tst_table_clipboard.moc"
