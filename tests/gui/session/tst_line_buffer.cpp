// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "ui/session/line_buffer.h"

using namespace duelo::ui;

class TestLineBuffer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesInAnyPieces_data();
    void linesInAnyPieces();
    void rest();
    void longLinesInSmallPiecesAreLinear();
    void tailIsBounded();
};

void TestLineBuffer::linesInAnyPieces_data() {
    QTest::addColumn<int>("piece");
    for (const int piece : {1, 2, 3, 5, 1000}) QTest::addRow("%d", piece) << piece;
}

void TestLineBuffer::linesInAnyPieces() {
    QFETCH(int, piece);
    const std::string text = "one\n\ntwo\r\nthree four\nhalf";
    LineBuffer buffer;
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size(); at += static_cast<std::size_t>(piece)) {
        buffer.append(std::string_view(text).substr(at, static_cast<std::size_t>(piece)));
        while (auto line = buffer.next()) lines.push_back(*line);
    }
    QCOMPARE(lines, (std::vector<std::string>{"one", "", "two\r", "three four"}));
    QCOMPARE(buffer.size(), 4U);
}

void TestLineBuffer::rest() {
    LineBuffer buffer;
    buffer.append("a\nb\nhalf");
    QCOMPARE(buffer.next(), std::optional<std::string>("a"));
    QCOMPARE(buffer.takeRest(), std::string("b\nhalf"));
    QCOMPARE(buffer.size(), 0U);
    QVERIFY(!buffer.next());
}

/// 48 MB in 64-byte pieces: a search from the line's start on every piece would compare 19 TB and
/// run into the time limit of Qt Test.
void TestLineBuffer::longLinesInSmallPiecesAreLinear() {
    const std::string piece(64, 'x');
    const std::size_t pieces = (std::size_t{48} << 20) / piece.size();
    LineBuffer buffer;
    for (std::size_t i = 0; i < pieces; ++i) {
        buffer.append(piece);
        QVERIFY(!buffer.next());
    }
    buffer.append("\n");
    QCOMPARE(buffer.next()->size(), pieces * piece.size());
}

void TestLineBuffer::tailIsBounded() {
    TextTail tail(64);
    tail.append("short\n");
    QCOMPARE(tail.text(), std::string("short\n"));
    for (int i = 0; i < 1000; ++i) tail.append("line " + std::to_string(i) + "\n");
    const std::string text = tail.text();
    QVERIFY(text.size() <= 64);
    QVERIFY(text.starts_with("line 99"));  // not from the middle of a line
    QVERIFY(text.ends_with("line 999\n"));
    tail.append(std::string(1 << 20, '!'));
    QCOMPARE(tail.text(), std::string(64, '!'));
    tail.clear();
    QVERIFY(tail.text().empty());
}

QTEST_GUILESS_MAIN(TestLineBuffer)
#include "tst_line_buffer.moc"
