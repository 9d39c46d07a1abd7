// SPDX-License-Identifier: GPL-3.0-or-later
// A page says little at a time: of every experiment, in both languages, the words that are seen at
// 1280x720 when it has been measured are counted as they are drawn. Its tabs are few.
#include <QAbstractItemView>
#include <QHeaderView>
#include <QRegularExpression>
#include <QToolButton>

#include "drawn_texts.h"
#include "measured_run.h"
#include "record/write_records.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

constexpr int kMostWords = 150;  ///< of two or more letters
constexpr int kShortTip = 12;    ///< a tip of more words is read as a page is

/// The words of two or more letters.
QStringList wordsOf(const QString& text) {
    static const QRegularExpression word("\\p{L}{2,}");
    QStringList words;
    for (auto at = word.globalMatch(text); at.hasNext();) words << at.next().captured();
    return words;
}

/// Holds what of a window is seen as it stands: the words that each widget draws itself where
/// nothing hides them, and those of long tips.
class SeenWords {
public:
    explicit SeenWords(QWidget& window) {
        for (const DrawnText& text : textsDrawnIn(window)) m_words += wordsOf(text.text);
        lookAtTips(window);
        for (QWidget* widget : window.findChildren<QWidget*>()) lookAtTips(*widget);
        for (const QString& tip : std::as_const(m_tips))
            if (const QStringList words = wordsOf(tip); words.size() > kShortTip) m_words += words;
    }
    [[nodiscard]] const QStringList& words() const { return m_words; }

private:
    void lookAtTips(QWidget& widget) {
        if (!widget.isVisible() || widget.visibleRegion().isEmpty()) return;
        m_tips.insert(widget.toolTip());
        if (auto* view = qobject_cast<QAbstractItemView*>(&widget)) lookAtCells(*view);
    }
    void lookAtCells(const QAbstractItemView& view) {
        const QAbstractItemModel* model = view.model();
        const auto* header = qobject_cast<const QHeaderView*>(&view);
        if (!model) return;
        for (int column = 0; column < model->columnCount(); ++column) {
            if (header)
                m_tips.insert(
                    model->headerData(column, header->orientation(), Qt::ToolTipRole).toString());
            for (int row = 0; row < model->rowCount() && !header; ++row)
                if (const QModelIndex at = model->index(row, column);
                    view.viewport()->rect().intersects(view.visualRect(at)))
                    m_tips.insert(at.data(Qt::ToolTipRole).toString());
        }
    }

    QStringList m_words;
    QSet<QString> m_tips;  ///< what many cells say is read once
};

}  // namespace

class TestWordsInView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aWordIsCountedWhereItIsSeen();
    void fewAfterARun_data();
    void fewAfterARun();
};

/// Words outside a window, behind another widget or in a short tip are not read.
void TestWordsInView::aWordIsCountedWhereItIsSeen() {
    QWidget window;
    window.resize(300, 200);
    auto* seen = new QLabel("two words, a 1", &window);
    auto* outside = new QLabel("nobody", &window);
    auto* hidden = new QLabel("hidden", &window);
    hidden->move(0, 40);
    outside->move(400, 40);
    hidden->hide();
    seen->setToolTip("short tip");
    outside->setToolTip(QStringList(13, "far").join(' '));
    window.show();
    QCOMPARE(SeenWords(window).words().size(), 2);
    seen->setToolTip(QStringList(13, "far").join(' '));
    QCOMPARE(SeenWords(window).words().size(), 15);
}

void TestWordsInView::fewAfterARun_data() {
    QTest::addColumn<QByteArray>("language");
    for (const char* language : {"es", "en"}) QTest::newRow(language) << QByteArray(language);
}

void TestWordsInView::fewAfterARun() {
    QFETCH(QByteArray, language);
    WindowBench bench("gpu", language.constData());
    QVERIFY(bench.ready());
    QStringList counts, tooMany;
    for (const Spec& spec : specs()) {
        if (!spec.page.empty()) continue;  // shown on another's
        const RecordLog log = measuredRun(spec);
        const QString path = bench.path(ui::qs(spec.id) + ".duelo");
        QVERIFY(writeRecords(log.records, ui::pathOf(path)));
        bench.window->openRecords({path});
        QTRY_COMPARE_WITH_TIMEOUT(bench.work->run().path(), path, kSoonMs);
        bench.window->showPage(ui::qs(spec.id));
        QTRY_VERIFY_WITH_TIMEOUT(bench.window->experimentPage(spec.id).shown(), kSoonMs);
        QTest::qWait(300);  // cards come a turn later, and take room
        const QStringList words = SeenWords(*bench.window).words();
        // At most five tabs, in one row.
        int tabs = 0;
        for (const auto* button :
             bench.window->experimentPage(spec.id).findChildren<QToolButton*>())
            if (button->isVisible() && button->property("role") == "tab") ++tabs;
        QVERIFY2(tabs >= 2 && tabs <= 5, qPrintable(QString::number(tabs)));
        counts << QString("%1 %2").arg(ui::qs(spec.id)).arg(words.size());
        if (words.size() <= kMostWords) continue;
        tooMany << counts.last();
        qInfo("%s: %s", qPrintable(counts.last()), qPrintable(words.join(' ')));
    }
    qInfo("%s", qPrintable(counts.join(", ")));
    QVERIFY2(tooMany.isEmpty(), qPrintable(tooMany.join(", ")));
}

int main(int argc, char** argv) {
    return runInApplication<TestWordsInView>(argc, argv);
}
#include "tst_words_in_view.moc"
