// SPDX-License-Identifier: GPL-3.0-or-later
// Y-02: texts of foreign files are texts. A record, a pack, a report and a probe that are hostile
// in every field are opened; every page, tab, tip and item is visited, and nothing is opened.
#include <QComboBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QMessageBox>
#include <QToolTip>

#ifdef Q_OS_LINUX
#include <sys/inotify.h>
#include <unistd.h>
#endif

#include "classroom/teacher_pack.h"
#include "hostile_files.h"
#include "ui/classroom/class_page.h"
#include "ui/lab_report/report_page.h"
#include "ui/look/plain_texts.h"
#include "ui/shell/allow_dialog.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

constexpr std::size_t kEndless = 10'000;
constexpr int kWidth_px = 1280;  ///< of the window; no text makes it wider
constexpr int kMostItems = 16;   ///< of one list or table; the others are of the same kind

/// A picture that tells whether somebody opens it.
class Bait {
public:
    explicit Bait(QString path) : m_path(std::move(path)) {
        QImage image(8, 8, QImage::Format_RGB32);
        image.fill(Qt::red);
        if (!image.save(m_path)) qFatal("no bait");
#ifdef Q_OS_LINUX
        m_watch = ::inotify_init1(IN_NONBLOCK);
        if (::inotify_add_watch(m_watch, QFile::encodeName(m_path), IN_OPEN) < 0)
            qFatal("no watch");
#endif
    }
    ~Bait() {
#ifdef Q_OS_LINUX
        ::close(m_watch);
#endif
    }
    Q_DISABLE_COPY_MOVE(Bait)
    [[nodiscard]] std::string path() const {
        return m_path.toStdString();
    }
    /// Since it was asked last. Elsewhere than on Linux the formats of the labels are all we have.
    [[nodiscard]] bool wasOpened() const {
#ifdef Q_OS_LINUX
        char events[4096];
        return ::read(m_watch, events, sizeof events) > 0;
#else
        return false;
#endif
    }

private:
    QString m_path;
    int m_watch = -1;
};

/// HTML of every kind at once, recognizable by `name`.
Poison markup(const Bait& bait, const std::string& name) {
    return [&bait, name](int place) {
        return "<img src=\"" + bait.path() + "\"><b>fat</b> <a href=\"" + bait.path() + "\">" +
               name + std::to_string(place) + "</a> & %1 %2 [*]";
    };
}
/// Half of them without a blank.
Poison endless(const std::string& name) {
    return [name](int place) {
        std::string text = name + std::to_string(place) + '-';
        while (text.size() < kEndless) text += place % 2 == 0 ? "WWWWW" : "many words ";
        return text.substr(0, kEndless);
    };
}

/// Visits what a user can see, and counts.
class Walk {
public:
    explicit Walk(ui::MainWindow& window) : m_window(window) {}

    int places = 0, tips = 0, hostile = 0;
    QStringList wrong{};
    QSet<QString> met{};  ///< the files of which something was seen: "rec", "pack"…

    void lookAt(QWidget& root) {
        QCoreApplication::processEvents();
        static_cast<void>(root.grab());  // an image would be read when it is painted
        const QList<QWidget*> all = root.findChildren<QWidget*>();
        for (QWidget* widget : all) {
            if (!widget->isVisible()) continue;
            if (const auto* label = qobject_cast<const QLabel*>(widget)) lookAt(*label);
            if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) lookAt(*button);
            if (auto* view = qobject_cast<QAbstractItemView*>(widget)) lookAt(*view);
            if (!widget->toolTip().isEmpty())
                lookAtTip(*widget, widget->rect().center(), widget->toolTip());
            see(widget->accessibleName());
        }
        see(root.windowTitle());
        const int least = root.minimumSizeHint().width();
        if (least > kWidth_px || root.width() > kWidth_px)
            wrong << QString("%1 wants %2 px: %3")
                         .arg(root.metaObject()->className())
                         .arg(least)
                         .arg(widestIn(root));
    }

