// SPDX-License-Identifier: Apache-2.0
// Issue 46: the texts of kernels are shown with Spanish comments, line for line; what is compiled
// stays as it is.
#include <QtTest>

#include <map>
#include <string>

#include "base/json_text.h"
#include "experiments/specs.h"
#include "report/kernel_comments.h"
#include "report/view.h"
#include "resources/resources.h"

using namespace duelo;

namespace {

/// Tells how a kernel is launched, which Duelo reads: the same in every language.
bool isLaunch(const QString& line) {
    static const QRegularExpression remark(QStringLiteral("^// (launch|buffer|value|result)[ :]"));
    return line.contains(remark);
}

/// Returns the lines of each comment by its words; code ends one, and so does a comment behind it.
/// None of Duelo's texts has slashes in a text between quotation marks.
std::map<std::string, int> commentsOf(const QString& text) {
    static const QRegularExpression slashes(QStringLiteral("^/+<? ?"));
    std::vector<std::pair<QString, int>> found;
    bool goes_on = false;
    for (const QString& line : text.split('\n')) {
        const qsizetype at = line.indexOf("//");
        const bool alone = at >= 0 && line.left(at).trimmed().isEmpty();
        const QString said = at < 0 ? QString() : line.mid(at).remove(slashes);
        if (alone && goes_on) {
            found.back().first += ' ' + said;
            ++found.back().second;
        } else if (at >= 0) {
            found.emplace_back(said, 1);
        }
        goes_on = alone;
    }
    std::map<std::string, int> lines;
    for (const auto& [said, count] : found)
        if (!isLaunch("// " + said)) lines.emplace(said.toStdString(), count);
    return lines;
}

/// Returns the texts that Duelo compiles, without their first line, the licence.
std::map<std::string, std::string> compiledTexts() {
    std::map<std::string, std::string> texts;
    for (const Resource& one : resources())
        if ((one.name.starts_with("kernels/") && !one.name.ends_with(".json")) ||
            one.name.ends_with("/kernel_texts.h"))
            texts.emplace(one.name, one.bytes.substr(one.bytes.find('\n') + 1));
    return texts;
}

QString spanish(std::string_view text) {
    return QString::fromStdString(textFor(text, Language::Spanish));
}

}  // namespace

class TestKernelComments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachCommentIsSpanishAndNoneIsLeftOver() {
        const auto known = parseJson(resource("kernels/comments.es.json"));
        QVERIFY(known && known->is_object());
        std::map<std::string, int> english;
        for (const auto& [name, text] : compiledTexts())
            english.merge(commentsOf(QString::fromStdString(text)));
        QVERIFY(english.size() > 100);
        for (const auto& [said, lines] : english) {
            QVERIFY2(known->contains(said), said.c_str());
            const QString other = QString::fromStdString(known->at(said).get<std::string>());
            QVERIFY2(other.count('\n') + 1 == lines, said.c_str());
        }
        for (const auto& [said, other] : known->items())
            QVERIFY2(english.contains(said), said.c_str());
    }

    /// A page may show a part of a text.
    void shownTextsAreSpanishToo() {
        const auto known = parseJson(resource("kernels/comments.es.json"));
        int texts = 0;
        for (const Spec& spec : specs())
            for (const KernelText& of : spec.view ? spec.view->texts : std::vector<KernelText>()) {
                ++texts;
                for (const auto& [said, lines] : commentsOf(
                         QString::fromUtf8(of.text.data(), static_cast<qsizetype>(of.text.size()))))
                    QVERIFY2(known->contains(said), said.c_str());
            }
        QVERIFY(texts > 30);
    }

    void onlyCommentsChange() {
        for (const auto& [name, text] : compiledTexts()) {
            QCOMPARE(textFor(text, Language::English), text);
            const QStringList from = QString::fromStdString(text).split('\n'),
                              to = spanish(text).split('\n');
            QCOMPARE(to.size(), from.size());
            for (qsizetype line = 0; line < from.size(); ++line) {
                const QString& now = to[line];
                const qsizetype at = from[line].indexOf("//");
                if (at < 0 || from[line].contains("// namespace") || from[line].endsWith("//") ||
                    isLaunch(from[line])) {
                    QCOMPARE(now, from[line]);
                } else {
                    QCOMPARE(now.left(at + 2), from[line].left(at + 2));
                    QVERIFY2(now != from[line] && now.size() <= 100 && !now.endsWith(' ') &&
                                 !now.endsWith('\\'),
                             qPrintable(now));
                }
            }
        }
    }

    void whatDueloDoesNotKnowStays() {
        QCOMPARE(spanish("int a;  // global memory"), QString("int a;  // memoria global"));
        QCOMPARE(spanish("f(\"\\\"\");  ///< global memory\n"),
                 QString("f(\"\\\"\");  ///< memoria global\n"));
        for (const char* text : {"", "\n", "int a;\n\nint b;", "int a;  // mía\n", "//\n",
                                 "a = \"// global memory\";\n", "// global memory\n// mine\n"})
            QCOMPARE(spanish(text), QString(text));
    }
};

QTEST_GUILESS_MAIN(TestKernelComments)
#include "tst_kernel_comments.moc"
