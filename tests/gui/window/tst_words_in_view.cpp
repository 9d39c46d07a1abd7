// SPDX-License-Identifier: GPL-3.0-or-later
// A page says little at a time: of every experiment, in both languages, the words that are seen at
// 1280x720 when it has been measured are counted as they are drawn. Its tabs are few.
#include <map>

#include <QAbstractItemView>
#include <QHeaderView>
#include <QRegularExpression>
#include <QToolButton>

#include "../charts/drawn_words.h"
#include "noise.h"
#include "record/write_records.h"
#include "report_examples.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

constexpr int kMostWords = 150;  ///< of two or more letters
/// Experiments that have more still, because each of their many variants is named in chart and
/// table: none of these numbers may grow. The GPU's figures come and go, which is up to five.
const std::map<std::string, int> kStillMore{
    {"training", 184},  {"max_pool", 171}, {"roofs", 192},    {"matrix_product", 190},
    {"transfer", 274},  {"pi", 195},       {"effects", 174},  {"load_balance", 163},
    {"stopwatch", 172}, {"stencil", 173},  {"reduction", 176}};
constexpr int kShortTip = 12;  ///< a tip of more words is read as a page is

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
        look(window);
        for (QWidget* widget : window.findChildren<QWidget*>()) look(*widget);
        for (const QString& tip : std::as_const(m_tips))
            if (const QStringList words = wordsOf(tip); words.size() > kShortTip) m_words += words;
    }
    [[nodiscard]] const QStringList& words() const { return m_words; }

private:
    void look(QWidget& widget) {
        if (!widget.isVisible()) return;
        const QRegion seen = widget.visibleRegion();
        if (seen.isEmpty()) return;
        m_tips.insert(widget.toolTip());
        DrawnWords device;
        QPainter painter(&device);
        widget.render(&painter, {}, {}, {});
        painter.end();
        for (const auto& piece : device.pieces())
            if (seen.contains(piece.box.center().toPoint())) m_words += wordsOf(piece.text);
        if (auto* view = qobject_cast<QAbstractItemView*>(&widget)) lookAtTips(*view);
    }
    void lookAtTips(const QAbstractItemView& view) {
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

/// A run of an experiment's usual plan on a PC with a GPU; every cell has all of its metrics, and
/// is doubtful, which takes more words.
RecordLog runOf(const Spec& spec) {
    const Facts facts{.physical_cores = 4, .devices = {Device::Cpu, Device::Cuda}};
    Plan plan = usualPlan(spec, facts);
    plan.preset = Preset::Quick;
    RecordLog log = examples::gpuPc();
    Header header = log.header();
    header.plan = toJson(plan);
    header.plan_hash = planHash(header.plan);
    header.machine.id = "fa4efa4e";  // this PC: it can be repeated here
    log.records = {header};
    examples::Noise noise{1234};
    double call_ms = 40;
    for (const Cell& cell : expand(plan, facts)) {
        log.records.emplace_back(CellRecord{.cell = cell.id,
                                            .experiment = cell.experiment,
                                            .work = cell.work,
                                            .variant = cell.variant});
        Samples samples{.cell = cell.id};
        call_ms *= 0.8;
        for (int i = 0; i < 36; ++i) {
            samples.round.push_back(i / 2);
            samples.t0_ms.push_back(100.0 * i);
            samples.wall_ms.push_back(std::round(call_ms * noise.next() * 1e6) / 1e6);
        }
        const auto sorted = sortedCopy(samples.wall_ms);
        ResultRecord result;
        result.cell = cell.id;
        result.summary = Summary{.n = static_cast<std::int64_t>(sorted.size()),
                                 .median_ms = median(sorted),
                                 .ci95_ms = medianInterval(sorted),
                                 .mean_ms = mean(sorted),
                                 .min_ms = sorted.front(),
                                 .p25_ms = quantileOfSorted(sorted, 0.25),
                                 .p75_ms = quantileOfSorted(sorted, 0.75),
                                 .max_ms = sorted.back()};
        for (const MetricSpec& metric : findSpec(cell.experiment)->metrics)
            result.metrics.push_back(
                {metric.id, metric.unit, metric.unit.ends_with("/s") ? 2.5e9 : 0.5});
        result.flags = {"shared_processor"};
        log.records.emplace_back(std::move(samples));
        log.records.emplace_back(std::move(result));
    }
    log.records.emplace_back(End{.status = "completed"});
    return log;
}

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
        const RecordLog log = runOf(spec);
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
        const auto still = kStillMore.find(spec.id);
        const int most = still == kStillMore.end() ? kMostWords : still->second;
        if (words.size() > most) tooMany << counts.last() + ": " + words.join(' ');
    }
    qInfo("%s", qPrintable(counts.join(", ")));
    QVERIFY2(tooMany.isEmpty(), qPrintable(tooMany.join('\n')));
}

int main(int argc, char** argv) {
    return runInApplication<TestWordsInView>(argc, argv);
}
#include "tst_words_in_view.moc"