private:
    /// Lists the widgets that are too wide by themselves.
    static QString widestIn(const QWidget& root) {
        QStringList names;
        for (const QWidget* widget : root.findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->layout()) continue;
            const int least = qMax(widget->minimumSizeHint().width(), widget->minimumWidth());
            if (least < kWidth_px / 2) continue;
            const auto* label = qobject_cast<const QLabel*>(widget);
            names << QString("%1 %2 of %3, %4 px: %5")
                         .arg(widget->metaObject()->className(), widget->objectName(),
                              widget->parentWidget()->metaObject()->className())
                         .arg(least)
                         .arg(label ? label->text().left(30) : widget->accessibleName().left(30));
        }
        return names.join("; ");
    }
    void see(const QString& text) {
        if (text.isEmpty()) return;
        ++places;
        bool of = false;
        for (const char* file : {"zzrec", "zzpack", "zzrep", "zzprobe"})
            if (text.contains(QLatin1String(file))) {
                met << QString(file);
                of = true;
            }
        hostile += of ? 1 : 0;
    }
    void lookAt(const QLabel& label) {
        see(label.text());
        if (label.textFormat() == Qt::AutoText ||
            (label.textFormat() != Qt::PlainText && label.text().contains("<img")))
            wrong << "label: " + label.text().left(60);
    }
    void lookAt(const QAbstractButton& button) {
        see(button.text());
        // "fat & %1": a single '&' would be the mark of a key, and is not seen.
        if (QString(button.text()).remove("&&").contains("& %1"))
            wrong << "button: " + button.text().left(60);
    }
    void lookAt(QAbstractItemView& view) {
        if (!view.model() || qobject_cast<QHeaderView*>(&view)) return;
        int left = kMostItems;
        for (int row = 0; row < view.model()->rowCount() && left > 0; ++row)
            for (int column = 0; column < view.model()->columnCount() && left > 0; ++column) {
                const QModelIndex index = view.model()->index(row, column);
                see(index.data().toString());
                --left;
                const QString tip = index.data(Qt::ToolTipRole).toString();
                if (tip.isEmpty()) continue;
                view.scrollTo(index);
                lookAtTip(*view.viewport(), view.visualRect(index).center(), tip);
            }
    }
    /// Shows it as the mouse would.
    void lookAtTip(QWidget& widget, QPoint at, const QString& tip) {
        see(tip);
        if (m_tips.contains(tip)) return;  // it was shown on another page
        m_tips << tip;
        QToolTip::hideText();
        QHelpEvent event(QEvent::ToolTip, at, widget.mapToGlobal(at));
        QCoreApplication::sendEvent(&widget, &event);
        for (QWidget* top : QApplication::topLevelWidgets()) {
            const auto* label = qobject_cast<const QLabel*>(top);
            if (!label || !label->inherits("QTipLabel") || !label->isVisible()) continue;
            ++tips;
            static_cast<void>(top->grab());
            if (label->textFormat() != Qt::PlainText) wrong << "tip: " + label->text().left(60);
            const QSize screen = m_window.screen()->availableSize();
            if (top->width() > screen.width() || top->height() > screen.height())
                wrong << QString("tip of %1 x %2 px").arg(top->width()).arg(top->height());
        }
    }

    ui::MainWindow& m_window;
    QSet<QString> m_tips;
};

/// All tabs of an experiment's page, and then each page.
void walkPages(ui::MainWindow& window, Walk& walk) {
    for (const QString& id : window.pageIds()) {
        window.showPage(id);
        QTest::qWait(30);
        walk.lookAt(window);
        if (id == "inference") {
            ui::ExperimentFrame& frame = window.experimentPage("inference").frame();
            for (int tab = 0; frame.chart(tab); ++tab) {
                frame.showChart(tab);
                walk.lookAt(window);
            }
            frame.showChart(0);
            for (int row = 0; row < qMin(3, frame.table().model()->rowCount()); ++row) {
                frame.table().selectRow(row);
                walk.lookAt(window);
            }
        }
        if (id == "report")
            if (auto* page = window.findChild<ui::ReportPage*>())
                for (int section = 0; section < 9; ++section) {
                    page->showSection(section);
                    walk.lookAt(window);
                }
    }
}

QString packWith(const WindowBench& bench, const Poison& poison, const QString& reference) {
    Plan plan = smallPlan(1);
    plan.cases.front()["input"] = {"random"};
    const PackRequest request{.defaults = {{"report/subject", poison(1)},
                                           {"report/teacher", poison(2)},
                                           {"report/group", poison(3)},
                                           {"report/room", poison(4)},
                                           {"pack/name", poison(5)}},
                              .plan = plan};
    const QString folder = bench.path("pack");
    if (const auto made = makePack(request, findSpec, ui::pathOf(folder)); !made)
        qFatal("%s", made.error().code.c_str());
    QFile::copy(reference, folder + '/' + ui::qs(std::string(kPackReference)));
    return folder;
}

}  // namespace

class TestHostileTexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyTextIsText_Y_02_data();
    void everyTextIsText_Y_02();
    void theBaitBites_Y_02();
    void boxesToo_Y_02();
    void tipsAreBroken_Y_02();
};

void TestHostileTexts::everyTextIsText_Y_02_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<bool>("isEndless");
    QTest::newRow("html, es") << "es" << false;
    QTest::newRow("html, en") << "en" << false;
    QTest::newRow("endless, es") << "es" << true;
}

