// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QClipboard>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>

#include "ui/lab_report/answer_editor.h"

using namespace duelo;
using ui::AnswerEditor;

/// Words with citations between them, which are one sign each and come out as their tokens.
class TestAnswerEditor : public QObject {
    Q_OBJECT

    static std::unique_ptr<AnswerEditor> editor() {
        auto made = std::make_unique<AnswerEditor>(
            [](const QString& id) {
                return ui::CitationObject::Shown{.words = "14.2 " + id, .box = id == "e2"};
            },
            [](const QString& id) { return id == "e1" || id == "e2"; });
        made->resize(400, 200);
        made->show();
        return made;
    }

private Q_SLOTS:
    void givesBackWhatItWasGiven_data();
    void givesBackWhatItWasGiven();
    void insertsACitationWhereOneTypes();
    void aBoxBeginsALine();
    void partsNoWord();
    void deletesACitationAsOneSign();
    void takesPlainTextOnly();
    void holdsNoMoreThanAnAnswerMay();
    void growsWithItsWords();
    void tellsHowAFigureWasObtained();
};

void TestAnswerEditor::givesBackWhatItWasGiven_data() {
    QTest::addColumn<QString>("answer");
    QTest::newRow("words") << "uno\ndos\n\ntres";
    QTest::newRow("citation") << "a [[e1]] b [[e2]]";
    QTest::newRow("neighbours") << "[[e1]][[e1]][[e2]]";
    QTest::newRow("unknown") << "[[e9]] [[ ]] [e1]";
    QTest::newRow("hostile") << QString::fromUtf8(
        "<b>x</b> \xF0\x9F\x98\x80 \xD7\xA9\xD7\x9C &amp;");
}

void TestAnswerEditor::givesBackWhatItWasGiven() {
    QFETCH(QString, answer);
    const auto made = editor();
    QSignalSpy edited(made.get(), &AnswerEditor::edited);
    made->setAnswer(answer);
    QCOMPARE(made->answer(), answer);
    QVERIFY(edited.isEmpty());  // nobody has typed
}

void TestAnswerEditor::insertsACitationWhereOneTypes() {
    const auto made = editor();
    QTest::keyClicks(made.get(), "was ");
    made->insertCitation("e1");
    QTest::keyClicks(made.get(), "times");
    QCOMPARE(made->answer(), QString("was [[e1]] times"));
    made->undo();
    QCOMPARE(made->answer(), QString("was [[e1]] "));
    made->undo();
    QCOMPARE(made->answer(), QString("was "));
    made->undo();
    QCOMPARE(made->answer(), QString());
    made->redo();
    made->redo();
    QCOMPARE(made->answer(), QString("was [[e1]] "));
}

void TestAnswerEditor::aBoxBeginsALine() {
    const auto made = editor();
    QTest::keyClicks(made.get(), "was");
    made->insertCitation("e2");
    QTest::keyClicks(made.get(), "so");
    QCOMPARE(made->answer(), QString("was\n[[e2]] so"));
    // What stands above it is as high as its words.
    const QRectF above =
        made->document()->documentLayout()->blockBoundingRect(made->document()->firstBlock());
    QVERIFY2(above.height() < 2 * made->fontMetrics().lineSpacing(),
             qPrintable(QString::number(above.height())));
    made->setAnswer({});
    made->insertCitation("e2");
    QCOMPARE(made->answer(), QString("[[e2]] "));
}

void TestAnswerEditor::partsNoWord() {
    const auto made = editor();
    const auto insertAt = [&](int position, const char* id) {
        made->setAnswer("few operations here");
        QTextCursor cursor = made->textCursor();
        cursor.setPosition(position);
        made->setTextCursor(cursor);
        made->insertCitation(id);
        return made->answer();
    };
    QCOMPARE(insertAt(8, "e1"), QString("few operations[[e1]]  here"));
    QCOMPARE(insertAt(4, "e1"), QString("few [[e1]] operations here"));
    QCOMPARE(insertAt(8, "e2"), QString("few operations here\n[[e2]] "));
}

void TestAnswerEditor::deletesACitationAsOneSign() {
    const auto made = editor();
    made->setAnswer("a[[e2]]b");
    QTextCursor cursor = made->textCursor();
    cursor.setPosition(2);
    made->setTextCursor(cursor);
    QTest::keyClick(made.get(), Qt::Key_Backspace);
    QCOMPARE(made->answer(), QString("ab"));
}

void TestAnswerEditor::takesPlainTextOnly() {
    const auto made = editor();
    auto* copy = new QMimeData;
    copy->setHtml("<b>bold</b><img src='http://x/y.png'>");
    copy->setText(QString("bold [[e1]]") + QChar(QChar::ObjectReplacementCharacter));
    QApplication::clipboard()->setMimeData(copy);
    made->paste();
    QCOMPARE(made->answer(), QString("bold [[e1]]"));
    made->selectAll();
    made->copy();
    QCOMPARE(QApplication::clipboard()->text(), QString("bold [[e1]]"));
}

void TestAnswerEditor::holdsNoMoreThanAnAnswerMay() {
    const auto made = editor();
    QSignalSpy full(made.get(), &AnswerEditor::full);
    made->insertPlainText(QString(static_cast<int>(kMaxTextChars), 'a'));
    QVERIFY(full.isEmpty());
    made->insertPlainText("bcd");
    QCOMPARE(full.size(), 1);
    QCOMPARE(made->answer(), QString(static_cast<int>(kMaxTextChars), 'a'));
}

/// Every number is clickable.
void TestAnswerEditor::tellsHowAFigureWasObtained() {
    const auto made = editor();
    made->setAnswer("it took [[e1]] there");
    QTextCursor sign(made->document());
    sign.setPosition(8);
    const QRect before = made->cursorRect(sign);
    sign.setPosition(9);
    const QPoint middle = (before.center() + made->cursorRect(sign).center()) / 2;
    QSignalSpy clicked(made.get(), &AnswerEditor::citationClicked);
    QTest::mouseClick(made->viewport(), Qt::LeftButton, {}, middle);
    QCOMPARE(clicked.size(), 1);
    QCOMPARE(clicked.front().front().toString(), QString("e1"));
    QTest::mouseClick(made->viewport(), Qt::LeftButton, {}, QPoint(6, before.center().y()));
    QCOMPARE(clicked.size(), 1);  // words are no figures
}

void TestAnswerEditor::growsWithItsWords() {
    const auto made = editor();
    const int before = made->sizeHint().height();
    made->setAnswer(QString("line\n").repeated(20));
    QVERIFY(made->sizeHint().height() > before);
}

QTEST_MAIN(TestAnswerEditor)
#include "tst_answer_editor.moc"
