// SPDX-License-Identifier: Apache-2.0
// Y-22: names that are the same to a reader, and names that are the system's.
#include <QtTest>

#include "base/same_name.h"
#include "base/text.h"

using namespace duelo;

namespace {

std::string utf8(char32_t c) {
    std::string text;
    appendUtf8(text, c);
    return text;
}

}  // namespace

class TestSameName : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Every letter that macOS takes apart, against another implementation's table.
    void Y22_decomposesAsQtDoes() {
        int taken_apart = 0;
        for (char32_t c = 1; c < 0x20000; ++c) {
            const bool kept = (c >= 0x2000 && c < 0x3000) || (c >= 0xF900 && c < 0xFB00);
            // Qt takes U+FEFF for a byte-order mark.
            if (kept || c == 0xFEFF || (c >= 0xD800 && c < 0xE000)) continue;
            if (QChar::unicodeVersion(c) > QChar::Unicode_14_0) continue;
            const QString theirs =
                QString::fromUcs4(&c, 1).normalized(QString::NormalizationForm_D);
            const QByteArray ours = QByteArray::fromStdString(decomposedName(utf8(c)));
            // Marks may stand in another order than theirs.
            QVERIFY2(ours.toStdString() == decomposedName(theirs.toStdString()),
                     qPrintable(QString::number(c, 16)));
            taken_apart += ours != QByteArray::fromStdString(utf8(c));
        }
        QVERIFY(taken_apart > 12'000);  // of which 11,172 syllables of Hangul
    }

    void Y22_bothFormsAreTheSame_data() {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"año nuevo", "Größe", "ñandú", "ệ", "한국어", "Ёлка", "猫", "plain"})
            QTest::newRow(name) << QString::fromUtf8(name);
    }

    void Y22_bothFormsAreTheSame() {
        QFETCH(QString, name);
        const auto form = [&name](QString::NormalizationForm which) {
            return name.normalized(which).toStdString();
        };
        const std::string composed = form(QString::NormalizationForm_C);
        const std::string apart = form(QString::NormalizationForm_D);
        QCOMPARE(decomposedName(composed), decomposedName(apart));
        QCOMPARE(foldedName(name.toUpper().toStdString()),
                 foldedName(name.toUpper().toLower().toStdString()));
    }

    void Y22_marksInAnyOrder() {
        const std::string below = utf8(0x323), above = utf8(0x302);
        QCOMPARE(decomposedName("e" + below + above), decomposedName("e" + above + below));
        QVERIFY(decomposedName("ab") != decomposedName("ba"));
        QCOMPARE(decomposedName(""), std::string());
        QCOMPARE(decomposedName("a\xff"), std::string("a\xef\xbf\xbd"));
    }

    void Y22_namesOfSystems() {
        for (const char* name :
             {"__MACOSX", "@eaDir", "$RECYCLE.BIN", "$Recycle.Bin", "System Volume Information",
              "lost+found", ".ipynb_checkpoints", ".DS_Store", "._photo.jpg", "Thumbs.db",
              "thumbs.db", "Desktop.ini"})
            QVERIFY2(isHiddenName(name), name);
        for (const char* name : {"MACOSX", "trash", "photo.jpg", "a.b", "", "lost", "ñ"})
            QVERIFY2(!isHiddenName(name), name);
    }

    void Y22_pathsOfSystems() {
        for (const char* path :
             {"__MACOSX/a.duelo", "ana/__MACOSX/a.duelo", "ana/._a.duelo", ".git/a.duelo"})
            QVERIFY2(isHiddenPath(path), path);
        for (const char* path : {"ana/a.duelo", "a.duelo", "./a.duelo", "ana/"})
            QVERIFY2(!isHiddenPath(path), path);
    }
};

QTEST_GUILESS_MAIN(TestSameName)
#include "tst_same_name.moc"