void TestHostileTexts::everyTextIsText_Y_02() {
    QFETCH(QString, language);
    QFETCH(bool, isEndless);
    WindowBench bench("gpu", language.toUtf8().constData());
    const Bait bait(bench.path("leak.png"));
    const auto poison = [&](const char* name) {
        return isEndless ? endless(name) : markup(bait, name);
    };
    const QString own = bench.path("own.duelo"), other = bench.path("other.duelo"),
                  report = bench.path("r.duelo-report");
    const int inRecord = writeHostileRecord(examples::gpuPc(), poison("zzrec"), own) +
                         writeHostileRecord(examples::otherPc(), poison("zzrec"), other);
    const int inReport = writeHostileReport(poison("zzrep"), report);
    const QString room = bench.path("L12");
    QDir().mkpath(room);
    for (const QString& file : {own, other})
        QFile::copy(file, room + '/' + QFileInfo(file).fileName());
    const int inProbe = writeHostileProbe(poison("zzprobe"), room + "/probe7.json");
    qInfo("hostile: %d texts of records, %d of a report, %d of a probe, 5 of a pack", inRecord,
          inReport, inProbe);
    QVERIFY(inRecord > 50 && inReport > 20 && inProbe > 10);
    QVERIFY(bench.ready());

    bench.window->openFiles({packWith(bench, poison("zzpack"), other)});
    QTest::qWait(300);
    bench.window->openFiles({own, other, report});
    QTRY_COMPARE_WITH_TIMEOUT(bench.work->run().logs().size(), 2U, kSoonMs);
    Walk walk(*bench.window);
    walkPages(*bench.window, walk);
    bench.window->showPage("class");
    bench.window->openFiles({room});
    QTest::qWait(1500);
    auto* filters = bench.window->findChild<ui::ClassFilters*>();
    QVERIFY(filters);
    for (auto* list : filters->findChildren<QComboBox*>())
        for (int i = 0; i < list->count(); ++i) {
            list->setCurrentIndex(i);
            Q_EMIT list->activated(i);
            QTest::qWait(20);
            walk.lookAt(*bench.window);
        }
    walkPages(*bench.window, walk);
    qInfo("visited %d texts and %d tool tips; %d of them came from the files", walk.places,
          walk.tips, walk.hostile);
    QVERIFY2(walk.wrong.isEmpty(),
             qPrintable(QStringList(QSet<QString>(walk.wrong.begin(), walk.wrong.end()).values())
                            .mid(0, 12)
                            .join('\n')));
    QVERIFY(!bait.wasOpened());
    QVERIFY(walk.places > 1000 && walk.tips > 50 && walk.hostile > 100);
    for (const char* file : {"zzrec", "zzpack", "zzrep", "zzprobe"})
        QVERIFY2(walk.met.contains(QString(file)), file);
    QVERIFY(bench.window->width() <= kWidth_px);
}

/// A label that says so shows HTML, so the bait is seen; one that says nothing does not.
void TestHostileTexts::theBaitBites_Y_02() {
    const QTemporaryDir folder;
    const Bait bait(folder.filePath("leak.png"));
    const QString html = ui::qs("<img src=\"" + bait.path() + "\"><b>fat</b>");
    QLabel plain(html);
    plain.setWordWrap(true);
    plain.show();
    static_cast<void>(plain.grab());
    QCOMPARE(plain.textFormat(), Qt::PlainText);
    QVERIFY(!bait.wasOpened());
    QLabel rich(html);
    rich.setTextFormat(Qt::RichText);
    rich.show();
    static_cast<void>(rich.grab());
#ifdef Q_OS_LINUX
    QVERIFY(bait.wasOpened());
#endif
    QVERIFY(ui::tipLines("<b>").contains("<b>"));
}

void TestHostileTexts::boxesToo_Y_02() {
    WindowBench bench("gpu", "en");
    const Bait bait(bench.path("leak.png"));
    QVERIFY(bench.ready());
    const QString html = ui::qs(markup(bait, "zzrec")(1));
    for (const QString& text : {html, ui::qs(endless("zzrec")(2)), ui::qs(endless("zzrec")(3))}) {
        QMessageBox box(QMessageBox::Question, text, text, QMessageBox::Ok, bench.window.get());
        box.setInformativeText(text);
        box.show();
        static_cast<void>(box.grab());
        Walk walk(*bench.window);
        walk.lookAt(box);
        QVERIFY2(walk.wrong.filter("label: ").isEmpty(), qPrintable(walk.wrong.join('\n')));
        QVERIFY(walk.hostile >= 2);
    }
    const ui::AllowDialog dialog({{html.toStdString(), Attachment(html.toStdString())}});
    for (const QLabel* label : dialog.findChildren<QLabel*>()) {
        label->ensurePolished();
        QCOMPARE(label->textFormat(), Qt::PlainText);
    }
    QVERIFY(!bait.wasOpened());
}

void TestHostileTexts::tipsAreBroken_Y_02() {
    QCOMPARE(ui::tipLines("one\ntwo"), QString("one\ntwo"));
    const QString lines = ui::tipLines(ui::qs(endless("x")(1)));
    QVERIFY(lines.count('\n') < 30 && lines.endsWith("…"));
    for (const QString& line : ui::tipLines(QString(1000, 'W')).split('\n'))
        QVERIFY(line.size() < 200);
    QCOMPARE(ui::withoutMnemonic("a & b"), QString("a && b"));
}

int main(int argc, char** argv) {
    return runInApplication<TestHostileTexts>(argc, argv);
}
#include "tst_hostile_texts.moc"
