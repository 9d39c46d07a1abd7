// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include "ui/results/cards.h"

using namespace duelo;
using duelo::ui::CardColumn;

/// Cards say a sentence each, and all of it where they are asked.
class TestCardColumn : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aCardIsASentenceUntilItIsUnfolded();
    void twoCardsStandFirst();

private:
    static CardValue card(int number) {
        const std::string name = std::to_string(number);
        return {.id = name,
                .title = "Title " + name,
                .lines = {"First of " + name + ". And more.", "Second of " + name}};
    }
    static QStringList linesIn(const CardColumn& column) {
        QStringList lines;
        for (const auto* label : column.findChildren<QLabel*>())
            if (label->isVisibleTo(&column)) lines << label->text();
        return lines;
    }
    static QToolButton* titled(const CardColumn& column, const QString& title) {
        for (auto* button : column.findChildren<QToolButton*>())
            if (button->accessibleName() == title) return button;
        return nullptr;
    }
};

void TestCardColumn::aCardIsASentenceUntilItIsUnfolded() {
    CardColumn column;
    column.resize(260, 600);
    column.setVisible(true);
    column.setCards({card(1), card(2)});
    QTRY_COMPARE(linesIn(column), (QStringList{"First of 1.", "First of 2."}));
    auto* title = titled(column, "Title 1");
    QVERIFY(title && (title->focusPolicy() & Qt::TabFocus));
    QTest::keyClick(title, Qt::Key_Space);
    QCOMPARE(linesIn(column), (QStringList{"First of 1. And more.", "Second of 1", "First of 2."}));
    // Another row of the table: what was asked of it stays open.
    CardValue other = card(1);
    other.lines = {"Another"};
    column.setCards({other, card(2)});
    QTRY_COMPARE(linesIn(column), (QStringList{"Another", "First of 2."}));
    title->click();
    other.lines = {QStringList(40, "word").join(' ').toStdString()};
    column.setCards({other});
    QTRY_VERIFY(linesIn(column).value(0).endsWith(QChar(0x2026)));
    QVERIFY(linesIn(column).value(0).count("word") < 20);
}

void TestCardColumn::twoCardsStandFirst() {
    CardColumn column;
    column.setVisible(true);
    column.setCards({card(1), card(2), card(3), card(4), card(5)});
    auto* rest = column.findChild<QPushButton*>("restOfCards");
    QTRY_COMPARE(linesIn(column).size(), 2);
    QCOMPARE(rest->text(), QString("3 more"));
    rest->click();
    QCOMPARE(linesIn(column).size(), 5);
    rest->click();
    QCOMPARE(linesIn(column).size(), 2);
    column.setCards({card(1)});
    QTRY_COMPARE(linesIn(column).size(), 1);
    QVERIFY(!rest->isVisible());
}

QTEST_MAIN(TestCardColumn)
#include "tst_card_column.moc"
